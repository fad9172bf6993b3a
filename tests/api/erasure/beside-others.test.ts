import { createHash, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '@/lib/db/sql'
import type { Actor } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { seedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

// An erasure beside writes: in which order it locks, and that none stores again what it has taken.

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

test('the answer that is stored once the work behind a write is done shows nothing that was erased meanwhile', async () => {
  const { withIdempotencyKey } = await import('@/lib/api/idempotency')
  const id = await notice('/notifications', 'All about Ida Late.')
  const key = randomUUID()
  const show = sql`(SELECT json_build_object('body', body)::text FROM "Notification" WHERE id = ${id}::int)`
  let erased: Promise<unknown> = Promise.resolve()
  const background = async () => {
    await new Promise<void>((begun) => {
      erased = within(async (client) => {
        await client.query('SELECT 1 FROM "IdempotencyKey" WHERE key = $1 FOR UPDATE', [key])
        begun()
        await waitsFor('IdempotencyKey')
        await client.query(`UPDATE "Notification" SET body = 'Erased.' WHERE id = $1`, [id])
        await client.query(`UPDATE "IdempotencyKey" SET body = '{"body":"Erased."}' WHERE key = $1`, [key])
      })
    })
    return show
  }
  const caller = { wallet: owner.address, isVerifier: false, isAdmin: false }
  const tokenHash = createHash('sha256').update(owner.token).digest('hex')
  const request = { key, fingerprint: 'x', caller, tokenHash, at: new Date(), isDryRun: false }
  const answer = await withIdempotencyKey(request, 200, async () => ({ show, background }))
  await erased
  expect(JSON.parse(answer.body)).toEqual({ body: 'Erased.' })
  expect(await look(world, 'SELECT body, status FROM "IdempotencyKey" WHERE key = $1', [key])).toEqual({
    body: answer.body,
    status: 200,
  })
})
