import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { requireSuited } from '@/lib/db/database-requirements'
import { NO_FILTERS, openEngine, PRISMA_DIR } from '@/lib/db/engine'
import { errorCode } from '@/lib/error-code'

/** An arbitrary constant: every process that migrates this database takes the same lock. */
const LOCK_KEY = 7_265_441_903
const CONNECT_TIMEOUT_MS = 10_000
/** A server that vanished is noticed by TCP keep-alives: nothing else limits how long a migration takes. */
const KEEP_ALIVE_DELAY_MS = 10_000
/** If this machine vanishes amid the migrations, the server keeps their locks for no longer. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
/**
 * How long a migration waits for one table. Everybody else who needs the table waits behind it, so it is less than they wait
 * (lib/db/pool.ts). It is more than a second, after which Postgres ends an autovacuum that is in the way.
 */
const LOCK_TIMEOUT_MS = 1_500
/** The pauses after which the migrations are tried again while a table is in use, e.g. by a backup. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
const MIGRATIONS_DIR = path.join(PRISMA_DIR, 'migrations')

/** A folder of `prisma/migrations`. */
interface Migration {
  readonly name: string
  readonly script: string
  /** SHA-256 of the script in hex, as Prisma stores it. */
  readonly checksum: string
}

/** The migrations of the checkout, oldest first. */
function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(MIGRATIONS_DIR, entry.name, 'migration.sql')))
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8')
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
    })
}

const PresentRows = z.array(z.object({ present: z.boolean() }))
const AppliedRows = z.array(z.object({ name: z.string(), checksum: z.string() }))
const FreeRows = z.array(z.object({ free: z.boolean() }))

/** The names and checksums of the applied migrations, from Prisma's own table. */
async function readApplied(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows: found } = await pool.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`)
  if (!PresentRows.parse(found)[0]?.present) return new Map()
  const { rows } = await pool.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL`,
  )
  return new Map(AppliedRows.parse(rows).map(({ name, checksum }) => [name, checksum]))
}

/** The migrations that are not applied yet. @throws Error when a migration was edited after this database applied it. */
function pendingOf(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (edited) {
    throw new Error(
      `Migration ${edited.name} was changed after this database applied it: restore the file, or use a new database.`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Postgres lets no statement use a new value of an enum before the transaction that added it has ended (ALTER TYPE). */
const ADDS_VALUE = /^ALTER TYPE .* ADD VALUE /m

/** Those of the pending migrations that have to wait for a later transaction. */
function laterOf(pending: readonly Migration[]): readonly Migration[] {
  const last = pending.findIndex(({ script }) => ADDS_VALUE.test(script))
  return last === -1 ? [] : pending.slice(last + 1)
}

/** The database's error in one line, without its address or password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const words = error.message.split('\n')[0] || error.name
  const code = errorCode(error)
  return code === '' || words.includes(code) ? words : `${words} (${code})`
}

/** Prisma refuses to begin in a database that holds tables (its error reference). */
const NOT_EMPTY = 'P3005'
const ofAnother = () =>
  new Error('The database holds the tables of another program: let DATABASE_URL name one that is empty, or is ours.')

/** Passes migrations to Prisma's engine, which applies those that its own table lacks. */
async function applyByEngine(
  pool: pg.Pool,
  migrations: readonly Migration[],
  noteFault: (fault: unknown) => void,
): Promise<string[]> {
  const engine = await openEngine(pool, noteFault)
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      filters: NO_FILTERS,
      migrationsList: {
        baseDir: MIGRATIONS_DIR,
        lockfile: {
          path: 'migration_lock.toml',
          content: readFileSync(path.join(MIGRATIONS_DIR, 'migration_lock.toml'), 'utf8'),
        },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, script }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
        })),
      },
    })
    return appliedMigrationNames
  } finally {
    engine.free()
  }
}

/** Takes the lock until the transaction ends. Reports it when another process holds the lock. */
async function takeTurn(pool: pg.Pool, say: (line: string) => void): Promise<void> {
  const { rows } = await pool.query(`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS free`)
  if (FreeRows.parse(rows)[0]?.free) return
  say('Another process is migrating this database; waiting for it …')
  await pool.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
}

