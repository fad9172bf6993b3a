import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { traceBy } from '@/lib/telemetry/tracing'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { request } from '@/tests/support/request'
import { openWire } from '@/tests/support/wire'
import { freePort, openWorld, type World } from '@/tests/support/world'

// How the front sends what Next has made; a handler in Next's place makes pages that the site never has.

let world: World
let front: HttpServer
let base: string
let seen: string[]

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => front.drain(10))

/** @param make answers as Next does: what it returns ends no earlier than its work. */
async function open(make: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void): Promise<void> {
  const { handle } = await import('@/lib/api/handle')
  seen = []
  front = createHttpServer({
    handle,
    async pages(incoming, response) {
      seen.push(incoming.url ?? '')
      await make(incoming, response)
    },
  })
  base = `http://127.0.0.1:${await freePort()}`
  await front.listen(Number(new URL(base).port), ['127.0.0.1'])
}

const sendHtml = (html: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html)
}

const ask = (path: string) => request(base, { method: 'GET', path })
const push = (index: number) => `self.__next_f.push([1,"${index} ${'x'.repeat(100)}"])`
const scripts = (count: number, between = '') =>
  Array.from({ length: count }, (_, index) => `<script>${push(index)}</script>`).join(between)
const scriptSources = (policy: string | undefined) => /script-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ') ?? []
const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('a page with hundreds of inline scripts', () => {
  test('has a short policy that allows them all: neighbours are sent as one', async () => {
    await open(sendHtml(`<p>words</p>${scripts(800)}`))
    const { status, headers, text } = await ask('/long')
    const [sent = ''] = /(?<=<script>).*(?=<\/script>)/s.exec(text) ?? []
    expect(status).toBe(200)
    expect(sent).toBe(Array.from({ length: 800 }, (_, index) => push(index)).join(';'))
    expect(scriptSources(headers['content-security-policy'])).toEqual(["'self'", sourceOf(sent)])
  })

  test('that cannot be made one is sent whole, to be read without them', async () => {
    const html = scripts(800, '<p>words</p>')
    await open(sendHtml(html))
    const { headers, text } = await ask('/long')
    expect(text).toBe(html)
    expect(scriptSources(headers['content-security-policy'])).toEqual(["'self'"])
  })

  test('never brings more than 4 KB of policy, whatever it is', async () => {
    for (const count of [1, 39, 40, 41, 300]) {
      for (const between of ['', '<p>words</p>']) {
        await open(sendHtml(scripts(count, between)))
        const policy = (await ask('/long')).headers['content-security-policy'] ?? ''
        expect(policy).toContain("default-src 'self'")
        expect(policy.length).toBeLessThan(4_096)
        await front.drain(10)
      }
    }
  })
})

test.for(['in one piece', 'in many'])('a page over 4 MB %s is sent without leave for scripts', async (how) => {
  const html = `<p>${'x'.repeat(4_100_000)}</p>${scripts(2)}`
  await open((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (how === 'in many')
      for (let at = 0; at < html.length; at += 100_000) response.write(html.slice(at, at + 100_000))
    response.end(how === 'in many' ? undefined : html)
  })
  const { headers, text } = await ask('/huge')
  expect(text === html).toBe(true)
  expect(scriptSources(headers['content-security-policy'])).toEqual(["'self'"])
  expect(headers['etag']).toBeUndefined()
})

