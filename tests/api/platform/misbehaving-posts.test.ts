import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  answerJson,
  type Behaviour,
  type MisbehavingPlatform,
  nodeOf,
  openMisbehavingPlatform,
} from '@/tests/support/misbehaving-platform'
import { communitySettings, runSchedule } from '@/tests/support/platform-world'
import { keyPair } from '@/tests/support/sandbox'
import { draftChallenge } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A post whose answer is lost may stand: it is never sent again by itself, and what became of it is read where it would be.

const OUTBOX = '/api/v1/platform-outbox'
const MINUTE_SECONDS = 60

let platform: MisbehavingPlatform
let world: World
let admin: Actor
let owner: Actor
/** What the channel shows, newest first. */
let posts: Json[] = []
/** How a post is answered, and the bodies that came. */
let answerPost: Behaviour
let received: Json[] = []

beforeAll(async () => {
  platform = await openMisbehavingPlatform()
  platform.behave((request, response) => {
    if (request.method === 'GET') {
      answerJson(JSON.stringify({ board: 'b', channel: 'lobby', posts }))(request, response)
      return
    }
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    request.on('end', () => {
      received.push(JSON.parse(text))
      answerPost(request, response)
    })
  })
  const own = { museId: 'muse_own', name: 'Trellis', ...keyPair() }
  world = await openWorld({ environment: communitySettings(platform.base, own, 'on') })
  admin = await world.admin()
})
beforeEach(async () => {
  world.setClock(0)
  owner = await world.wallet()
  ;[posts, received] = [[], []]
})
afterAll(async () => {
  await world.close()
  await platform.close()
})

const cut: Behaviour = (request) => request.socket.destroy()

async function preview(): Promise<Json> {
  const { id } = await draftChallenge(owner)
  return (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body.item
}

async function approved(item: Json, behaviour: Behaviour): Promise<Json> {
  answerPost = behaviour
  const reply = await admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.item
}

const read = async (item: Json): Promise<Json> =>
  (await admin.get(`${OUTBOX}?limit=100`)).body.items.find((one: Json) => one.id === item.id)

/** The post as the channel would show it. */
const standing = (id: number, item: Json, over: Record<string, unknown> = {}) =>
  nodeOf(id, {
    muse_id: 'muse_own',
    text: item.text,
    created_at: new Date().toISOString(),
    parent_post_id: null,
    ...over,
  })

const notices = async () =>
  (await owner.get('/api/v1/notifications')).body.notifications.map((notice: Json) => notice.kind)

describe('an answer that does not say whether the post stands', () => {
  test.each<[string, Behaviour]>([
    ['a connection that ends', cut],
    ['500', answerJson('{"ok":false,"error":"oops"}', 500)],
    ['a page in place of JSON', answerJson('<html>', 201)],
    ['no id', answerJson('{"ok":true}', 201)],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/api/post' }).end()],
    ['a body that is too large', answerJson(`"${'x'.repeat(1024 * 1024)}"`, 201)],
  ])('%s leaves it uncertain', async (_what, behaviour) => {
    const item = await approved(await preview(), behaviour)
    expect(item).toMatchObject({ state: 'uncertain', attempts: 1, postId: null })
    expect(item.errors).toHaveLength(1)
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    expect(received).toHaveLength(1)
    expect(await notices()).toEqual([])
    expectRefused(await admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash }), 409)
    expectRefused(await admin.post(`${OUTBOX}/${item.id}/cancel`), 409)
  })

  test('no answer at all leaves it uncertain, and is given up', async () => {
    expect((await approved(await preview(), () => undefined)).state).toBe('uncertain')
    await expect.poll(() => platform.waiting()).toBe(0)
  })

  test('the id of another post is not taken', async () => {
    const first = await approved(await preview(), answerJson('{"post":{"id":77}}', 201))
    expect(first).toMatchObject({ state: 'sent', postId: '77' })
    expect(await approved(await preview(), answerJson('{"post":{"id":77}}', 201))).toMatchObject({ state: 'uncertain' })
  })
})

