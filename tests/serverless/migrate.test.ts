import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { schemaDrift } from '@/lib/db/drift'
import { MIGRATIONS } from '@/lib/db/generated/migrations'
import { npmRun } from '@/tests/support/bare-site'
import { bareSite } from '@/tests/support/built-site'
import { openTlsDatabase, type TlsDatabase } from '@/tests/support/tls-database'

/** What every process that migrates asks for (lib/db/migrate.ts). */
const LOCK_KEY = 7_265_441_903

const { folder } = bareSite()
const name = `t_${randomBytes(6).toString('hex')}`

let sql: pg.Pool
let database: TlsDatabase
let plainUrl: string
beforeAll(async () => {
  const url = new URL(inject('templateUrl'))
  const maintenance = new pg.Client({ connectionString: url.href })
  await maintenance.connect()
  await maintenance.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  await maintenance.end()
  url.pathname = `/${name}`
  plainUrl = url.href
  sql = new pg.Pool({ connectionString: plainUrl, max: 2 })
  database = await openTlsDatabase(plainUrl)
})
afterAll(async () => {
  await sql?.end()
  await database?.close()
})

const migrate = (url: string) => npmRun(folder, 'migrate', { DATABASE_URL: url })

/** How many connections wait for the lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql.query(
    `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0]?.n ?? 0
}

test('of two deployments at once one migrates at a time, over TLS; each migration is applied once, and both succeed', async () => {
  const holder = await sql.connect()
  await holder.query(`SELECT pg_advisory_lock(${LOCK_KEY})`)
  const runs = [migrate(database.url), migrate(database.url)]
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(2)
  await holder.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`)
  holder.release()

  const ended = await Promise.all(runs)
  expect(ended.map(({ code }) => code)).toEqual([0, 0])
  const said = ended.map(({ output }) => output.trim().split('\n'))
  for (const lines of said) expect(lines[0]).toMatch(/^Another process is migrating/)
  const applied = said.flat().flatMap((line) => /^Applied (.+)\.$/.exec(line)?.[1]?.split(', ') ?? [])
  expect(applied.toSorted()).toEqual(MIGRATIONS)
  expect(await schemaDrift(plainUrl)).toBe('')
  expect(database.refused()).toBe(0)
})

test('migrating again changes nothing and succeeds', async () => {
  expect(await migrate(database.url)).toEqual({ code: 0, output: 'The database is up to date.\n' })
})

test('the unpooled address is taken where there is one', async () => {
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_URL_UNPOOLED: database.url }
  expect((await npmRun(folder, 'migrate', settings)).code).toBe(0)
})

test('a version that is older than the database leaves it as it is, and says so', async () => {
  await sql.query(`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
    VALUES ('newer', 'x', now(), '9999_newer', 1)`)
  const { code, output } = await migrate(database.url)
  expect([code, output]).toEqual([0, expect.stringContaining('A newer version has already applied 9999_newer')])
  await sql.query(`DELETE FROM _prisma_migrations WHERE id = 'newer'`)
})

test('a database that nobody vouches for is not spoken to: one line, no password, and a failed step', async () => {
  const url = new URL(database.url)
  url.searchParams.delete('sslrootcert')
  const { code, output } = await migrate(url.href)
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toContain('The database cannot be reached')
  expect(output).not.toContain(url.password)
})

test('without an address the step fails and names the variable', async () => {
  const { code, output } = await npmRun(folder, 'migrate')
  expect([code, output]).toEqual([1, expect.stringContaining('Set DATABASE_URL')])
})
