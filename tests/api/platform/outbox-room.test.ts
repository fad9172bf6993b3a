import { afterAll, beforeAll, expect, test } from 'vitest'
import { OUTBOX_UNSETTLED_MAX } from '@/lib/contract/limits'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { draftChallenge, seedMission } from '@/tests/support/story'

// How many posts about a record may wait for a moderator.

const OUTBOX = '/api/v1/platform-outbox'

let world: PlatformWorld
let admin: Actor
let owner: Actor
beforeAll(async () => {
  world = await openPlatformWorld('on')
  ;[admin, owner] = await Promise.all([world.admin(), world.wallet()])
})
afterAll(() => world.close())

const queue = (body: object) => admin.post(OUTBOX, body)
async function queued(body: object): Promise<Json> {
  const reply = await queue(body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.item
}
const approve = async (item: Json): Promise<Json> =>
  (await admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })).body.item
const cancel = (item: Json) => admin.post(`${OUTBOX}/${item.id}/cancel`)

test('of a record so many posts of a kind wait and no more; one that is sent or cancelled makes room', async () => {
  const { id } = await seedMission(owner)
  const update = (summary: string, missionId = id) => ({
    kind: 'mission-update',
    missionId,
    summary,
    channel: 'garden',
  })
  const items: Json[] = []
  while (items.length < OUTBOX_UNSETTLED_MAX) items.push(await queued(update(`News ${items.length}.`)))
  const beyond = await queue(update('More.'))
  expectRefused(beyond, 409)
  expect(beyond.body.error.message).toContain(`No more than ${OUTBOX_UNSETTLED_MAX} posts`)

  const another = await seedMission(owner)
  await queued(update('More.', another.id))
  const challenge = await draftChallenge(owner)
  await queued({ kind: 'announce', challengeId: challenge.id, channel: 'lobby' })

  expect((await approve(items[0])).state).toBe('sent')
  await queued(update('More.'))
  expectRefused(await queue(update('Even more.')), 409)
  expect((await cancel(items[1])).status).toBe(201)
  await queued(update('Even more.'))
})

test('a post that failed or was cancelled is queued anew with the same payload', async () => {
  const { id } = await draftChallenge(owner)
  const body = { kind: 'announce', challengeId: id, channel: 'no-such-room' }
  const item = await queued(body)
  expect((await approve(item)).state).toBe('failed')
  expect((await queued(body)).payloadHash).toBe(item.payloadHash)
  expect((await cancel(item)).body.item.state).toBe('cancelled')
  expect((await queued(body)).payloadHash).toBe(item.payloadHash)
})

test('an update that was sent may be told again', async () => {
  const { id } = await seedMission(owner)
  const body = { kind: 'mission-update', missionId: id, summary: 'Still open.', channel: 'garden' }
  expect((await approve(await queued(body))).state).toBe('sent')
  expect((await approve(await queued(body))).state).toBe('sent')
})
