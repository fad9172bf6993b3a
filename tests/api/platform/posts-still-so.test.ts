import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld, withSettings } from '@/tests/support/platform-world'
import { dayFromNow, draftChallenge, seedMission } from '@/tests/support/story'

// A post says what is so when it is approved, not only when it was queued.

const OUTBOX = '/api/v1/platform-outbox'

let world: PlatformWorld
let admin: Actor
let owner: Actor
let other: Actor
beforeAll(async () => {
  world = await openPlatformWorld('on')
  ;[admin, owner, other] = await Promise.all([world.admin(), world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const approve = (item: Json): Promise<Reply> =>
  admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })

async function queued(body: object): Promise<Json> {
  const reply = await admin.post(OUTBOX, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.item
}

/** Such a post is refused, stays as it was, and one that says what is so takes its place. */
async function expectOutdated(item: Json, words: string, state = 'preview'): Promise<void> {
  const reply = await approve(item)
  expectRefused(reply, 409)
  expect(reply.body.error.message).toContain(words)
  const { items } = (await admin.get(`${OUTBOX}?limit=100`)).body
  expect(items.find(({ id }: Json) => id === item.id).state).toBe(state)
  expect((await admin.post(`${OUTBOX}/${item.id}/cancel`)).body.item.state).toBe('cancelled')
}

const NO_LONGER = 'no longer says what is so'

test('an announcement of a challenge that has ended meanwhile is refused', async () => {
  const { id } = await draftChallenge(owner)
  const item = await queued({ kind: 'announce', challengeId: id, channel: 'lobby' })
  await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Over.' })
  await expectOutdated(item, 'This challenge has ended.')
})

test('an announcement with other deadlines than the challenge has now is refused; one with those is sent', async () => {
  const { id } = await draftChallenge(owner)
  const body = { kind: 'announce', challengeId: id, channel: 'lobby' }
  const item = await queued(body)
  const later = { submissionDeadline: dayFromNow(40), decisionDeadline: dayFromNow(50), reason: 'More time.' }
  expect((await owner.post(`/api/v1/challenges/${id}/deadlines`, later)).status).toBe(201)
  await expectOutdated(item, NO_LONGER)
  expect((await approve(await queued(body))).body.item.state).toBe('sent')
})

test('an update that tells another state than the mission is in now is refused; one that tells this is sent', async () => {
  const { id } = await seedMission(owner)
  const body = { kind: 'mission-update', missionId: id, summary: 'It is open.\nState: COMPLETED', channel: 'garden' }
  const item = await queued(body)
  expect((await other.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  await expectOutdated(item, NO_LONGER)
  const sent = (await approve(await queued(body))).body.item
  expect([sent.state, sent.text.split('\n')[1]]).toEqual(['sent', 'State: Claimed'])
})

test('a post that failed is held to the same when it is given again', async () => {
  const { id } = await draftChallenge(owner)
  const item = await queued({ kind: 'announce', challengeId: id, channel: 'no-such-room' })
  expect((await approve(item)).body.item.state).toBe('failed')
  await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Over.' })
  await expectOutdated(item, 'This challenge has ended.', 'failed')
})

test('so is one that was approved while publishing was off', async () => {
  const { id } = await seedMission(owner)
  const item = await queued({ kind: 'mission-update', missionId: id, summary: 'It is open.', channel: 'garden' })
  await withSettings({ COMMUNITY_PUBLISHING: 'off' }, async () => {
    expect((await approve(item)).body.item.state).toBe('approved')
  })
  expect((await other.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  await expectOutdated(item, NO_LONGER, 'approved')
})

describe('where a post goes', () => {
  const OTHER_THREAD = 'would not go where its record is discussed now'

  let asker: Actor
  let body: { kind: string; challengeId: string; channel?: string }
  beforeEach(async () => {
    asker = await world.wallet()
    body = { kind: 'announce', challengeId: (await draftChallenge(asker)).id }
  })

  /** Links the challenge to a new thread in the channel. @returns its root. */
  async function link(channel: string): Promise<number> {
    const root = await world.sandbox.post(world.own, { text: 'Here.', channel })
    const sent = { channel, originPostUrl: world.sandbox.url(root, channel) }
    expect((await asker.post(`/api/v1/challenges/${body.challengeId}/musebook`, sent)).status).toBe(201)
    return root
  }

  test('an announcement in a thread that is no longer the challenge’s is refused; one in its thread is sent', async () => {
    await link('garden')
    const item = await queued(body)
    const root = await link('lobby')
    await expectOutdated(item, OTHER_THREAD)
    const { item: sent } = (await approve(await queued(body))).body
    expect(sent).toMatchObject({ state: 'sent', channel: 'lobby', parentPostId: String(root) })
  })

  test.each(['lobby', 'garden'])(
    'an announcement in %s beside the thread that was linked meanwhile is refused',
    async (channel) => {
      const item = await queued({ ...body, channel })
      await link('lobby')
      await expectOutdated(item, OTHER_THREAD)
    },
  )

  test('an announcement that was asked for in another channel than the thread’s is sent there', async () => {
    await link('lobby')
    const item = await queued({ ...body, channel: 'garden' })
    expect((await approve(item)).body.item).toMatchObject({ state: 'sent', parentPostId: null })
  })
})
