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

/** What another program has, and how it is told that it is not ours. */
const ANOTHERS = {
  'a table': 'CREATE TABLE "User" (id integer)',
  'migrations of Prisma': `CREATE TABLE "User" (id integer); CREATE TABLE _prisma_migrations (LIKE elsewhere.ours);
    INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
      VALUES ('theirs', 'x', now(), '20260101000000_init', now(), 1)`,
}

test.each(Object.entries(ANOTHERS))(
  'a database of another program, with %s, is refused as it is',
  async (_what, made) => {
    const copy = await copyDatabase(inject('templateUrl'))
    const client = new pg.Client({ connectionString: copy.url })
    try {
      await client.connect()
      await client.query(`CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.ours (LIKE _prisma_migrations)`)
      await client.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${made}`)
      const tables = `SELECT string_agg(tablename, ' ' ORDER BY tablename) AS names FROM pg_tables WHERE schemaname = 'public'`
      const before = (await client.query(tables)).rows
      await expect(applyMigrations(copy.url)).rejects.toThrow('The database holds the tables of another program: let')
      expect((await client.query(tables)).rows).toEqual(before)
    } finally {
      await client.end()
      await copy.drop()
    }
  },
)

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
