import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { StorageAway } from '@/lib/db/faults'
import { type Sql, sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { conflict } from '@/lib/errors'
import { openWorld, type World } from '@/tests/support/world'

const Row = z.object({ one: z.int() })
const FIRST = 'Somebody else was first.'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const count = (subject: string): Sql =>
  sql`INSERT INTO "RateLimit" ("limitGroup", subject, "windowStart", count, "expiresAt") VALUES ('test', ${subject}, now(), 1, now())`
const REFUSED = sql`SELECT require_rows(concat_ws(' ', NULL, 'moved'))`
const HELD = sql`SELECT require_rows(concat_ws(' ', NULL, NULL))`

async function expectNothingKept(subject: string): Promise<void> {
  const { rows } = await world.sql.query('SELECT 1 FROM "RateLimit" WHERE subject = $1', [subject])
  expect(rows).toEqual([])
}

test('what is sent behind a statement that fails does nothing, the commit too, and its reason is told', async () => {
  const refused = transaction(async (tx) => {
    tx.pipeline(count('before'))
    tx.pipeline(REFUSED, () => conflict(FIRST))
    tx.pipeline(count('behind'))
    return tx.last(sql`SELECT 1 AS one`, Row)
  })
  await expect(refused).rejects.toThrow(FIRST)
  for (const subject of ['before', 'behind']) await expectNothingKept(subject)
})

test('the first failure is told, whatever came of it', async () => {
  const waited = transaction(async (tx) => {
    tx.pipeline(REFUSED, () => conflict(FIRST))
    await tx.run(count('waited for'))
  })
  await expect(waited).rejects.toThrow(FIRST)
  const thrown = transaction(async (tx) => {
    tx.pipeline(count('thrown'))
    tx.pipeline(REFUSED, () => conflict(FIRST))
    throw new Error('This came later.')
  })
  await expect(thrown).rejects.toThrow(FIRST)
  const sooner = transaction(async (tx) => {
    const failing = tx.run(sql`SELECT 1 / 0`)
    tx.pipeline(count('sooner'), () => conflict(FIRST))
    await failing
  })
  await expect(sooner).rejects.toThrow('division by zero')
  for (const subject of ['waited for', 'thrown', 'sooner']) await expectNothingKept(subject)
})

test('of two that are asked at once, the one that failed by itself is told, even where its failure takes longer to be seen', async () => {
  const both = transaction((tx) => {
    const failing = tx.run(sql`DO $$ BEGIN RAISE EXCEPTION 'locked' USING ERRCODE = '55P03'; END $$`)
    const seenLater = failing.catch(async (fault) => {
      await beside
      throw fault
    })
    const beside = tx.run(count('beside')).catch(() => undefined)
    return Promise.all([seenLater, tx.run(count('beside'))])
  })
  await expect(both).rejects.toBeInstanceOf(StorageAway)
  await expectNothingKept('beside')
})

test('a warning says nothing of the commit, unless it is that nobody waits for a standby any more', async () => {
  const warned = transaction(async (tx) => {
    await tx.run(sql`DO $$ BEGIN RAISE WARNING 'Skipped.'; END $$`)
    await tx.run(count('warned'))
  })
  await expect(warned).resolves.toBeUndefined()
  const { rows } = await world.sql.query(`SELECT 1 FROM "RateLimit" WHERE subject = 'warned'`)
  expect(rows).toHaveLength(1)
})

test('what holds is committed, whether it was waited for or not', async () => {
  const rows = await transaction(async (tx) => {
    tx.pipeline(HELD, () => conflict(FIRST))
    tx.pipeline(count('kept'))
    return tx.last(sql`SELECT 1 AS one`, Row)
  })
  expect(rows).toEqual([{ one: 1 }])
  const kept = await world.sql.query(`SELECT 1 FROM "RateLimit" WHERE subject = 'kept'`)
  expect(kept.rowCount).toBe(1)
})