/**
 * READ COMMITTED, whatever the server's default: after the wait, reads must see what the other process has committed. Timestamps as the
 * engine reads them, and strings as the migrations write them, whatever the role's defaults.
 */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = 0;
  SET LOCAL datestyle = 'ISO'; SET LOCAL standard_conforming_strings = on;
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`

/** SQLSTATE codes of a transaction that others were in the way of: lock_not_available and deadlock_detected. */
const IN_THE_WAY = ['55P03', '40P01']

/** Whoever has held a table for longest. What belongs to another role may be hidden. */
const HOLDER = `SELECT coalesce(nullif(a.application_name, ''), a.backend_type) AS name, a.pid,
    extract(epoch FROM clock_timestamp() - a.xact_start)::int AS seconds
  FROM pg_stat_activity a WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
    AND EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND l.granted AND l.relation >= 16384)
  ORDER BY a.xact_start LIMIT 1`
const HolderRows = z.array(z.object({ name: z.string().nullable(), pid: z.int(), seconds: z.int().nullable() }))

/** The migrations were undone because others were in the way. The message is a clause that says who. */
class TableInUse extends Error {}

async function findHolder(pool: pg.Pool): Promise<string> {
  const [holder] = HolderRows.parse((await pool.query(HOLDER)).rows)
  if (!holder) return 'a table was in use'
  const since = holder.seconds === null ? '' : `, for ${holder.seconds} s now`
  return `a table is in use by "${holder.name ?? 'another role'}" (process ${holder.pid} of the database${since})`
}

async function applyInTransaction(
  pool: pg.Pool,
  migrations: readonly Migration[],
  say: (line: string) => void,
): Promise<string[]> {
  const faults: unknown[] = []
  try {
    await pool.query(BEGIN)
    await takeTurn(pool, say)
    await pool.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    return await applyByEngine(pool, migrations, (fault) => faults.push(fault))
  } catch (error) {
    const [cause = error] = faults
    if (IN_THE_WAY.includes(errorCode(cause))) throw new TableInUse(reasonOf(cause))
    throw errorCode(error) === NOT_EMPTY
      ? ofAnother()
      : new Error(`The migrations failed and were undone: ${reasonOf(cause)}`)
  }
}

async function commit(pool: pg.Pool): Promise<void> {
  const done = await pool.query('COMMIT').catch((error) => {
    throw new Error(
      `It is not known whether the migrations were saved: ${reasonOf(error)}. Run them again: what is applied is skipped.`,
    )
  })
  if (done.command !== 'COMMIT') throw new Error('The migrations failed and were undone.')
}

interface Applied {
  readonly names: readonly string[]
  /** Whether others are pending. */
  readonly hasMore: boolean
}

/** Applies what one transaction can. @throws TableInUse when a table was in use: nothing was changed. */
async function tryMigrations(
  connectionString: string,
  migrations: readonly Migration[],
  say: (line: string) => void,
): Promise<Applied> {
  let hasBegun = false
  // One connection without an idle timeout: everything below, including the engine, runs in its transaction.
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'trellis-migrate',
    // In the place of a connection that broke, the pool would open one without the transaction and its lock.
    onConnect: async () => {
      if (hasBegun) throw new Error('the connection broke, and its transaction with it')
    },
  })
  pool.on('error', () => undefined)
  try {
    const applied = await readApplied(pool).catch((error) => {
      throw new Error(`The database cannot be reached: ${reasonOf(error)}`)
    })
    await requireSuited(pool)
    // Prisma would add ours to the migrations of any program that uses it.
    if (applied.size > 0 && !migrations.some(({ name }) => applied.has(name))) throw ofAnother()
    const newer = [...applied.keys()].filter((name) => !migrations.some((known) => known.name === name))
    if (newer.length > 0) say(`A newer version has already applied ${newer.join(', ')}; that is left as it is.`)
    const pending = pendingOf(migrations, applied)
    if (pending.length === 0) return { names: [], hasMore: false }
    const later = laterOf(pending)
    const present = migrations.filter((migration) => !later.includes(migration))
    hasBegun = true
    const names = await applyInTransaction(pool, present, say)
    await commit(pool)
    return { names, hasMore: later.length > 0 }
  } catch (fault) {
    if (!(fault instanceof TableInUse)) throw fault
    // The statement that failed has ended the transaction, and the pool has closed its connection: nobody waits any more.
    hasBegun = false
    throw new TableInUse(await findHolder(pool).catch(() => fault.message))
  } finally {
    await pool.end().catch(() => undefined)
  }
}

interface MigrationSettings {
  /** The migrations to apply, for a database that must not have later ones yet; by default all. */
  readonly only?: readonly string[]
  /** How long to pause before each further try while a table is in use, in milliseconds. */
  readonly pausesMs?: readonly number[]
}

/**
 * Applies the migrations of the checkout with Prisma's own engine, in one transaction under one lock, which ends early only where a
 * migration adds a value to an enum. A killed process leaves nothing half done, and of several processes that start at once one
 * works at a time. The lock belongs to the transaction, so it also works behind a pooler that assigns connections per transaction. When
 * nothing is pending, the engine is not even loaded. While a table is in use, the transaction is undone and tried again after a pause:
 * whoever wants to read or write the table would wait behind a migration that waits.
 * @param connectionString a `postgres://` URL.
 * @param say receives one line for each step that takes time or is unusual.
 * @returns the names of the migrations applied now.
 * @throws Error with a message of one line.
 */
export async function applyMigrations(
  connectionString: string,
  say: (line: string) => void = () => undefined,
  { only, pausesMs = PAUSES_MS }: MigrationSettings = {},
): Promise<string[]> {
  const migrations = readMigrations().filter(({ name }) => only?.includes(name) ?? true)
  const pauses = [...pausesMs]
  const names: string[] = []
  for (;;) {
    try {
      const applied = await tryMigrations(connectionString, migrations, say)
      names.push(...applied.names)
      if (!applied.hasMore) return names
    } catch (fault) {
      if (!(fault instanceof TableInUse)) throw fault
      const pauseMs = pauses.shift()
      if (pauseMs === undefined)
        throw new Error(`The migrations were undone each time: ${fault.message}. Run them again when that has ended.`)
      say(`The migrations were undone for now: ${fault.message}. Trying again in ${pauseMs / 1_000} s …`)
      await sleep(pauseMs)
    }
  }
}
