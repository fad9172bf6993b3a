import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handle } from '@/lib/api/handle'
import { createHttpServer } from '@/server/http/server'
import type { Actor } from '@/tests/support/client'
import { openProxiedFront } from '@/tests/support/proxied-front'
import { request } from '@/tests/support/request'
import { missionBody } from '@/tests/support/story'
import { exchange, openWire, type WireAnswer } from '@/tests/support/wire'
import { freePort, openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

const CLOSE = 'Host: localhost\r\nConnection: close\r\n'

function expectErrorObject(answer: WireAnswer | undefined, ...statuses: number[]): void {
  if (!answer) throw new Error('Nothing was answered.')
  expect(statuses, answer.body).toContain(answer.status)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(Object.keys(JSON.parse(answer.body).error)).toEqual(['code', 'message', 'field'])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
}

describe('a target that is malformed or disguised', () => {
  // biome-ignore format: a list of values, several to a line
  test.each([
    '/api/x/%E0%A4%A', '/api/%FF', '/api/%', '/api/%zz', '/api/v1/missions/%C0%AF', '//api', '//api/v1/missions', '/api//v1/missions', '/api/v1//missions', '/api/./v1/missions',
    '/api/v1/../v1/missions', '/api/..', '/x/../api/v1/missions', '/api/v1/%2e%2e/v1/missions', '/api\\v1\\missions', '/api%2fv1%2fmissions', '/%61pi/v1/missions', '/api/v1/missions/',
    '/api/v1/missions#x', '/api/%00', '/api/v1/missions%0d%0aX-Injected:1', `/api/${'a/'.repeat(3_000)}`, `/api/${'%41'.repeat(2_000)}`, '/api;x', '/api/v1;x/missions', 'http://evil.example//api/v1/missions', '/api/{id}',
  ])('%s is 404 as the error object', async (target) => {
    const [answer] = await exchange(world.base, `GET ${target} HTTP/1.1\r\n${CLOSE}\r\n`)
    expectErrorObject(answer, 404)
    expect(answer?.headers.has('x-injected')).toBe(false)
  })

  test('the absolute form (RFC 9112 §3.2.2) names the same resource, whatever host stands in it', async () => {
    for (const origin of [world.base, 'http://evil.example']) {
      const [answer] = await exchange(world.base, `GET ${origin}/api/health HTTP/1.1\r\n${CLOSE}\r\n`)
      expect([answer?.status, answer?.body]).toEqual([200, '{"ok":true}'])
    }
  })

  test('a Host header moves nothing: the description still names our own address', async () => {
    const [answer] = await exchange(
      world.base,
      'GET /api/v1/openapi.json HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
    )
    expect([answer?.status, answer?.body.includes('evil.example')]).toEqual([200, false])
  })
})

describe('a method that nobody answers', () => {
  test.each(['TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'SEARCH', 'QUERY'])(
    '%s is 405 as the error object',
    async (method) => {
      const [answer] = await exchange(world.base, `${method} /api/v1/missions HTTP/1.1\r\n${CLOSE}\r\n`)
      expectErrorObject(answer, 405)
      expect(answer?.headers.get('allow')).toBeTruthy()
    },
  )

  test('a method that HTTP does not know is 405 too, and CONNECT opens no tunnel', async () => {
    expectErrorObject((await exchange(world.base, `BREW /api/v1/missions HTTP/1.1\r\n${CLOSE}\r\n`))[0], 405)
    expectErrorObject((await exchange(world.base, `CONNECT localhost:5432 HTTP/1.1\r\n${CLOSE}\r\n`))[0], 405)
  })
})

describe('what is not HTTP', () => {
  test.each([
    ['a TLS hello', Buffer.from('16030100a5010000a10303', 'hex')],
    ['random bytes', randomBytes(2_000)],
    ['a bare line', 'hello\r\n\r\n'],
    ['another version', `GET /api/health HTTP/9.9\r\n${CLOSE}\r\n`],
    ['a header without a colon', 'GET /api/health HTTP/1.1\r\nHost localhost\r\n\r\n'],
    ['a header with a space in its name', 'GET /api/health HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n'],
    ['a folded header', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\x00\r\n\r\n'],
    ['a line break in the target', 'GET /api/he\nalth HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'two lengths that differ',
      'POST /api/v1/missions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    ],
    [
      'a length and chunks',
      'POST /api/v1/missions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length that is no number', 'POST /api/v1/missions HTTP/1.1\r\nHost: x\r\nContent-Length: 2e3\r\n\r\n{}'],
    ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Hosts', `GET /api/health HTTP/1.1\r\n${CLOSE}Host: evil.example\r\n\r\n`],
    ['the same Host twice', `GET /api/health HTTP/1.1\r\n${CLOSE}HOST: localhost\r\n\r\n`],
    ['two Hosts before a page', `GET / HTTP/1.1\r\n${CLOSE}Host: evil.example\r\n\r\n`],
    ['two Hosts in old HTTP', 'GET /api/health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['an empty Host', 'GET /api/health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['a target with a user in it', `GET http://user@localhost/api/health HTTP/1.1\r\n${CLOSE}\r\n`],
    ['a target without a host', `GET http:///api/health HTTP/1.1\r\n${CLOSE}\r\n`],
  ] as readonly (readonly [what: string, bytes: string | Buffer])[])(
    '%s is 400 as the error object, and the connection ends',
    async (_what, bytes) => {
      const answers = await exchange(world.base, bytes)
      expect(answers).toHaveLength(1)
      expectErrorObject(answers[0], 400)
    },
  )

  test.each([
    'a b',
    'a,b',
    'a/b',
    'user@host',
    'a:b',
    'a:123456',
    '[::1',
    'a"b',
    '<a>',
    'a%00b',
    'h\u00f6st',
    'a'.repeat(300),
  ])('the Host %s is 400 as the error object', async (host) => {
    const bytes = Buffer.from(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1')
    expectErrorObject((await exchange(world.base, bytes))[0], 400)
  })

  test.each(['localhost', 'localhost:3000', 'trellis.example', '127.0.0.1:80', '[::1]:3000', 'a_b.example.'])(
    'the Host %s is one',
    async (host) => {
      const [answer] = await exchange(
        world.base,
        `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer?.status).toBe(200)
    },
  )

  test('headers over the limit are refused with 431', async () => {
    const [answer] = await exchange(
      world.base,
      `GET /api/health HTTP/1.1\r\n${CLOSE}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    )
    expectErrorObject(answer, 431)
  })

  test('an expectation that we do not meet is 417, and "100-continue" is told before the body is read', async () => {
    expectErrorObject((await exchange(world.base, `GET /api/health HTTP/1.1\r\n${CLOSE}Expect: tea\r\n\r\n`))[0], 417)
    const wire = await openWire(world.base)
    wire.send(
      `POST /api/v1/auth/challenge HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    )
    await wire.answers(0)
    wire.send('{}')
    expectErrorObject((await wire.closed())[0], 400)
    expect(wire.received().toString('latin1').startsWith('HTTP/1.1 100 Continue')).toBe(true)
  })

  test('a client of HTTP/1.0 is sent no "100 Continue", whatever it expects', async () => {
    const wire = await openWire(world.base)
    wire.send(
      'POST /api/v1/auth/challenge HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}',
    )
    expectErrorObject((await wire.closed())[0], 400)
    expect(wire.received().toString('latin1')).not.toContain('100 Continue')
  })
})

describe('a body', () => {
  const head = (more: string) =>
    `POST /api/v1/missions HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${owner.authorization.authorization}\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

  test('over the limit in chunks is refused long before it ends', async () => {
    const wire = await openWire(world.base)
    wire.send(head('Transfer-Encoding: chunked'))
    for (let sent = 0; sent < 40; sent++) wire.send(chunk('x'.repeat(1_000)))
    expectErrorObject((await wire.closed())[0], 413)
  })

  test('announced as over the limit is refused before any of it came', async () => {
    const wire = await openWire(world.base)
    wire.send(head('Content-Length: 20000000'))
    expectErrorObject((await wire.answers(1))[0], 413)
    wire.destroy()
  })

  test('that comes slowly, byte for byte, is taken', async () => {
    const wire = await openWire(world.base)
    const body = JSON.stringify(missionBody())
    wire.send(head(`Connection: close\r\nContent-Length: ${body.length}`))
    for (const byte of body) {
      wire.send(byte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await wire.closed())[0]?.status).toBe(201)
  })

  test('that ends too early wrote nothing, and nobody is told 500', async () => {
    const title = `Cut ${randomUUID()}`
    const wire = await openWire(world.base)
    wire.send(head('Content-Length: 5000'))
    wire.send(JSON.stringify(missionBody({ title })))
    wire.finish()
    for (const answer of await wire.closed()) expectErrorObject(answer, 400)
    expect((await world.get(`/api/v1/missions?q=${encodeURIComponent(title)}`)).body.missions).toEqual([])
  })

  test('with a malformed chunk is refused with 400', async () => {
    expectErrorObject(
      (await exchange(world.base, `${head('Transfer-Encoding: chunked')}nonsense\r\n{}\r\n0\r\n\r\n`))[0],
      400,
    )
  })

  test('that is malformed leaves the write before it, on the same connection, its own answer', async () => {
    const title = `Before ${randomUUID()}`
    const body = JSON.stringify(missionBody({ title }))
    const answers = await exchange(
      world.base,
      `${head(`Content-Length: ${body.length}`)}${body}${head('Transfer-Encoding: chunked')}nonsense\r\n{}\r\n0\r\n\r\n`,
    )
    expect(answers.map(({ status }) => status)).toEqual([201])
    expect(JSON.parse(answers[0]?.body ?? '').mission.title).toBe(title)
  })

  test('of a refused request does not become the next request', async () => {
    const hidden = `GET /api/health HTTP/1.1\r\n${CLOSE}\r\n`
    const wire = await openWire(world.base)
    wire.send(
      `POST /api/v1/missions HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}GET /api/nothing HTTP/1.1\r\n${CLOSE}\r\n`,
    )
    expect((await wire.closed()).map((answer) => answer.status)).toEqual([401, 404])
  })
})

describe('several requests on one connection', () => {
  test('sent at once are answered in their order', async () => {
    const paths = ['/api/health', '/api/nothing', '/api/v1/missions?limit=0', '/api/health']
    const wire = await openWire(world.base)
    wire.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
    expect((await wire.answers(4)).map((answer) => answer.status)).toEqual([200, 404, 400, 200])
    wire.destroy()
  })

  test('before garbage are still answered', async () => {
    const answers = await exchange(
      world.base,
      `GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n\x00\x01garbage\r\n\r\n`,
    )
    expect(answers[0]?.status).toBe(200)
    for (const answer of answers.slice(1)) expectErrorObject(answer, 400)
  })

  test('old HTTP/1.0 is answered, and the connection ends', async () => {
    const [answer] = await exchange(world.base, 'GET /api/health HTTP/1.0\r\n\r\n')
    expect(answer?.body).toBe('{"ok":true}')
  })
})

test('two hundred random beginnings get 4xx or nothing, and the service stays well', async () => {
  const starts = ['GET /api', 'POST /api/v1/missions HTTP/1.1\r\n', 'GET /api/health HTTP/1.1\r\nHost: x\r\n', '']
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, place) =>
      exchange(
        world.base,
        Buffer.concat([Buffer.from(starts[place % 4] ?? ''), randomBytes(40), Buffer.from('\r\n\r\n')]),
      ),
    ),
  )
  for (const answer of answers.flat()) expectErrorObject(answer, 400, 404, 405)
  expect((await world.get('/api/health')).status).toBe(200)
})

describe('a front that is asked to end', () => {
  test('lets the requests in flight finish, and takes no new connection', async () => {
    let arrived: () => void = () => undefined
    let finish: () => void = () => undefined
    const inside = new Promise<void>((resolve) => (arrived = resolve))
    const allowed = new Promise<void>((resolve) => (finish = resolve))
    const front = createHttpServer({
      pages: null,
      async handle(incoming) {
        arrived()
        await allowed
        return handle(incoming)
      },
    })
    const base = `http://127.0.0.1:${await freePort()}`
    await front.listen(Number(new URL(base).port), ['127.0.0.1'])
    const idle = await openWire(base)
    const answer = request(base, { method: 'GET', path: '/api/health' })
    await inside
    const drained = front.drain(5_000)
    await expect(request(base, { method: 'GET', path: '/api/health', from: '127.0.0.9' })).rejects.toThrow(
      /ECONNREFUSED/,
    )
    const first = [
      drained.then(() => 'drained'),
      answer.then(
        () => 'answered',
        () => 'cut',
      ),
      pause(200, 'waiting'),
    ]
    expect(await Promise.race(first)).toBe('waiting')
    finish()
    const { status, headers } = await answer
    expect([status, headers['connection']]).toEqual([200, 'close'])
    await drained
    expect(await idle.closed()).toEqual([])
  })

  test('cuts what does not finish in time', async () => {
    const front = createHttpServer({ pages: null, handle: () => new Promise(() => undefined) })
    const base = `http://127.0.0.1:${await freePort()}`
    await front.listen(Number(new URL(base).port), ['127.0.0.1'])
    const wire = await openWire(base)
    wire.send(`GET /api/health HTTP/1.1\r\n${CLOSE}\r\n`)
    const drained = front.drain(50)
    await drained
    expect(await wire.closed()).toEqual([])
  })

  test('a handler that fails is told as the error object, without a word of the fault', async () => {
    const front = createHttpServer({ pages: null, handle: () => Promise.reject(new Error('a secret of the handler')) })
    const base = `http://127.0.0.1:${await freePort()}`
    await front.listen(Number(new URL(base).port), ['127.0.0.1'])
    const [answer] = await exchange(base, `GET /api/health HTTP/1.1\r\n${CLOSE}\r\n`)
    expectErrorObject(answer, 500)
    expect(answer?.body).not.toContain('secret')
    await front.drain(50)
  })
})

test('behind a trusted proxy the client’s address is what the proxy wrote, and counts as its network', async () => {
  const front = await openProxiedFront()
  const networks = ['198.51.100.7', '6.6.6.6, 198.51.100.8', '2001:db8:0:7::1']
  for (const header of networks) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': header }
    await request(front.base, {
      method: 'POST',
      path: '/api/v1/auth/challenge',
      headers,
      body: JSON.stringify({ address: owner.address, chainId: 1 }),
    })
  }
  const { rows } = await world.sql.query(
    `SELECT subject FROM "RateLimit" WHERE "limitGroup" = 'sign-in' AND subject LIKE 'n:%' AND subject <> 'n:127.0.0.1'`,
  )
  expect(rows.map((row) => row.subject).sort()).toEqual(['n:198.51.100.7', 'n:198.51.100.8', 'n:2001:db8:0:7::/64'])
  await front.close()
})
