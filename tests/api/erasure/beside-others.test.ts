import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { seedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

// An erasure beside writes: in which order it locks.

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

const notice = async (href: string, body: string): Promise<number> =>
  (
    await look(
      world,
      `INSERT INTO "Notification" (wallet, kind, title, body, href, "createdAt") VALUES ($1, 'claimed', 'A claim', $2, $3, now()) RETURNING id`,
      [owner.address, body, href],
    )
  ).id

/** Waits until somebody else waits for a lock with a statement of this table. */
const waitsFor = (table: string) =>
  until(async () => {
    const { rowCount } = await world.sql.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
      [`"${table}"`],
    )
    return (rowCount ?? 0) > 0
  }, 'it waited for a lock')

async function within<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await world.sql.connect()
  await client.query('BEGIN')
  try {
    return await work(client)
  } finally {
    await client.query('COMMIT')
    client.release()
  }
}

test('notifications are locked in the order of their ids, as by the wallet that marks them as read', async () => {
  const { id } = await seedMission(owner)
  const [first, second] = [await notice(`/missions/${id}`, 'One.'), await notice(`/missions/${id}`, 'Two.')]
  // On the disk the first comes behind the second now.
  await world.sql.query('UPDATE "Notification" SET "readAt" = now() WHERE id = $1', [first])
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const lock = 'SELECT id FROM "Notification" WHERE id = $1 FOR UPDATE SKIP LOCKED'
  const { free, erasing } = await within(async (client) => {
    await client.query(lock, [first])
    const limits = { part: null, fields: [], dryRun: false }
    const erasure = eraseRecord({ type: 'mission', id, reason: 'Law 7', ...limits }).catch((fault: unknown) => fault)
    await waitsFor('Notification')
    return { free: (await client.query(lock, [second])).rows, erasing: erasure }
  })
  await erasing
  expect(free).toEqual([{ id: second }])
})
