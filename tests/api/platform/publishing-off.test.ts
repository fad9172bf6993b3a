import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld, withSettings } from '@/tests/support/platform-world'
import { draftChallenge } from '@/tests/support/story'

// Publishing is off: a post may be approved and does not leave.

const OUTBOX = '/api/v1/platform-outbox'

let world: PlatformWorld
let admin: Actor
let item: Json
beforeAll(async () => {
  world = await openPlatformWorld('off')
  admin = await world.admin()
})
beforeEach(async () => {
  const { id } = await draftChallenge(await world.wallet())
  item = (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body.item
})
afterAll(() => world.close())

const approve = () => admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })
const posted = async () => {
  const { posts } = await (await fetch(`${world.sandbox.base}/api/latest.json?channel=lobby&limit=100`)).json()
  return posts.filter((post: Json) => post.text === item.text).length
}

test('the status says so', async () => {
  expect((await world.get('/api/v1/platform-status')).body).toMatchObject({ mode: 'read-only', publishing: false })
})

test('an approved post stays approved, whatever the schedule does, and is listed for moderators alone', async () => {
  expect((await approve()).body.item).toMatchObject({ state: 'approved', attempts: 0, approvals: [{}] })
  await world.tick()
  expect(await posted()).toBe(0)
  expect((await world.get(OUTBOX)).body.items).toEqual([])
  expect((await admin.get(OUTBOX)).body.items[0]).toMatchObject({ id: item.id, state: 'approved' })
})

test('an approved post is not approved again, and can be cancelled', async () => {
  await approve()
  expectRefused(await approve(), 409)
  expect((await admin.post(`${OUTBOX}/${item.id}/cancel`)).body.item.state).toBe('cancelled')
})

test('what was approved before publishing was switched on leaves only by another approval', async () => {
  await approve()
  await withSettings({ COMMUNITY_PUBLISHING: 'on' }, async () => {
    await world.tick()
    expect(await posted()).toBe(0)
    const sent = (await approve()).body.item
    expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
    expect(sent.approvals).toHaveLength(2)
    expect(await posted()).toBe(1)
  })
})

test('a post that was being sent when the process ended can be settled, also once no platform is connected', async () => {
  await world.sql.query(
    `UPDATE "OutboxItem" SET state = 'sending', attempts = 1, "attemptedAt" = now() - interval '2 days' WHERE id = $1`,
    [item.id],
  )
  const cancel = () => admin.post(`${OUTBOX}/${item.id}/cancel`)
  expectRefused(await cancel(), 409)
  await withSettings({ COMMUNITY_URL: undefined }, async () => {
    await world.tick()
    expect((await cancel()).body.item).toMatchObject({ state: 'cancelled', errors: [{}] })
  })
})
