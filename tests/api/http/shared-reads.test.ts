import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { autocommit } from '@/lib/db/db'
import { StorageAway } from '@/lib/db/faults'
import { pool } from '@/lib/db/pool'
import { CountRow } from '@/lib/db/rows'
import { sameReads, sharedDb } from '@/lib/db/shared-reads'
import { sql } from '@/lib/db/sql'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

const BackendRow = z.object({ backend: z.int(), number: z.int() })

/** An advisory lock that nothing else takes. */
const LOCK = 20_261_126

let world: World
let taken = 0
const count = () => {
  taken += 1
}
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  taken = 0
  pool().on('acquire', count)
})
afterEach(() => {
  pool().off('acquire', count)
})

const read = async (number: number) => {
  const [row] = await sharedDb.query(sql`SELECT pg_backend_pid() AS backend, ${number}::int AS number`, BackendRow)
  return row
}
const numbers = (length: number) => Array.from({ length }, (_, at) => at)
/** Every connection of the pool is free again. */
const expectAllReturned = () => expect(pool().idleCount).toBe(pool().totalCount)

test('reads of one turn share a connection, eight at most, and each gets its own row', async () => {
  const rows = await Promise.all(numbers(19).map(read))
  expect(rows.map((row) => row?.number)).toEqual(numbers(19))
  expect(taken).toBe(3)
  const backends = rows.map((row) => row?.backend)
  for (const share of [backends.slice(0, 8), backends.slice(8, 16), backends.slice(16)])
    expect(new Set(share).size).toBe(1)
  expect(new Set(backends).size).toBe(3)
  expectAllReturned()
})

test('a statement that has departed is joined by nobody, in whatever part of the turn it was asked', async () => {
  await read(0)
  const statement = sql`SELECT 1::int AS count`
  const rows = await new Promise<object[][]>((resolve) => {
    const asks: Promise<object[]>[] = []
    setImmediate(() => {
      asks.push(sameReads.query(statement, CountRow))
      setTimeout(() => resolve(Promise.all([...asks, sameReads.query(statement, CountRow)])), 0)
    })
    // The flight that the first joins departs in the same part of this turn.
    void read(1)
    // The timer is due when this ends, before the next round of immediates.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20))
  })
  expect(rows).toEqual([[{ count: 1 }], [{ count: 1 }]])
  expect(rows[1]).not.toBe(rows[0])
  expectAllReturned()
})

test('a read of a later turn takes a connection of its own', async () => {
  const first = read(1)
  await new Promise(setImmediate)
  const second = read(2)
  expect([(await first)?.number, (await second)?.number]).toEqual([1, 2])
  expect(taken).toBe(2)
  expectAllReturned()
})

test('a read that fails takes none of the others with it', async () => {
  const failing = sharedDb.run(sql`SELECT 1 / 0`)
  const others = numbers(3).map(read)
  await expect(failing).rejects.toThrow('division by zero')
  expect((await Promise.all(others)).map((row) => row?.number)).toEqual(numbers(3))
  expect(taken).toBe(1)
  expectAllReturned()
})

test('a read that is asked for while others travel shows what was saved after they left', async () => {
  const find = sql`SELECT count(*)::int AS count FROM "RateLimit" WHERE subject = 'shared'`
  const holder = await world.sql.connect()
  try {
    await holder.query(`SELECT pg_advisory_lock(${LOCK})`)
    // It sees the table as it is when it begins, and then waits for the lock.
    const early = sharedDb.query(
      sql`WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${LOCK}))
        SELECT (SELECT count(*)::int FROM "RateLimit" WHERE subject = 'shared') AS count FROM held`,
      CountRow,
    )
    const waiting = `SELECT 1 FROM pg_locks WHERE objid = ${LOCK} AND NOT granted`
    await until(async () => (await holder.query(waiting)).rowCount, 'the first read waits')
    await autocommit.run(
      sql`INSERT INTO "RateLimit" ("limitGroup", subject, "windowStart", count, "expiresAt") VALUES ('test', 'shared', now(), 1, now())`,
    )
    expect(await sharedDb.query(find, CountRow)).toEqual([{ count: 1 }])
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`)
    expect(await early).toEqual([{ count: 0 }])
  } finally {
    await holder.query('SELECT pg_advisory_unlock_all()')
    holder.release()
  }
})

test('where no connection is free in time, every read of the flight is refused', async () => {
  const clients = await Promise.all(numbers(pool().options.max).map(() => pool().connect()))
  try {
    const refused = await Promise.allSettled(numbers(3).map(read))
    for (const { status } of refused) expect(status).toBe('rejected')
  } finally {
    for (const client of clients) client.release()
  }
  expect((await read(1))?.number).toBe(1)
  expectAllReturned()
})

test('where a lock takes too long, the reads behind are refused for the same reason, and the next one finds a connection', async () => {
  const holder = await world.sql.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE "RateLimit" IN ACCESS EXCLUSIVE MODE')
    // Preparing it waits for the lock too, so behind the first one it does not exist.
    const blocked = numbers(3).map(() => sharedDb.query(sql`SELECT count(*)::int AS count FROM "RateLimit"`, CountRow))
    const refused = await Promise.allSettled(blocked)
    expect(refused).toEqual(Array(3).fill({ status: 'rejected', reason: expect.any(StorageAway) }))
    expect(taken).toBe(1)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  expect((await read(2))?.number).toBe(2)
  expectAllReturned()
})

const DrawnRow = z.object({ drawn: z.string(), number: z.int() })
/** Two statements do not draw the same. */
const draw = async (reads: typeof sharedDb, number: number) =>
  (await reads.query(sql`SELECT gen_random_uuid()::text AS drawn, ${number}::int AS number`, DrawnRow))[0]?.drawn

test('same reads of one turn are one statement', async () => {
  const drawn = await Promise.all([1, 1, 2, 1, 2].map((number) => draw(sameReads, number)))
  expect(drawn).toEqual([drawn[0], drawn[0], drawn[2], drawn[0], drawn[2]])
  expect(new Set(drawn).size).toBe(2)
  expectAllReturned()
})

test('a read of a later turn is a statement of its own, though it asks the same', async () => {
  const first = draw(sameReads, 1)
  await new Promise(setImmediate)
  expect(await draw(sameReads, 1)).not.toBe(await first)
})

test('what is not said to change nothing is executed each time', async () => {
  const drawn = await Promise.all([1, 1].map((number) => draw(sharedDb, number)))
  expect(new Set(drawn).size).toBe(2)
})

test('everybody who asked the same is told why it failed, and the next one asks again', async () => {
  const failing = [1, 2].map(() => sameReads.run(sql`SELECT 1 / ${0}::int`))
  for (const read of failing) await expect(read).rejects.toThrow('division by zero')
  await expect(sameReads.run(sql`SELECT 1 / ${0}::int`)).rejects.toThrow('division by zero')
  expect(taken).toBe(2)
  expectAllReturned()
})
