import pg from 'pg'
import { z } from 'zod'
import { type About, evidenceEntry, rowsEntry, sha256, writeArchive } from '@/lib/backup/archive'
import type { Entry } from '@/lib/backup/tar'
import { ObjectKey, type ObjectStore, objectName } from '@/lib/evidence/object-store'

const ROWS_AT_ONCE = 1_000
/** Characters of rows in one file of the archive, about; each file is in memory once. */
const FILE_CHARS = 4_000_000

/** Names as the catalogue gives them, which are ours and hold no quotes. */
const NameRows = z.array(z.object({ name: z.string() }))
/** A table and one that it refers to. */
const EdgeRows = z.array(z.object({ child: z.string(), parent: z.string() }))
const SequenceRows = z.array(z.object({ name: z.string(), last: z.string().nullable() }))
const VersionRows = z.array(z.object({ version: z.string() })).length(1)
const RowRows = z.array(z.object({ row: z.string() }))
const EvidenceRows = z.array(ObjectKey.extend({ sha256: z.string() }))
const ErasedRows = z.array(z.object({ erased: z.boolean() })).length(1)

/**
 * Begins the snapshot that all of a backup is of: what is committed meanwhile is not in it, and nobody waits for it. It may
 * take as long as it takes. On a hot standby it works too.
 */
const BEGIN = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601';
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`

/** Counters that are worth nothing after a crash are not logged by Postgres, and not kept here. */
const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  AND relpersistence = 'p' AND relname <> '_prisma_migrations' ORDER BY relname`
const EDGES = `SELECT c.relname AS child, p.relname AS parent FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
  JOIN pg_class p ON p.oid = f.confrelid WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND c.oid <> p.oid`
const MIGRATIONS = `SELECT migration_name AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`
/** What a sequence gave is never before what a row of the snapshot took from it. */
const SEQUENCES = `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
  WHERE schemaname = 'public' ORDER BY sequencename`
const EVIDENCE = `SELECT id, "contentType", sha256 FROM "EvidenceFile" WHERE "erasedAt" IS NULL ORDER BY id`

/** Tables so that none comes before one that it refers to: in this order they can be restored. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const edges = EdgeRows.parse((await client.query(EDGES)).rows)
  const waiting = new Set(NameRows.parse((await client.query(TABLES)).rows).map(({ name }) => name))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const isFree = (table: string) => !edges.some(({ child, parent }) => child === table && waiting.has(parent))
    const next = [...waiting].find(isFree)
    if (next === undefined) throw new Error('The tables refer to each other in a circle.')
    waiting.delete(next)
    ordered.push(next)
  }
  return ordered
}

/** The rows of a table as files of the archive. @returns how many there are. */
async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<Entry, number> {
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM "${table}" t`)
  let [count, number, chars] = [0, 0, 0]
  let lines: string[] = []
  for (;;) {
    const rows = RowRows.parse((await client.query(`FETCH ${ROWS_AT_ONCE} FROM backup`)).rows)
    for (const { row } of rows) {
      lines.push(row)
      chars += row.length
    }
    count += rows.length
    if (lines.length > 0 && (rows.length === 0 || chars >= FILE_CHARS)) {
      number += 1
      yield rowsEntry(table, number, lines)
      lines = []
      chars = 0
    }
    if (rows.length > 0) continue
    await client.query('CLOSE backup')
    return count
  }
}

/** Whether a file was erased after the snapshot was taken, as another connection sees it. */
async function isErasedNow(connectionString: string, id: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT "erasedAt" IS NOT NULL AS erased FROM "EvidenceFile" WHERE id = $1', [
      id,
    ])
    return ErasedRows.parse(rows)[0]?.erased === true
  } finally {
    await client.end()
  }
}

async function readWhole(store: ObjectStore | null, key: ObjectKey): Promise<Buffer | null> {
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of (await store?.read(key)) ?? []) chunks.push(chunk)
    return store && Buffer.concat(chunks)
  } catch {
    return null
  }
}

/** The evidence of the snapshot. @returns the names of files that are not there as their record says. */
async function* evidenceOf(
  client: pg.Client,
  { connectionString, store }: BackupSource,
): AsyncGenerator<Entry, string[]> {
  const files = EvidenceRows.parse((await client.query(EVIDENCE)).rows)
  const faulty: string[] = []
  for (const file of files) {
    const name = objectName(file)
    const bytes = await readWhole(store, file)
    if (bytes && sha256(bytes) === file.sha256) {
      yield evidenceEntry(name, bytes)
      continue
    }
    if (await isErasedNow(connectionString, file.id))
      throw new Error('A file was erased by law while the backup was taken: take it again.')
    faulty.push(name)
  }
  return faulty
}

/** What is backed up. */
export interface BackupSource {
  /** A `postgres://` URL, of the primary or of a standby. */
  readonly connectionString: string
  /** Where the evidence lies; null where none is kept. */
  readonly store: ObjectStore | null
}

async function* partsOf(
  client: pg.Client,
  source: BackupSource,
  takenAt: Date,
): AsyncGenerator<Entry, Omit<About, 'format'>> {
  // The first statement of the transaction takes the snapshot.
  const migrations = NameRows.parse((await client.query(MIGRATIONS)).rows).map(({ name }) => name)
  const { rows: versions } = await client.query(`SELECT current_setting('server_version') AS version`)
  const tables: Record<string, number> = {}
  for (const table of await tablesInOrder(client)) tables[table] = yield* rowsOf(client, table)
  const { rows: sequences } = await client.query(SEQUENCES)
  const { rowCount } = await client.query(EVIDENCE)
  const faulty = yield* evidenceOf(client, source)
  return {
    takenAt: takenAt.toISOString(),
    postgres: VersionRows.parse(versions)[0]?.version ?? '',
    migrations,
    tables,
    sequences: Object.fromEntries(SequenceRows.parse(sequences).map(({ name, last }) => [name, last])),
    evidence: (rowCount ?? 0) - faulty.length,
    faulty,
  }
}

/** A backup that was taken. */
export interface TakenBackup extends About {
  /** SHA-256 (hex) of its file. */
  readonly sha256: string
}

/**
 * Backs up everything that the database holds, as it is at one moment, with the evidence of that moment, while the service
 * goes on. Secrets are not in it: they stand in no table.
 * @param file where to; it must not exist.
 * @throws Error in one line.
 */
export async function takeBackup(source: BackupSource, file: string): Promise<TakenBackup> {
  const client = new pg.Client({ connectionString: source.connectionString, application_name: 'trellis-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(BEGIN)
    const takenAt = new Date()
    let about: About | undefined
    async function* told(): AsyncGenerator<Entry, Omit<About, 'format'>> {
      const whole = yield* partsOf(client, source, takenAt)
      about = { format: 'trellis-backup-1', ...whole }
      return whole
    }
    const sum = await writeArchive(file, told(), takenAt)
    if (!about) throw new Error('The backup has no end.')
    return { ...about, sha256: sum }
  } finally {
    await client.end()
  }
}
