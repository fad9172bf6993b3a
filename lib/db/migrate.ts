import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { requireSuited } from '@/lib/db/database-requirements'
import { NO_FILTERS, openEngine, PRISMA_DIR } from '@/lib/db/engine'
import { errorCode } from '@/lib/error-code'

/** An arbitrary constant: every process that migrates this database takes the same lock. */
const LOCK_KEY = 7_265_441_903
const CONNECT_TIMEOUT_MS = 10_000
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

/** The database's error in one line, without its address or password. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const words = error.message.split('\n')[0] || error.name
  const code = errorCode(error)
  return code === '' || words.includes(code) ? words : `${words} (${code})`
}

/** Prisma refuses to begin in a database that holds tables (its error reference). */
const NOT_EMPTY = 'P3005'
const ofAnother = () =>
  new Error('The database holds the tables of another program: let DATABASE_URL name one that is empty, or is ours.')

/** Passes all migrations to Prisma's engine, which applies those that its own table lacks. */
async function applyByEngine(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const engine = await openEngine(pool)
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
 * Applies the migrations of the checkout with Prisma's own engine, in one transaction under one lock. A killed process
 * leaves nothing half done, and of several processes that start at once only one does the work. The lock belongs to the
 * transaction, so it also works behind a pooler that assigns connections per transaction. When nothing is pending, the
 * engine is not even loaded.
 * @param connectionString a `postgres://` URL.
 * @param say receives one line for each step that takes time or is unusual.
 * @param only the migrations to apply, for a database that must not have later ones yet; by default all.
 * @returns the names of the migrations applied now.
 * @throws Error with a message of one line.
 */
export async function applyMigrations(
  connectionString: string,
  say: (line: string) => void = () => undefined,
  only?: readonly string[],
): Promise<string[]> {
  // One connection without an idle timeout: everything below, including the engine, runs in its transaction.
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'trellis-migrate',
  })
  pool.on('error', () => undefined)
  try {
    const migrations = readMigrations().filter(({ name }) => only?.includes(name) ?? true)
    const applied = await readApplied(pool).catch((error) => {
      throw new Error(`The database cannot be reached: ${reason(error)}`)
    })
    await requireSuited(pool)
    // Prisma would add ours to the migrations of any program that uses it.
    if (applied.size > 0 && !migrations.some(({ name }) => applied.has(name))) throw ofAnother()
    const newer = [...applied.keys()].filter((name) => !migrations.some((known) => known.name === name))
    if (newer.length > 0) say(`A newer version has already applied ${newer.join(', ')}; that is left as it is.`)
    if (pendingOf(migrations, applied).length === 0) return []
    // Set explicitly, whatever the server's default: after the wait, reads must see what the other process has committed.
    await pool.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    await takeTurn(pool, say)
    const names = await applyByEngine(pool, migrations).catch((error) => {
      throw errorCode(error) === NOT_EMPTY
        ? ofAnother()
        : new Error(`The migrations failed and were undone: ${reason(error)}`)
    })
    await pool.query('COMMIT')
    return names
  } finally {
    await pool.end().catch(() => undefined)
  }
}
