import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { databaseWarnings } from '@/lib/db/database-requirements'
import { schemaDrift } from '@/lib/db/drift'
import { MIGRATIONS } from '@/lib/db/generated/migrations'
import { applyMigrations } from '@/lib/db/migrate'
import { takeSnapshot } from '@/lib/db/snapshot'
import { copyDatabase } from '@/tests/support/database'
import { dropDatabase, maintain } from '@/tests/support/maintenance'
import { readReleases } from '@/tests/support/releases'
import { runScript } from '@/tests/support/script'
import { rows } from '@/tests/support/sound'
import { until } from '@/tests/support/until'

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

test('migrations are applied whatever form of timestamps is the default of the database', async () => {
  const copy = await copyDatabase(inject('templateUrl'))
  try {
    const [{ name } = {}] = await rows(copy.url, 'SELECT current_database() AS name')
    await rows(copy.url, `ALTER DATABASE ${name} SET datestyle = 'German'`)
    await rows(copy.url, `DELETE FROM _prisma_migrations WHERE migration_name = '0003_nothing'`)
    expect(await applyMigrations(copy.url)).toEqual(['0003_nothing'])
  } finally {
    await copy.drop()
  }
})

const EARLIER = MIGRATIONS.slice(0, MIGRATIONS.indexOf('0041_posting_muse'))
const LATER = MIGRATIONS.slice(EARLIER.length)

