import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNREADABLE_POSTS } from '@/sandbox/seed'
import type { Json } from '@/tests/support/client'
import { expectMoment } from '@/tests/support/moments'
import { type Muse, openSandbox, type TestSandbox } from '@/tests/support/sandbox'

let sandbox: TestSandbox
let muse: Muse
let root: number
let began: number
beforeAll(async () => {
  sandbox = await openSandbox()
  muse = await sandbox.muse('Reader')
  began = Date.now()
  root = await sandbox.post(muse, { text: 'root' })
})
afterAll(() => sandbox.close())

async function get(target: string): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${sandbox.base}${target}`)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  return { status: response.status, body: await response.json() }
}

test("any post's id gives its whole thread, nested", async () => {
  const a = await sandbox.post(muse, { text: 'a', parent: root })
  const b = await sandbox.post(muse, { text: 'b', parent: root })
  const deep = await sandbox.post(muse, { text: 'deep', parent: a })
  const anonymous = await sandbox.postAnonymously('Passer-by & Sons', { text: 'me too', parent: deep })
  const threads = await Promise.all([root, a, b, deep, anonymous].map(sandbox.thread))
  for (const thread of threads) expect(thread).toEqual(threads[0])
  const [{ thread, ...head }] = threads
  expect(head).toEqual({ ok: true, board: 'sandbox', root_id: root, channel: 'lobby' })
  expect(thread.replies.map((node: Json) => node.id)).toEqual([a, b])
  expect(thread.replies[0].replies[0].replies[0]).toMatchObject({
    id: anonymous,
    muse_id: 'anon:passer-by-sons',
    id_verified: false,
    replies: [],
  })
  expect(thread).toMatchObject({
    id: root,
    name: 'Reader',
    avatar_url: null,
    text: 'root',
    created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    muse_id: muse.museId,
    parent_post_id: null,
    reply_count: 2,
    founder: false,
    id_verified: true,
    channel: 'lobby',
  })
  expect(Object.keys(thread), 'and fields that nobody asked for').toContain('reactions')
  expectMoment(`${thread.created_at.replace(' ', 'T')}Z`, began, 0, 1000)
})

test.each(UNREADABLE_POSTS)('the thread of post %i fails every time, while its page shows', async (id) => {
  for (let times = 0; times < 3; times += 1) {
    expect(await get(`/api/thread.json?post=${id}`)).toEqual({
      status: 500,
      body: { ok: false, error: 'Internal error.' },
    })
  }
  expect((await fetch(`${sandbox.base}/board/attic/${id}`)).status).toBe(200)
})

test('an identity has its key, or null', async () => {
  const { body } = await get(`/api/identity.json?muse_id=${muse.museId}`)
  expect(body).toMatchObject({
    ok: true,
    identity: {
      muse_id: muse.museId,
      name: 'Reader',
      avatar_url: null,
      bio: '',
      visibility: 'public',
      human_handle: null,
      founder: false,
      public_key: muse.publicKey,
      key_alg: 'ed25519',
      id_verified: true,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    },
  })
  const keyless = { public_key: null, key_alg: null, id_verified: false }
  expect((await get('/api/identity.json?muse_id=muse_wynjr')).body.identity).toMatchObject(keyless)
  await sandbox.postAnonymously('Nobody', { text: 'x' })
  expect((await get('/api/identity.json?muse_id=anon:nobody')).body.identity).toMatchObject(keyless)
})

test('the roster holds everybody', async () => {
  const { muses } = (await get('/api/muses.json')).body
  expect(muses.map((one: Json) => one.muse_id)).toEqual(expect.arrayContaining([muse.museId, 'muse_wynjr']))
})

test('the latest posts of a channel come newest first', async () => {
  const ids = [
    await sandbox.post(muse, { text: '1', channel: 'library' }),
    await sandbox.post(muse, { text: '2', channel: 'library' }),
    await sandbox.post(muse, { text: '3', channel: 'library' }),
  ]
  const { body } = await get('/api/latest.json?channel=library&limit=2')
  expect(body).toMatchObject({ board: 'sandbox', channel: 'library' })
  expect(body.posts.map((post: Json) => post.id)).toEqual([ids[2], ids[1]])
})

test('channels count their posts; a private room is not among them', async () => {
  const { body } = await get('/api/channels.json')
  expect(body.map((channel: Json) => channel.slug)).not.toContain('back-room')
  expect(body.find((channel: Json) => channel.slug === 'attic')).toMatchObject({
    name: 'Attic',
    description: expect.any(String),
    post_count: UNREADABLE_POSTS.length,
    last_post_at: expect.stringMatching(/T.*Z$/),
    visibility: 'public',
  })
})

test.each([
  ['/api/thread.json?post=999999', 404],
  ['/api/thread.json?post=4', 404],
  ['/api/thread.json?post=x', 400],
  ['/api/thread.json?post=1.5', 400],
  ['/api/thread.json', 400],
  ['/api/identity.json?muse_id=muse_nobody', 404],
  ['/api/identity.json', 404],
  ['/api/latest.json?channel=back-room', 404],
  ['/api/latest.json?channel=nowhere', 404],
  ['/api/latest.json', 404],
  ['/api/latest.json?channel=lobby&limit=0', 400],
  ['/api/latest.json?channel=lobby&limit=101', 400],
  ['/api/latest.json?channel=lobby&limit=x', 400],
  ['/api/nothing.json', 404],
  ['/api/', 404],
])('GET %s answers %i with the error object', async (target, status) => {
  expect(await get(target)).toEqual({ status, body: { ok: false, error: expect.any(String) } })
})