describe('an answer that says it does not', () => {
  test.each<[string, Behaviour, string]>([
    ['400', answerJson('{"ok":false,"error":"Too \\u0000 long."}', 400), 'It said: Too  long.'],
    ['429', answerJson('{"ok":false,"error":"slow down"}', 429), 'status 429'],
    ['a page with 403', answerJson('<html>', 403), 'status 403'],
  ])('%s leaves it failed', async (_what, behaviour, words) => {
    const item = await approved(await preview(), behaviour)
    expect(item.state).toBe('failed')
    expect(item.errors[0].message).toContain(words)
    expect(await notices()).toEqual(['post-failed'])
  })

  test('nobody there leaves it failed, and another approval sends it', async () => {
    const item = await preview()
    await platform.leave()
    expect((await approved(item, cut)).state).toBe('failed')
    await platform.comeBack()
    expect(received).toEqual([])
    expect(await approved(item, answerJson('{"id":501}', 201))).toMatchObject({
      state: 'sent',
      postId: '501',
      attempts: 2,
    })
    expect(await notices()).toEqual(['post-sent', 'post-failed'])
  })
})

describe('what became of an uncertain post', () => {
  test('it is sent once it is read where it would stand, and never posted again', async () => {
    const item = await approved(await preview(), cut)
    posts = [nodeOf(601), standing(600, item)]
    await runSchedule(world)
    expect(await read(item)).toMatchObject({ state: 'sent', postId: '600', attempts: 1 })
    expect(received).toHaveLength(1)
    expect(await notices()).toEqual(['post-sent'])
    const { challenge } = (await world.get(`/api/v1/challenges/${item.challengeId}`)).body
    expect(challenge.history.at(-1)).toMatchObject({ kind: 'post-sent', actor: null })
  })

  test.each<[string, Record<string, unknown>]>([
    ['by another Muse', { muse_id: 'muse_other' }],
    ['with other words', { text: 'Something else.' }],
    ['as a reply', { parent_post_id: 5 }],
    ['from long before', { created_at: '2020-01-01 00:00:00' }],
  ])('a post %s is not it', async (_what, over) => {
    const item = await approved(await preview(), cut)
    posts = [standing(700, item, over)]
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
  })

  test('it has failed once it can no longer appear, and may be approved again', async () => {
    const item = await approved(await preview(), cut)
    world.setClock(9 * MINUTE_SECONDS)
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    world.setClock(11 * MINUTE_SECONDS)
    await runSchedule(world)
    const failed = await read(item)
    expect(failed.state).toBe('failed')
    expect(failed.errors.at(-1).message).toBe('It does not stand on the platform.')
    expect(await notices()).toEqual(['post-failed'])
    expect(received).toHaveLength(1)
    expect((await approved(item, answerJson('{"id":801}', 201))).state).toBe('sent')
  })

  test('it stays uncertain where the channel does not reach back far enough', async () => {
    const item = await approved(await preview(), cut)
    world.setClock(11 * MINUTE_SECONDS)
    posts = Array.from({ length: 100 }, (_, place) => nodeOf(9_000 + place, { created_at: new Date().toISOString() }))
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    posts = [...posts.slice(1), nodeOf(8_999, { created_at: '2020-01-01 00:00:00' })]
    await runSchedule(world)
    expect((await read(item)).state).toBe('failed')
  })

  test('two of the same words find a post each', async () => {
    const { id } = await draftChallenge(owner)
    const queue = async () =>
      (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body.item
    const first = await approved(await queue(), cut)
    world.setClock(11 * MINUTE_SECONDS)
    await runSchedule(world)
    expect((await read(first)).state).toBe('failed')
    world.setClock(0)
    const second = await approved(await queue(), cut)
    posts = [standing(900, second)]
    await runSchedule(world)
    expect((await read(second)).postId).toBe('900')
    expect((await read(first)).state).toBe('failed')
  })

  test('it waits while the platform cannot be read', async () => {
    const item = await approved(await preview(), cut)
    await platform.leave()
    world.setClock(11 * MINUTE_SECONDS)
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    await platform.comeBack()
    await runSchedule(world)
    expect((await read(item)).state).toBe('failed')
  })
})

test('what is sent is signed: the frame beside the payload, a nonce of its own each time', async () => {
  const [one, other] = [await preview(), await preview()]
  await approved(one, answerJson('{"id":1001}', 201))
  await approved(other, answerJson('{"id":1002}', 201))
  const [first, second] = received
  const { muse_id, timestamp, nonce, signature, ...fields } = first
  expect(fields).toEqual(JSON.parse(one.payload))
  expect([muse_id, typeof timestamp]).toEqual(['muse_own', 'number'])
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/)
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(second.nonce).not.toBe(nonce)
})
