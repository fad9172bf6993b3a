import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { NO_FILTERS, openEngine, PRISMA_DIR } from '@/lib/db/engine'

/** Anything constant: every process that migrates this database asks for the same lock. */
const LOCK_KEY = 7_265_441_903
const CONNECT_TIMEOUT_MS = 10_000
const MIGRATIONS_DIR = path.join(PRISMA_DIR, 'migrations')

/** A folder of `prisma/migrations`. */
interface Migration {
  readonly name: string
  readonly script: string
  /** What Prisma stores: SHA-256 of the script, hex. */
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

/** The names and checksums that Prisma's own table holds. */
async function readApplied(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows: found } = await pool.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`)
  if (!PresentRows.parse(found)[0]?.present) return new Map()
  const { rows } = await pool.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL`,
  )
  return new Map(AppliedRows.parse(rows).map(({ name, checksum }) => [name, checksum]))
}

/** What still has to be applied. @throws Error when a migration was edited after this database applied it. */
function pendingOf(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (edited) {
    throw new Error(
      `Migration ${edited.name} was changed after this database applied it: restore the file, or use a new database.`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Why the database refused, in one line and without its address or password. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.message.split('\n')[0] || error.name}${code}`
}

/** Hands everything to Prisma's engine, which applies what its own table does not hold yet. */
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

/** Takes the lock until the transaction ends, and says so when somebody else has it. */
async function takeTurn(pool: pg.Pool, say: (line: string) => void): Promise<void> {
  const { rows } = await pool.query(`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS free`)
  if (FreeRows.parse(rows)[0]?.free) return
  say('Another process is migrating this database; waiting for it …')
  await pool.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
}

/**
 * Brings the database up to the migrations of the checkout, by Prisma's own engine. All of it happens in one transaction
 * under one lock: a process killed meanwhile leaves nothing half done, and of several that start at once one works. The
 * lock is the transaction's, so that a pooler that hands out connections by transaction does not part them.
 * Where nothing is pending the engine is not even loaded.
 * @param connectionString a `postgres://` URL.
 * @param say is told, in one line each, what takes time or is out of the ordinary.
 * @param only the migrations to apply, for a database that must not have later ones yet; by default all.
 * @returns the names of the migrations applied now.
 * @throws Error in one line.
 */
export async function applyMigrations(
  connectionString: string,
  say: (line: string) => void = () => undefined,
  only?: readonly string[],
): Promise<string[]> {
  // One connection that never idles out: everything below, the engine's part too, runs in its transaction.
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
    const newer = [...applied.keys()].filter((name) => !migrations.some((known) => known.name === name))
    if (newer.length > 0) say(`A newer version has already applied ${newer.join(', ')}; that is left as it is.`)
    if (pendingOf(migrations, applied).length === 0) return []
    // Whatever the server's default is, what is read after the wait must be what the other process has committed.
    await pool.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    await takeTurn(pool, say)
    const names = await applyByEngine(pool, migrations).catch((error) => {
      throw new Error(`The migrations failed and were undone: ${reason(error)}`)
    })
    await pool.query('COMMIT')
    return names
  } finally {
    await pool.end().catch(() => undefined)
  }
}
