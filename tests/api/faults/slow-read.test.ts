import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db, one } from '@/lib/db/db'
import { ServerSilent, StorageAway } from '@/lib/db/faults'
import { sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { openWorld, type World } from '@/tests/support/world'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Ten thousand million rows: no server counts them before it is told to stop. */
const ENDLESS = sql`SELECT count(*)::int FROM generate_series(1, 100000) a, generate_series(1, 100000) b`
const BackendRow = z.object({ pid: z.int() })

const backends = async (): Promise<number[]> => {
  const rows = await Promise.all(
    Array.from({ length: 4 }, () => one(db, sql`SELECT pg_backend_pid() AS pid`, BackendRow)),
  )
  return rows.map(({ pid }) => pid).sort((a, b) => a - b)
}

test('a read that takes too long is ended by the server, told as 503, and costs no connection', async () => {
  const before = await backends()
  const fault = await db.run(ENDLESS).catch((thrown) => thrown)
  expect(fault).toBeInstanceOf(StorageAway)
  expect(fault).not.toBeInstanceOf(ServerSilent)
  expect(await backends()).toEqual(before)
  const { rows } = await world.sql.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = $1 AND state = 'active'`,
    [ENDLESS.text],
  )
  expect(rows).toEqual([])
})

test('a statement of a transaction, whose commit is waited for, may take longer', async () => {
  const limit = sql`SELECT current_setting('statement_timeout') AS "limit"`
  const LimitRow = z.object({ limit: z.string() })
  expect(await one(db, limit, LimitRow)).toEqual({ limit: '4500ms' })
  expect(await transaction((tx) => one(tx, limit, LimitRow))).toEqual({ limit: '10s' })
  expect(await one(db, limit, LimitRow)).toEqual({ limit: '4500ms' })
})