/** A database of a version that lacks some migrations; by default such that the first of them alters a table. */
async function olderDatabase(migrations = EARLIER): Promise<{ url: string; drop: () => Promise<void> }> {
  const copy = await copyDatabase(inject('templateUrl'))
  await rows(copy.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await applyMigrations(copy.url, undefined, { only: migrations })
  return copy
}

const appliedIn = async (url: string) =>
  (await rows(url, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).map(({ name }) => name)

// Among what cannot be done in one transaction: using a value that was added to an enum in it (`ALTER TYPE … ADD VALUE`, 55P04).
test.each(readReleases())('a database of $version gets all later migrations in one transaction', async ({ schema }) => {
  const { url, drop } = await olderDatabase(MIGRATIONS.filter((name) => name <= schema))
  try {
    expect(await applyMigrations(url)).toEqual(MIGRATIONS.filter((name) => name > schema))
    expect(await schemaDrift(url)).toBe('')
  } finally {
    await drop()
  }
})

/** The table that the first of the later migrations alters. */
const READ = 'SELECT count(*)::int AS n FROM "OutboxItem"'

/** A backup that has read the table and goes on. */
async function readingBackup(url: string) {
  const backup = await takeSnapshot(url, 'trellis-backup')
  await backup.all(READ, z.object({ n: z.int() }))
  return backup
}

test('a value that one migration adds to an enum can be used by a later one: from any version, in one run', async () => {
  const older = await olderDatabase(MIGRATIONS.slice(0, MIGRATIONS.indexOf('0011_hidden_links')))
  try {
    expect(await applyMigrations(older.url)).toEqual(MIGRATIONS.slice(MIGRATIONS.indexOf('0011_hidden_links')))
    expect(await schemaDrift(older.url)).toBe('')
  } finally {
    await older.drop()
  }
})

test('a migration of a table that a backup reads is undone, so that nobody waits behind it, and done when that has ended', async () => {
  const { url, drop } = await olderDatabase()
  try {
    const backup = await readingBackup(url)
    const said: string[] = []
    const migrating = applyMigrations(url, (line) => said.push(line), { pausesMs: Array(120).fill(1_000) })
    await until(() => said.length > 0, 'it was undone')
    expect(await rows(url, READ)).toEqual([{ n: 0 }])
    expect(await appliedIn(url)).toEqual(EARLIER)
    await backup.close()
    expect(await migrating).toEqual(LATER)
    expect(said[0]).toMatch(/a table is in use by "trellis-backup" \(process \d+ of the database, for \d+ s now\)/)
  } finally {
    await drop()
  }
})

test('one that was undone each time fails in one line, which says what was in the way', async () => {
  const { url, drop } = await olderDatabase()
  try {
    const backup = await readingBackup(url)
    await expect(applyMigrations(url, undefined, { pausesMs: [0] })).rejects.toThrow(
      /^The migrations were undone each time: a table is in use by "trellis-backup" \(.+\)\. Run them again when that has ended\.$/,
    )
    expect(await appliedIn(url)).toEqual(EARLIER)
    await backup.close()
  } finally {
    await drop()
  }
})

/** Ends the connection that migrates once the first of the later migrations is done, before the next begins. */
function endAfterFirst(url: string) {
  const query = pg.Pool.prototype.query
  let isDone = false
  const spy = vi.spyOn(pg.Pool.prototype, 'query')
  spy.mockImplementation(async function (this: pg.Pool, ...sent: unknown[]) {
    const result = await Reflect.apply(query, this, sent)
    if (isDone || !/UPDATE.*_prisma_migrations.*finished_at/s.test(JSON.stringify(sent[0]))) return result
    isDone = true
    await rows(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trellis-migrate'`,
    )
    await until(() => this.totalCount === 0, 'the pool knows')
    return result
  } as never) // one of the many ways to call it
  return spy
}

test('a connection that breaks between two migrations takes both along: the later one is not applied by itself', async () => {
  const { url, drop } = await olderDatabase()
  const spy = endAfterFirst(url)
  try {
    await expect(applyMigrations(url)).rejects.toThrow('The migrations failed and were undone: the connection broke')
    spy.mockRestore()
    expect(await appliedIn(url)).toEqual(EARLIER)
    expect(await applyMigrations(url)).toEqual(LATER)
  } finally {
    spy.mockRestore()
    await drop()
  }
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

/** Makes an empty database in this way for as long as `work` takes. */
async function inDatabase(how: string, work: (url: string) => Promise<void>): Promise<void> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('templateUrl'))
  await maintain(url.href, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${how}`))
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await maintain(url.href, (client) => dropDatabase(client, name))
  }
}

const IN_C = `LOCALE_PROVIDER libc LOCALE 'C'`
const tablesOf = (url: string) =>
  rows(url, `SELECT tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)

test('a role with a schema of its own is told where the tables have to be, and nothing is made', async () => {
  await inDatabase('', async (url) => {
    await rows(url, 'CREATE SCHEMA AUTHORIZATION CURRENT_USER')
    await expect(applyMigrations(url)).rejects.toThrow(
      /^The tables have to be in the schema public, but .* SET search_/,
    )
    expect(await tablesOf(url)).toEqual([])
  })
})

test('tables that are in such a schema are refused, and are ours once it is called public (docs/database.md)', async () => {
  const copy = await copyDatabase(inject('templateUrl'))
  try {
    const [{ own } = {}] = await rows(copy.url, 'SELECT quote_ident(current_user) AS own')
    await rows(copy.url, `ALTER SCHEMA public RENAME TO ${own}; CREATE SCHEMA public`)
    await expect(applyMigrations(copy.url)).rejects.toThrow('have to be in the schema public')
    await rows(copy.url, `DROP SCHEMA public; ALTER SCHEMA ${own} RENAME TO public`)
    expect(await applyMigrations(copy.url)).toEqual([])
  } finally {
    await copy.drop()
  }
})

test.each(['LATIN1', 'SQL_ASCII'])('a database in %s is refused, and nothing is made', async (encoding) => {
  await inDatabase(`ENCODING '${encoding}' ${IN_C}`, async (url) => {
    await expect(applyMigrations(url)).rejects.toThrow(`The database is encoded in ${encoding}, which lacks letters`)
    expect(await tablesOf(url)).toEqual([])
  })
})

test('a database warns of a locale by which the search misses words, and of no other', async () => {
  const FOUND = `SELECT search_words('ÜBERALL') @@ search_query(ARRAY['überall']) AS found`
  expect(await rows(database.url, FOUND)).toEqual([{ found: true }])
  expect(await databaseWarnings(database.url)).toEqual([])
  await inDatabase(`ENCODING 'UTF8' ${IN_C}`, async (url) => {
    const { code, err } = await runScript('migrate', [], { DATABASE_URL: url })
    expect(await rows(url, FOUND)).toEqual([{ found: false }])
    expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: The locale of the database .*\n$/)])
  })
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
