import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { look } from '@/tests/support/race'
import { unsoundIn } from '@/tests/support/sound'
import { draftChallenge } from '@/tests/support/story'

// What moderators do to a post is theirs to read. Everybody is told, by the record that a post is about, that it was sent.

const OUTBOX = '/api/v1/platform-outbox'

let world: PlatformWorld
let admin: Actor
beforeAll(async () => {
  world = await openPlatformWorld('on')
  admin = await world.admin()
})
afterAll(() => world.close())

const told = async (query: string): Promise<Json> => (await world.get(`/api/v1/events?limit=100&${query}`)).body

async function announced(channel: string): Promise<{ challenge: Json; item: Json }> {
  const challenge = await draftChallenge(await world.wallet())
  const { item } = (await admin.post(OUTBOX, { kind: 'announce', challengeId: challenge.id, channel })).body
  return { challenge, item }
}

const approve = async (item: Json): Promise<Json> =>
  (await admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })).body.item

test('what became of posts is told by their records alone: that one was sent, never that one was refused', async () => {
  const { nextCursor } = await told('since=now')
  const [good, bad] = [await announced('lobby'), await announced('no-such-room')]
  expect((await approve(good.item)).state).toBe('sent')
  const failed = await approve(bad.item)
  expect([failed.state, failed.errors.length]).toEqual(['failed', 1])

  const { events, hasMore } = await told(`since=${nextCursor}`)
  expect(events.map(({ recordId, recordType, kind }: Json) => [recordId, recordType, kind])).toEqual([
    [good.challenge.id, 'challenge', 'challenge-created'],
    [bad.challenge.id, 'challenge', 'challenge-created'],
    [good.challenge.id, 'challenge', 'post-sent'],
  ])
  expect(hasMore).toBe(false)
  expect(JSON.stringify(events)).not.toContain(failed.errors[0].message)
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
})

test('a post that one instance queues and a slower one sends is sent after it was queued', async () => {
  world.setClock(1800)
  const { item } = await announced('lobby')
  world.setClock(0)
  expect((await approve(item)).state).toBe('sent')
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
})

test('an event of a post that the log took before is not told, and no cursor stops at it', async () => {
  const { item } = await announced('lobby')
  const { nextCursor } = await told('since=now')
  await world.sql.query(
    `INSERT INTO "EventLog" (position, "recordId", seq, "recordType", actor)
      SELECT max(position) + 1, $1::uuid, 1, 'mission'::"RecordType", $2::text FROM "EventLog"`,
    [item.id, admin.address],
  )
  const { challenge } = await announced('garden')
  for (const query of ['', `&wallet=${admin.address}`, '&recordType=mission', `&recordId=${item.id}`]) {
    const { events, hasMore } = await told(`since=${nextCursor}${query}`)
    expect(events.map(({ recordId }: Json) => recordId)).toEqual(query === '' ? [challenge.id] : [])
    expect(hasMore).toBe(false)
  }
})

test('however many events of posts stand before it in the queue, an event is told to the next reader', async () => {
  const { item } = await announced('lobby')
  const { nextCursor } = await told('since=now')
  await world.sql.query(
    `INSERT INTO "EventQueue" ("recordId", seq, actor) SELECT $1::uuid, 1, NULL FROM generate_series(1, 5000)`,
    [item.id],
  )
  const { challenge } = await announced('garden')
  const { events } = await told(`since=${nextCursor}`)
  expect(events.map(({ recordId }: Json) => recordId)).toEqual([challenge.id])
  expect((await look(world, `SELECT count(*)::int AS n FROM "EventQueue"`)).n).toBe(0)
  const logged = `SELECT count(*)::int AS n FROM "EventLog" WHERE "recordId" = $1`
  expect((await look(world, logged, [item.id])).n).toBe(0)
})
