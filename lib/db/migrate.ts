import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** Anything constant: every process that migrates this database asks for the same lock. */
const LOCK_KEY = 7_265_441_903
const CONNECT_TIMEOUT_MS = 10_000

/** A folder of `prisma/migrations`. */
interface Migration {
  readonly name: string
  readonly script: string
  /** What Prisma stores: SHA-256 of the script, hex. */
  readonly checksum: string
}

interface AppliedRow {
  name: string
  checksum: string
  finished: boolean
}

/** The root of the checkout, where `prisma/` is. */
const ROOT = path.resolve(import.meta.dirname, '..', '..')

// Prisma's own table, so that its tools read the state of a database that was migrated here.
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

/** The migrations of the checkout, oldest first. */
export function readMigrations(folder = path.join(ROOT, 'prisma', 'migrations')): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'migration.sql')))
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
    })
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  )
  if (!found[0]?.present) return []
  const { rows } = await client.query<AppliedRow>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  return rows
}

/** What still has to be applied. @throws Error when the database's history contradicts the checkout. */
function pendingOf(migrations: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  return migrations.filter(({ name, checksum }) => {
    const row = applied.find((candidate) => candidate.name === name)
    if (!row) return true
    if (!row.finished) throw new Error(`Migration ${name} was begun by another tool and not finished: repair it first.`)
    if (row.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after this database applied it: restore the file, or use a new database.`,
      )
    }
    return false
  })
}

/**
 * Applies one migration and notes it in the same transaction, so that a process killed meanwhile leaves nothing behind.
 * @returns false when another process applied it first.
 */
async function applyOne(client: pg.Client, { name, script, checksum }: Migration): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
    await client.query(CREATE_TABLE)
    if ((await readApplied(client)).some((row) => row.name === name && row.checksum === checksum)) {
      await client.query('ROLLBACK')
      return false
    }
    await client.query(script)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`Migration ${name} failed and was undone: ${reason(error)}`)
  }
}

/** Why the database refused, in one line and without its address or password. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.message.split('\n')[0] || error.name}${code}`
}

/**
 * Brings the database up to the migrations of the checkout. Safe when several processes start at once. Not done by
 * Prisma's engine, because its `pg` adapter cuts scripts at every semicolon and so breaks function bodies.
 * @param connectionString a `postgres://` URL.
 * @returns the names of the migrations applied now.
 * @throws Error in one line.
 */
export async function applyMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'trellis-migrate',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`The database cannot be reached: ${reason(error)}`)
  }
  try {
    const done: string[] = []
    for (const migration of pendingOf(readMigrations(), await readApplied(client))) {
      if (await applyOne(client, migration)) done.push(migration.name)
    }
    return done
  } finally {
    await client.end().catch(() => undefined)
  }
}
