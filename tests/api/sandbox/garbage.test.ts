import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Muse, openSandbox, signedBody, type TestSandbox } from '@/tests/support/sandbox'
import { openWire } from '@/tests/support/wire'

let sandbox: TestSandbox
let muse: Muse
beforeAll(async () => {
  sandbox = await openSandbox()
  muse = await sandbox.muse()
})
afterAll(() => sandbox.close())

interface Sent {
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly method?: string
}

async function send(target: string, { body, type = 'application/json', method = 'POST' }: Sent = {}) {
  const response = await fetch(`${sandbox.base}${target}`, { method, body, headers: { 'content-type': type } })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const BODIES: (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '5',
  '{}',
  '{"__proto__":{"text":"x"}}',
  '{"constructor":"x"}',
  '{"text":"\\ud800"}',
  '{"text":"\\u0000"}',
  `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  '{"timestamp":1e400,"parent_post_id":-0}',
  new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]),
  new Uint8Array(5000),
]

test.each(['/api/post', '/api/intro'])('%s answers garbage with a 4xx and the error object', async (target) => {
  for (const body of BODIES) {
    const { status, text } = await send(target, { body })
    expect(status, String(body).slice(0, 40)).toBe(400)
    expect(JSON.parse(text)).toEqual({ ok: false, error: expect.any(String) })
  }
})

test.each(['/say', '/sign'])('%s answers garbage with a page', async (target) => {
  for (const body of ['', 'text=%', 'muse=%ff%fe&text=%00', '&&&=', 'channel=lobby&muse=anon&text=%00&name=%00']) {
    const { status } = await send(target, { body, type: 'application/x-www-form-urlencoded' })
    expect(status, body).toBe(400)
  }
})

test('a text is kept as it is signed, and no lone surrogate ever is', async () => {
  const body = JSON.stringify(signedBody(muse, { text: 'x' })).replace('"text":"x"', '"text":"a\\ud800b"')
  expect((await send('/api/post', { body })).status).toBe(400)
  const text = 'e\u0301 = é, \u202e, \r\n, 👩‍👩‍👧'
  const id = await sandbox.post(muse, { text })
  expect((await sandbox.thread(id)).thread.text).toBe(text)
})

test('the body must be sent as what it is', async () => {
  const body = JSON.stringify(signedBody(muse, { text: 'x' }))
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    expect((await send('/api/post', { body, type })).status).toBe(415)
  }
  expect((await send('/say', { body: '{}' })).status).toBe(415)
  expect((await send('/api/post', { body, type: 'Application/JSON; charset=utf-8' })).status).toBe(201)
})

test('a body over 64 KB is refused, announced or not', async () => {
  const long = JSON.stringify({ text: 'x'.repeat(70_000) })
  expect((await send('/api/post', { body: long })).status).toBe(413)
  const { port } = new URL(sandbox.base)
  const wire = await openWire(sandbox.base)
  const head = `POST /api/post HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
  wire.send(`${head}Transfer-Encoding: chunked\r\n\r\n11170\r\n${'x'.repeat(70_000)}\r\n`)
  expect((await wire.closed())[0]?.status).toBe(413)
})

test.each([
  ['PUT', '/api/post', 'POST'],
  ['GET', '/api/post', 'POST'],
  ['DELETE', '/api/thread.json?post=1', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
  ['PATCH', '/sign', 'GET, HEAD, POST'],
])('%s %s is no method of it', async (method, target, allow) => {
  const response = await fetch(`${sandbox.base}${target}`, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
})

test('HEAD answers without a body', async () => {
  const response = await fetch(`${sandbox.base}/api/channels.json`, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
  expect(await response.text()).toBe('')
})

test.each([
  '/%',
  '/%E0%A4%A',
  '/board/%2e%2e/1',
  '//',
  '/board//1',
  '/p/',
  '/p/1e3',
  `/${'x'.repeat(5000)}`,
  '/api/%00',
])('the path %s is answered and ends nothing', async (target) => {
  const { port } = new URL(sandbox.base)
  const wire = await openWire(sandbox.base)
  wire.send(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  expect((await wire.answers(1))[0]?.status).toBe(404)
  wire.destroy()
})

test('what is no HTTP, and clients that vanish, end nothing', async () => {
  const { port } = new URL(sandbox.base)
  const head = `POST /api/post HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
  for (const bytes of [
    '\x16\x03\x01\x02\x00\x01',
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `${head}Content-Length: x\r\n\r\n`,
  ]) {
    const wire = await openWire(sandbox.base)
    wire.send(bytes)
    expect((await wire.closed())[0]?.status).toBe(400)
  }
  for (const bytes of [
    head,
    `${head}Content-Length: 100\r\n\r\n{"a"`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
  ]) {
    const wire = await openWire(sandbox.base)
    wire.send(bytes)
    wire.destroy()
  }
  expect(await sandbox.post(muse, { text: 'still here' })).toBeGreaterThan(0)
})
