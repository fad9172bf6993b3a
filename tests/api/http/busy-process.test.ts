import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { autocommit, db } from '@/lib/db/db'
import { closePool } from '@/lib/db/pool'
import { sql } from '@/lib/db/sql'
import { openWorld, type World } from '@/tests/support/world'

// A process that loads its modules, or stands behind others on a small machine, sees nothing of its sockets for seconds.

/** Longer than a connection and an answer are waited for (lib/db/pool.ts). */
const BUSY_MS = 6_000
const Row = z.object({ one: z.int() })

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

function beBusy(): void {
  const until = performance.now() + BUSY_MS
  while (performance.now() < until);
}

const read = () => db.query(sql`SELECT 1 AS one`, Row)

test('a connection that came while the process was busy is not called late', async () => {
  await closePool()
  const asked = read()
  setImmediate(beBusy)
  expect(await asked).toEqual([{ one: 1 }])
})

test('nor is one that had to be opened in the middle of it', async () => {
  await closePool()
  const asked = Promise.all([read(), read(), read()])
  await pause(1)
  beBusy()
  expect(await asked).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
})

test('a write that waits for its turn is not turned away', async () => {
  await closePool()
  const write = () => autocommit.query(sql`SELECT 1 AS one`, Row)
  const asked = Promise.all(Array.from({ length: 30 }, write))
  await pause(1)
  beBusy()
  expect(await asked).toHaveLength(30)
})

test('an answer that came meanwhile is not called late', async () => {
  await read()
  const asked = read()
  setImmediate(beBusy)
  expect(await asked).toEqual([{ one: 1 }])
})
