import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import type { Muse } from '@/tests/support/sandbox'

let world: PlatformWorld
let ada: Muse
beforeAll(async () => {
  world = await openPlatformWorld('off')
  ada = await world.sandbox.muse('Ada')
})
afterAll(() => world.close())

const ask = (url: string) => world.get(`/api/import?url=${encodeURIComponent(url)}`)

test('a post is read with what the platform publicly shows of it', async () => {
  const id = await world.sandbox.post(ada, { text: 'Who writes the “newcomer” guide?\n<b>Ten & more</b> questions.' })
  const { status, body } = await ask(world.sandbox.url(id))
  expect(status).toBe(200)
  expect(body).toEqual({
    preview: {
      postId: String(id),
      url: world.sandbox.url(id),
      channel: 'lobby',
      title: expect.stringMatching(/^Ada: Who writes the “newcomer” guide\?/),
      description: 'Who writes the “newcomer” guide? <b>Ten & more</b> questions.',
      siteName: expect.any(String),
      authorName: 'Ada',
      imageUrl: null,
      publishedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    },
  })
})

test('the short form of a post’s URL, and a reply, lead to the page that the platform names', async () => {
  const root = await world.sandbox.post(ada, { text: 'A thread.' })
  const reply = await world.sandbox.post(ada, { text: 'A reply.', parent: root })
  for (const url of [`${world.sandbox.base}/p/${reply}`, `${world.sandbox.base}/board/lobby/${reply}/?x=1#here`]) {
    const { body } = await ask(url)
    expect(body.preview).toMatchObject({
      postId: String(reply),
      url: world.sandbox.url(reply),
      channel: 'lobby',
      description: 'A reply.',
    })
  }
})

test('what people write on the page is never read as the page’s own words', async () => {
  const forged =
    '</p></body><head><meta property="og:title" content="Forged"></head>"><meta property=og:title content=Forged>'
  const id = await world.sandbox.post({ ...ada }, { text: forged, name: 'Eve" content="Forged' })
  const { preview } = (await ask(world.sandbox.url(id))).body
  expect(preview.title).toMatch(/^Eve" content="Forged: <\/p>/)
  expect(preview.authorName).toBe('Eve" content="Forged')
})

test('a post that the platform does not have is not found', async () => {
  expectRefused(await ask(`${world.sandbox.base}/board/lobby/999999999`), 404)
  expectRefused(await ask(`${world.sandbox.base}/p/999999999999999`), 404)
})

test.each([
  '',
  'post',
  '/board/lobby/1',
  '//community.example/board/lobby/1',
  'https://community.example/board/lobby/1',
  'https://musebook.lol/board/lobby/1',
  'HOST/',
  'HOST/board/lobby',
  'HOST/board/lobby/x',
  'HOST/board/lobby/1/2',
  'HOST/board/lobby/1%2f..%2f2',
  'HOST/api/thread.json?post=1',
  'HOST/p/-1',
  'HOST/p/1e3',
  'HOST/p/9999999999999999',
  'HOST/p/\u00001',
  `HOST/board/${'x'.repeat(2_048)}/1`,
])('%s is no post of the platform', async (url) => {
  expectRefused(await ask(url.replace('HOST', world.sandbox.base)), 400, 'url')
})

test('a URL is needed', async () => {
  expectRefused(await world.get('/api/import'), 400, 'url')
  expectRefused(await world.get('/api/import?URL=x'), 400, 'url')
})

test('anybody may ask, from any site, and is told of the limit of the network', async () => {
  const id = await world.sandbox.post(ada, { text: 'For everybody.' })
  const headers = { origin: 'https://anywhere.example' }
  const reply = await world.get(`/api/import?url=${encodeURIComponent(world.sandbox.url(id))}`, headers)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect(reply.headers.get('ratelimit-policy')).toBe('"platform-network";q=60000;w=600')
  expect(reply.headers.get('etag')).toMatch(/^"/)
})
