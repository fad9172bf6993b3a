import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Behaviour, type MisbehavingPlatform, openMisbehavingPlatform } from '@/tests/support/misbehaving-platform'
import { openWorld, type World } from '@/tests/support/world'

// Whatever the platform's page does: an end, a clear 503, and no request to anybody else.

const MEGABYTE = 1024 * 1024

let platform: MisbehavingPlatform
let elsewhere: MisbehavingPlatform
let world: World
beforeAll(async () => {
  ;[platform, elsewhere] = await Promise.all([openMisbehavingPlatform(), openMisbehavingPlatform()])
  elsewhere.behave(page(title('Elsewhere')))
  world = await openWorld({ environment: { COMMUNITY_URL: platform.base } })
})
beforeEach(() => platform.behave(page(title('Hello'))))
afterAll(async () => {
  await world.close()
  await Promise.all([platform.close(), elsewhere.close()])
})

const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`
const title = (words: string) => meta('og:title', words)
const html = (head: string) => `<!doctype html><html><head>${head}</head><body></body></html>`
const answer =
  (bytes: string | Buffer, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers })
    response.end(bytes)
  }
const page = (head: string) => answer(html(head))
const redirect = (location: string, status = 302) => answer('', status, { location })

const ask = (path = '/p/42') => world.get(`/api/import?url=${encodeURIComponent(platform.base + path)}`)

async function expectUnavailable(behaviour: Behaviour): Promise<void> {
  platform.behave(behaviour)
  expectRefused(await ask(), 503)
  await expect.poll(() => platform.waiting(), { message: 'what was asked goes on' }).toBe(0)
}

test('a page that says little is enough, and what it does not say is null', async () => {
  expect((await ask('/board/a%20b/42')).body.preview).toEqual({
    postId: '42',
    url: `${platform.base}/board/a%20b/42`,
    channel: 'a b',
    title: 'Hello',
    description: null,
    siteName: null,
    authorName: null,
    imageUrl: null,
    publishedAt: null,
  })
})

test('the page is asked for by the post’s id alone, as HTML and without anything of the caller', async () => {
  const asked: (string | undefined)[] = []
  platform.behave((request, response) => {
    asked.push(request.url, request.headers.accept, request.headers.cookie, request.headers.authorization)
    page(title('Hello'))(request, response)
  })
  const path = `/board/lobby/42?next=${encodeURIComponent(elsewhere.base)}#x`
  const headers = { cookie: 'svc_session=x', authorization: 'Bearer x' }
  await world.get(`/api/import?url=${encodeURIComponent(platform.base + path)}`, headers)
  expect(asked).toEqual(['/p/42', 'text/html', undefined, undefined])
})

test('a redirect within the platform is followed', async () => {
  platform.behave((request, response) =>
    request.url === '/p/42'
      ? redirect('/board/lobby/42', 301)(request, response)
      : page(title(`At ${request.url}`))(request, response),
  )
  expect((await ask()).body.preview.title).toBe('At /board/lobby/42')
})

test.each([
  ['another post', '/board/lobby/43'],
  ['no post', '/about'],
  ['another host', 'https://evil.example/board/lobby/42'],
  ['a host that begins alike', 'PLATFORM.evil.example/board/lobby/42'],
  ['credentials', 'http://user:secret@HOST/board/lobby/42'],
  ['another scheme', 'javascript:alert(42)'],
])('a page that calls itself %s is not believed', async (_what, said) => {
  const { host } = new URL(platform.base)
  const url = said.startsWith('/')
    ? platform.base + said
    : said.replace('PLATFORM', platform.base).replace('HOST', host)
  platform.behave(page(title('Hello') + meta('og:url', url)))
  expect((await ask()).body.preview).toMatchObject({ url: `${platform.base}/p/42`, channel: null })
})

test('an image is told and never fetched', async () => {
  platform.behave(page(title('Hello') + meta('og:image', 'https://evil.example/pixel.png')))
  expect((await ask()).body.preview.imageUrl).toBe('https://evil.example/pixel.png')
  platform.behave(page(title('Hello') + meta('og:image', `${elsewhere.base}/pixel.png`)))
  expect((await ask()).body.preview.imageUrl).toBeNull()
  expect(elsewhere.asked()).toBe(0)
})

test('what the platform does not have is not found', async () => {
  for (const body of ['', html(title('Not here')), '{"ok":false,"error":"nothing"}']) {
    platform.behave(answer(body, 404))
    expectRefused(await ask(), 404)
  }
})

describe('a clear 503', () => {
  const endless: Behaviour = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => !response.destroyed && response.write('<meta name=a content=b>'.repeat(4_000)), 1)
    response.on('close', () => clearInterval(timer))
  }

  test.each<[string, Behaviour]>([
    ['nothing', answer('')],
    ['JSON', answer('{"ok":true}')],
    ['a page without a title', page('')],
    ['a page in another charset', answer(Buffer.from(html(title('Hello')), 'utf16le'))],
    ['random bytes', answer(Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 97) % 256)))],
    ['compressed bytes', answer('x', 200, { 'content-encoding': 'gzip' })],
    ['a page that announces too much', answer('', 200, { 'content-length': String(MEGABYTE + 1) })],
    ['a page over a megabyte', answer(html(title('Hello')) + 'x'.repeat(MEGABYTE))],
    ['a page without an end', endless],
    ['a failure', answer(html(title('Hello')), 500)],
    ['a refusal', answer(html(title('Hello')), 403)],
    ['a limit', answer('', 429)],
    ['a broken connection', (request) => void request.socket.destroy()],
    ['no HTTP', (request) => void request.socket.end('hello\r\n\r\n')],
    ['a redirect to itself', redirect('/p/42')],
    ['a redirect to nowhere', redirect('')],
    ['a redirect that is no URL', redirect('http://[')],
  ])('for %s', (_what, behaviour) => expectUnavailable(behaviour))

  test('for as long as a platform that is asked too much says', async () => {
    platform.behave(answer('', 429, { 'retry-after': '120' }))
    expect((await ask()).headers.get('retry-after')).toBe('120')
  })

  test('for silence, which is given up', () => expectUnavailable(() => undefined))

  test('while it is away, and not for longer', async () => {
    await platform.leave()
    expectRefused(await ask(), 503)
    await platform.comeBack()
    expect((await ask()).status).toBe(200)
  })
})
