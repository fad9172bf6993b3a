import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld, withSettings } from '@/tests/support/platform-world'
import { type Muse, openSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { conversionBody, draftChallenge, verifiedChallenge } from '@/tests/support/story'

// After COMMUNITY_URL has changed, the ids of posts are those of other posts: what was linked before is left alone.

const OUTBOX = '/api/v1/platform-outbox'
const AGAIN_AFTER_SECONDS = 16 * 60

let world: PlatformWorld
let other: TestSandbox
let admin: Actor
let owner: Actor
let stranger: Muse
beforeAll(async () => {
  world = await openPlatformWorld('on')
  other = await openSandbox({ clockFile: world.clockFile })
  stranger = await other.muse('Stranger')
  admin = await world.admin()
})
beforeEach(async () => {
  world.setClock(0)
  owner = await world.wallet()
})
afterAll(async () => {
  await world.close()
  await other.close()
})

const at = (id: string) => `/api/v1/challenges/${id}/musebook`
const textsOf = ({ body }: Reply): string[] => body.proposals.map(({ text }: Json) => text)
const proposals = async (id: string) => textsOf(await world.get(at(id)))
const elsewhere = (work: () => Promise<void>) => withSettings({ COMMUNITY_URL: other.base }, work)
const announce = (challengeId: string) => admin.post(OUTBOX, { kind: 'announce', challengeId })
const approve = ({ id, payloadHash }: Json) => admin.post(`${OUTBOX}/${id}/approve`, { payloadHash })

function expectConflict(reply: Reply, words: string): void {
  expectRefused(reply, 409)
  expect(reply.body.error.message).toContain(words)
}

/** A thread here with a reply, and one of strangers on the other platform whose root has the same id, with a reply more. */
async function twins(): Promise<number> {
  const ask = () => world.sandbox.post(world.own, { text: 'Which one?' })
  const askElsewhere = () => other.post(stranger, { text: 'Something else.' })
  let [root, foreign] = [await ask(), await askElsewhere()]
  while (root < foreign) root = await ask()
  while (foreign < root) foreign = await askElsewhere()
  await world.sandbox.postAnonymously('Ada', { text: 'Mine.', parent: root })
  for (const text of ['Not for you.', 'Nor this.']) await other.post(stranger, { text, parent: root })
  return root
}

const link = (id: string, root: number, platform: Pick<TestSandbox, 'url'> = world.sandbox) =>
  owner.post(at(id), { channel: 'lobby', originPostUrl: platform.url(root) })

/** A challenge that is linked to a thread here and synced. */
async function discussed(): Promise<{ id: string; root: number }> {
  const { id } = await draftChallenge(owner)
  const root = await twins()
  expect((await link(id, root)).status).toBe(201)
  expect(textsOf(await owner.post(`${at(id)}/sync`))).toEqual(['Mine.'])
  return { id, root }
}

test('a thread of the former platform is not read, by the schedule or its owner, until it is linked anew', async () => {
  const { id } = await discussed()
  await elsewhere(async () => {
    world.setClock(AGAIN_AFTER_SECONDS)
    await world.tick()
    expect(await proposals(id)).toEqual(['Mine.'])
    expectConflict(await owner.post(`${at(id)}/sync`), 'was linked on another platform')
    const root = await other.post(stranger, { text: 'Which one, over here?' })
    await other.post(stranger, { text: 'For you.', parent: root })
    const linked = await link(id, root, other)
    expect(linked.status, linked.text).toBe(201)
    expect(linked.body.link).toMatchObject({ threadUrl: other.url(root), lastSync: null })
    expect(textsOf(await owner.post(`${at(id)}/sync`)).sort()).toEqual(['For you.', 'Mine.'])
    expectConflict(await link(id, root, other), 'has begun')
  })
})

test('the schedule goes on with it once the former platform is back', async () => {
  const { id, root } = await discussed()
  await world.sandbox.postAnonymously('Bela', { text: 'Mine too.', parent: root })
  world.setClock(AGAIN_AFTER_SECONDS)
  await elsewhere(() => world.tick())
  await world.tick()
  expect(await proposals(id)).toEqual(['Mine.', 'Mine too.'])
})

test('nothing is posted in a thread of the former platform', async () => {
  const { id } = await discussed()
  const { item } = (await announce(id)).body
  expect(item.parentPostId).not.toBeNull()
  await elsewhere(async () => {
    expectConflict(await announce(id), 'was linked on another platform')
    expectConflict(await approve(item), 'was linked on another platform')
  })
})

test('a discussion that was announced on the former platform is linked to a thread here, also by way of a channel', async () => {
  const { id } = await draftChallenge(owner)
  const { item } = (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body
  expect((await approve(item)).body.item.state).toBe('sent')
  const root = await twins()
  await elsewhere(async () => {
    expect((await owner.post(at(id), { channel: 'garden' })).status).toBe(201)
    expect((await link(id, root, other)).body.link.threadUrl).toBe(other.url(root))
  })
})

test('a post about a mission goes beside a thread of the former platform', async () => {
  const challenge = await verifiedChallenge(world, owner, await world.verifier())
  const root = await twins()
  expect((await link(challenge.id, root)).status).toBe(201)
  const { mission } = (await owner.post(`/api/v1/challenges/${challenge.id}/convert`, conversionBody())).body
  const update = { kind: 'mission-update', missionId: mission.id, summary: 'It grew.' }
  const queue = (body: object) => admin.post(OUTBOX, body)
  const { item } = (await queue(update)).body
  expect(item.parentPostId).toBe(String(root))
  await elsewhere(async () => {
    expectRefused(await queue(update), 400, 'channel')
    expect((await queue({ ...update, channel: 'lobby' })).body.item.parentPostId).toBeNull()
    expectConflict(await approve(item), 'would not go where its record is discussed now')
  })
})

test('while no platform is connected a preview is queued as before', async () => {
  const { id } = await discussed()
  await withSettings({ COMMUNITY_URL: undefined }, async () => {
    const reply = await announce(id)
    expect(reply.status, reply.text).toBe(201)
    expect((await approve(reply.body.item)).body.item.state).toBe('approved')
  })
})

test('a thread whose address was erased is not read, and another one may be linked', async () => {
  const { id, root } = await discussed()
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type: 'challenge', id, reason: 'Law 7', part: null, fields: [], dryRun: false })
  await world.sandbox.postAnonymously('Bela', { text: 'Mine too.', parent: root })
  world.setClock(AGAIN_AFTER_SECONDS)
  await world.tick()
  expect(await proposals(id)).toEqual(['[erased: Law 7]'])
  expectConflict(await owner.post(`${at(id)}/sync`), 'was erased')
  expect((await link(id, await twins())).status).toBe(201)
})
