import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { schemaDrift } from '@/lib/db/drift'
import { applyMigrations } from '@/lib/db/migrate'
import { copyDatabase } from '@/tests/support/database'

let database: { url: string; drop: () => Promise<void> }
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'))
})
afterAll(() => database.drop())

test('a migrated database is what schema.prisma says', async () => {
  expect(await schemaDrift(database.url)).toBe('')
})

test('migrating a migrated database changes nothing', async () => {
  expect(await applyMigrations(database.url)).toEqual([])
})

test('a migration that came after later ones is applied, by itself', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`DELETE FROM _prisma_migrations WHERE migration_name = '0003_nothing'`)
  await client.end()
  expect(await applyMigrations(database.url)).toEqual(['0003_nothing'])
  expect(await schemaDrift(database.url)).toBe('')
})

test.each([
  ['a dropped index', 'DROP INDEX "Session_expiresAt_idx"', /CREATE INDEX "Session_expiresAt_idx"/],
  ['an extra index', 'CREATE INDEX extra ON "Session" (wallet)', /DROP INDEX "extra"/],
  ['a dropped partial index', 'DROP INDEX "Challenge_due"', /"Challenge_due" is missing/],
  ['a dropped index in descending order', 'DROP INDEX "Receipt_list"', /"Receipt_list" is missing/],
  [
    'an extra partial index',
    'CREATE INDEX part ON "Session" (id) WHERE wallet IS NULL',
    /"part" is .*should be absent/,
  ],
  ['an extra index of an expression', 'CREATE INDEX low ON "Session" (lower(wallet))', /"low" is .*should be absent/],
  [
    'a partial index with another condition',
    'DROP INDEX "Session_open"; CREATE INDEX "Session_open" ON "Session" (wallet, id DESC) WHERE wallet IS NULL',
    /"Session_open" is .*should be .*revokedAt/,
  ],
])('%s is found', async (_what, change, told) => {
  const copy = await copyDatabase(inject('templateUrl'))
  try {
    const client = new pg.Client({ connectionString: copy.url })
    await client.connect()
    await client.query(change)
    await client.end()
    const drift = await schemaDrift(copy.url)
    expect(drift).toMatch(told)
    expect(drift.split('\n')).toHaveLength(1)
  } finally {
    await copy.drop()
  }
})
