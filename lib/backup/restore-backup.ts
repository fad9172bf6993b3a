import { Readable } from 'node:stream'
import pg from 'pg'
import { z } from 'zod'
import { type About, checkArchive, readArchive, readObject } from '@/lib/backup/archive'
import { encodeCursor } from '@/lib/contract/cursor'
import { MIGRATIONS } from '@/lib/db/generated/migrations'
import { applyMigrations, reasonOf } from '@/lib/db/migrate'
import { ObjectKey, type ObjectStore, objectName } from '@/lib/evidence/object-store'
import { sha256Hex } from '@/lib/history/jcs'

/** The approximate size in characters of a batch of inserted rows. */
const BATCH_CHARS = 500_000
/** Tables that a migration fills in an empty database; the backup has its own rows for them. */
const SEEDED = ['EvidenceUsage']
/** Bearer secrets are not restored: one that was revoked after the backup would be valid again. People sign in again and make a new address. */
const REVOCABLE = ['Session', 'PrivateFeed']
/** Nor are uploads that were arriving: one may have become a file since, and be removed from the store as if it had been interrupted. */
const ARRIVING = ['EvidenceUpload']

const NameRows = z.array(z.object({ name: z.string() }))
const CountRows = z.array(z.object({ count: z.int() })).length(1)
const EvidenceRows = z.array(ObjectKey.extend({ sha256: z.string() }))
const EndRows = z.array(z.object({ end: z.string() })).length(1)
const StateRows = z.array(z.object({ off: z.boolean() })).length(1)

const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`
const namesOf = async (client: pg.Client, text: string) =>
  NameRows.parse((await client.query(text)).rows).map(({ name }) => name)

async function countOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM "${table}"`)
  return CountRows.parse(rows)[0]?.count ?? 0
}

/** The cursor of the end of the log of events; null for a backup from before there was one. */
async function endOfLog(client: pg.Client, { tables }: About): Promise<string | null> {
  if (!('EventLog' in tables)) return null
  const { rows } = await client.query('SELECT coalesce(max(position), 0)::text AS end FROM "EventLog"')
  return encodeCursor(EndRows.parse(rows)[0]?.end ?? '0')
}

/** @throws Error when the database holds more than the migrations leave in an empty one. */
async function requireEmpty(client: pg.Client, { migrations, tables }: About): Promise<void> {
  const present = await namesOf(client, TABLES)
  if (present.length === 0) return
  const foreign = present.find((name) => name !== '_prisma_migrations' && name !== 'RateLimit' && !(name in tables))
  const applied = present.includes('_prisma_migrations')
    ? await namesOf(client, 'SELECT migration_name AS name FROM _prisma_migrations')
    : []
  if (foreign || applied.some((name) => !migrations.includes(name)))
    throw new Error('The database has tables that the backup does not know: restore into an empty database.')
  for (const table of present.filter((name) => name in tables && !SEEDED.includes(name)))
    if ((await countOf(client, table)) > 0)
      throw new Error(`The database is not empty (${table} has rows): restore into an empty database.`)
}

/** @throws Error when a newer version took the backup. */
function requireKnown({ migrations }: About): void {
  const unknown = migrations.find((name) => !MIGRATIONS.includes(name))
  if (unknown)
    throw new Error(
      `The backup is of a newer version, which has the migration ${unknown}: restore it with that version.`,
    )
}

/** Groups rows into JSON arrays, one per INSERT statement. */
function* batchesOf(lines: readonly string[]): Generator<string> {
  let batch: string[] = []
  let chars = 0
  for (const line of lines) {
    batch.push(line)
    chars += line.length
    if (chars < BATCH_CHARS) continue
    yield `[${batch.join(',')}]`
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`
}

async function loadRows(client: pg.Client, table: string, lines: readonly string[]): Promise<void> {
  const insert = `INSERT INTO "${table}" SELECT r.* FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb) r`
  for (const batch of batchesOf(lines)) await client.query(insert, [batch])
}

/** Runs `work` with triggers off. They would write the event queue, the search words and the file usage again; the backup has all of it. */
async function withoutTriggers(client: pg.Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
  await work()
  // Check foreign keys now: a table with pending checks cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`)
  const { rows } = await client.query(`SELECT EXISTS (SELECT 1 FROM pg_trigger WHERE tgenabled = 'D') AS off`)
  if (StateRows.parse(rows)[0]?.off) throw new Error('A trigger is still off.')
}

async function putEvidence(store: ObjectStore, key: ObjectKey, sum: string, bytes: Uint8Array): Promise<void> {
  if (sha256Hex(bytes) !== sum) throw new Error(`${objectName(key)} is not what its record says.`)
  // Asked first: the store would log that it could not read what is not there, which is so of every file in a new one.
  const [missing] = await store.listMissing([key])
  if (missing) return store.write(key, Readable.from([bytes]))
  const kept = await readObject(store, key)
  if (kept && sha256Hex(kept) === sum) return
  if (kept) await store.remove(key)
  await store.write(key, Readable.from([bytes]))
}