test.each([
  ['over 4 MB', 200, `<p>${'x'.repeat(24_000_000)}</p>`],
  ['of no record', 404, 'x'.repeat(3_900_000)],
])(
  'a page %s, which cannot be shared, keeps nobody waiting until its first client has read it',
  async (_, status, html) => {
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    await open(async (_request, response) => {
      await begun
      response.statusCode = status
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(html)
    })
    const deaf = net.connect({ port: Number(new URL(base).port), host: '127.0.0.1' }).pause()
    deaf.write('GET /docs/shared HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => seen.length).toBe(1)
    const other = ask('/docs/shared')
    await ask('/api/health')
    begin()
    expect((await other).text.length).toBe(html.length)
    deaf.destroy()
  },
)

test('a request for the headers of a page alone is observed as what it is, and rendered like one for the page', async () => {
  const [observed, rendered]: [string[], string[]] = [[], []]
  traceBy({
    request({ method }, work) {
      observed.push(method)
      return work(() => undefined)
    },
    call: (_name, _attributes, work) => work(),
  })
  try {
    await open((incoming, response) => {
      rendered.push(incoming.method ?? '')
      sendHtml('<p>words</p>')(incoming, response)
    })
    const { status, headers, text } = await request(base, { method: 'HEAD', path: '/here' })
    expect([status, headers['content-length'], text]).toEqual([200, '12', ''])
    expect([observed, rendered]).toEqual([['HEAD'], ['GET']])
  } finally {
    globalThis.trellisTracing = undefined
  }
})

test('a redirect names its target once, though it was set twice', async () => {
  await open((_, response) => {
    response.statusCode = 308
    response.setHeader('location', ['/there', '/there'])
    response.end('elsewhere')
  })
  const wire = await openWire(base)
  wire.send('GET /here HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect((await wire.closed())[0]?.status).toBe(308)
  expect(
    wire
      .received()
      .toString('latin1')
      .match(/^location: .*$/gim)
      ?.map((line) => line.trim()),
  ).toEqual(['location: /there'])
})

test('HTML that is sent to be saved is a file: it keeps its ETag, and its policy is that of files', async () => {
  await open((incoming, response) => {
    response.setHeader('etag', 'W/"so"')
    response.setHeader('cache-control', 'public, no-cache')
    response.setHeader('content-disposition', 'attachment; filename="receipt.html"')
    sendHtml(`<p>words</p>${scripts(1)}`)(incoming, response)
  })
  const { headers } = await ask('/receipts/one/receipt.html')
  expect([headers['etag'], headers['content-security-policy']]).toEqual([
    'W/"so"',
    "default-src 'none'; frame-ancestors 'none'",
  ])
})

describe('a request for the data of a page', () => {
  const tree = ['', { children: ['missions', { children: ['__PAGE__', {}] }] }, null, null]
  const deep = (levels: number) => `${'["",{"a":'.repeat(levels)}["",{}]${'}]'.repeat(levels)}`
  const data = (state: string) =>
    request(base, { method: 'GET', path: '/here', headers: { rsc: '1', 'next-router-state-tree': state } })

  test.each([
    ['is no JSON', 'x'],
    ['is nothing', ''],
    ['is not in percent-encoding', '%E0%A4%A'],
    ['is JSON of something else', '{}'],
    ['has no such shape', '["",{"children":[1,{}]}]'],
    ['is sent twice', `${JSON.stringify(tree)}, ${JSON.stringify(tree)}`],
    ['is deeper than any page', deep(1_400)],
    ['is wider than any page', `["",{${Array.from({ length: 900 }, (_, at) => `"${at}":["",{}]`)}}]`],
    ['is deeper than any page, in lists alone', `${'['.repeat(7_000)}${']'.repeat(7_000)}`],
  ])('whose state %s is 400 at the front, and Next never hears of it', async (_, state) => {
    await open(sendHtml('<p>words</p>'))
    const { status, headers, text } = await data(state)
    expect([status, headers['cache-control'], text]).toEqual([
      400,
      'no-store',
      'The header next-router-state-tree is malformed.\n',
    ])
    expect(seen).toEqual([])
  })

  test('is left to Next with every state that a browser has', async () => {
    await open(sendHtml('<p>words</p>'))
    const places = [tree, ['', { children: [['id', 'one', 'd', null], {}], modal: ['(.)x', {}] }, null, 'refetch']]
    for (const state of [...places.map((place) => JSON.stringify(place)), deep(12)])
      for (const sent of [state, encodeURIComponent(state)]) expect((await data(sent)).status, sent).toBe(200)
  })
})

test('a part of a file is not asked of Next, nor offered: whoever asks for one gets the whole', async () => {
  const told: IncomingMessage['headers'][] = []
  await open((incoming, response) => {
    told.push(incoming.headers)
    response.setHeader('content-type', incoming.url === '/font.woff2' ? 'font/woff2' : 'text/plain')
    response.setHeader('accept-ranges', 'bytes')
    response.end('words')
  })
  const parts = {
    range: 'bytes=9-',
    'if-range': '"x"',
    'if-match': '"x"',
    'if-unmodified-since': new Date(0).toUTCString(),
  }
  for (const path of ['/document.js', '/font.woff2']) {
    const { status, headers, text } = await request(base, { method: 'GET', path, headers: parts })
    expect([status, headers['accept-ranges'], text], path).toEqual([200, undefined, 'words'])
  }
  for (const headers of told) expect(Object.keys(parts).filter((name) => name in headers)).toEqual([])
})

test.each([
  [undefined, 'Accept-Encoding'],
  ['RSC', 'RSC, Accept-Encoding'],
  ['accept-encoding, Accept', 'accept-encoding, Accept'],
])('a 304 of what varies by %j says that it varies by the encoding too, as the file itself does', async (by, vary) => {
  await open((incoming, response) => {
    if (by) response.setHeader('vary', by)
    response.setHeader('etag', 'W/"so"')
    response.setHeader('cache-control', 'public, max-age=60')
    const isKnown = incoming.headers['if-none-match'] !== undefined
    response.statusCode = isKnown ? 304 : 200
    if (!isKnown) response.setHeader('content-type', 'application/atom+xml')
    response.end(isKnown ? undefined : '<feed/>')
  })
  const whole = await ask('/missions/feed.xml')
  const known = await request(base, {
    method: 'GET',
    path: '/missions/feed.xml',
    headers: { 'if-none-match': 'W/"so"' },
  })
  expect([whole.status, whole.headers['vary']]).toEqual([200, vary])
  expect([known.status, known.headers['vary']]).toEqual([304, vary])
})

test.each([
  '/_next/image?url=%2Fpicture.png&w=640&q=75',
  '/_next/image',
  '/_next/data/build/index.json',
  '/_next/webpack-hmr',
  '/_next',
  '/_next/',
  '/_next/static',
  '/_next/static/',
  '/_next/static/chunks/none.js',
  '/_next/static/%63hunks/x.js',
  '/__nextjs_original-stack-frames',
  '/__nextjs_font/geist-latin.woff2',
])('%s is 404 at the front, and Next never hears of it', async (path) => {
  await open(sendHtml('<p>a page of Next</p>'))
  const { status, headers, text } = await ask(path)
  expect([status, headers['cache-control'], text]).toEqual([404, 'no-store', 'This page does not exist.\n'])
  expect(seen).toEqual([])
})