/** The records of evidence files, by object name. */
async function evidenceRecords(client: pg.Client): Promise<ReadonlyMap<string, z.infer<typeof EvidenceRows>[number]>> {
  const { rows } = await client.query('SELECT id, "contentType", sha256 FROM "EvidenceFile"')
  return new Map(EvidenceRows.parse(rows).map((row) => [objectName(row), row]))
}

/** Loads everything in the archive's order: no table comes before one that it refers to, and files come last. */
async function loadParts(client: pg.Client, file: string, store: ObjectStore | null): Promise<void> {
  await store?.open(true)
  let files: Awaited<ReturnType<typeof evidenceRecords>> | undefined
  for await (const part of readArchive(file)) {
    if (part.kind === 'rows') {
      await loadRows(client, part.table, part.lines)
      continue
    }
    files ??= await evidenceRecords(client)
    const known = files.get(part.name)
    if (!known || !store) throw new Error(`${part.name} belongs to no record.`)
    await putEvidence(store, known, known.sha256, part.bytes)
  }
}

async function load(client: pg.Client, file: string, about: About, store: ObjectStore | null): Promise<void> {
  await withoutTriggers(client, Object.keys(about.tables), async () => {
    for (const table of SEEDED) await client.query(`DELETE FROM "${table}"`)
    await loadParts(client, file, store)
  })
  for (const [name, last] of Object.entries(about.sequences))
    if (last !== null)
      await client.query(`SELECT setval(format('public.%I', $1::text)::regclass, $2::bigint)`, [name, last])
  for (const [table, count] of Object.entries(about.tables))
    if ((await countOf(client, table)) !== count) throw new Error(`${table} did not get all of its rows.`)
  for (const table of [...REVOCABLE, ...ARRIVING])
    if (table in about.tables) await client.query(`DELETE FROM "${table}"`)
}

/** The target of a restore. */
export interface RestoreTarget {
  /** A `postgres://` URL of an empty database, Postgres 15 or later. Its role will own the restored tables. */
  readonly connectionString: string
  /** The store for evidence from now on; null when there is none. */
  readonly store: ObjectStore | null
}

/** A backup that was restored. */
export interface Restored {
  readonly about: About
  /** The cursor of the end of the log of events; null where there was no log yet. */
  readonly logEnd: string | null
  /** Why Postgres has no statistics of the rows yet, in one line; null when it has. It makes them by itself in time. */
  readonly notAnalyzed: string | null
  /** Why the later migrations were not applied, in one line; null when they were. */
  readonly notMigrated: string | null
}

const faultOf = (work: Promise<unknown>): Promise<string | null> => work.then(() => null, reasonOf)

/**
 * Restores a backup: the old schema, all rows but those of `REVOCABLE` and `ARRIVING` in one transaction, the evidence, and then
 * the later migrations. It writes nothing before it has checked the whole backup, and no row remains when a step up to the end of the
 * transaction fails. Whatever fails after that is told in the result: everything is there then, and a second try would be refused.
 * @param open opens the target; called after the check of the backup.
 * @throws Error in one line, also when the database is not empty.
 */
export async function restoreBackup(file: string, open: () => Promise<RestoreTarget>): Promise<Restored> {
  const about = await checkArchive(file)
  requireKnown(about)
  const { connectionString, store } = await open()
  if (about.evidence > 0 && !store)
    throw new Error('The backup has evidence files: set EVIDENCE_DIR or BLOB_READ_WRITE_TOKEN.')
  const client = new pg.Client({ connectionString, application_name: 'trellis-restore' })
  client.on('error', () => undefined)
  await client.connect()
  let logEnd: string | null
  let notAnalyzed: string | null
  try {
    await client.query(
      `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET timezone = 'UTC'`,
    )
    await requireEmpty(client, about)
    await applyMigrations(connectionString, undefined, { only: about.migrations })
    await client.query('BEGIN')
    const locked = Object.keys(about.tables).map((table) => `"${table}"`)
    await client.query(`LOCK TABLE ${locked.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    // Check again under the lock: another writer may have come in between.
    await requireEmpty(client, about)
    await load(client, file, about, store)
    logEnd = await endOfLog(client, about)
    await client.query('COMMIT')
    notAnalyzed = await faultOf(client.query('ANALYZE'))
  } finally {
    await client.end()
  }
  return { about, logEnd, notAnalyzed, notMigrated: await faultOf(applyMigrations(connectionString)) }
}
