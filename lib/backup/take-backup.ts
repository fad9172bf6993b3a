import { z } from 'zod'
import { type Contents, evidenceEntry, readObject, rowsEntry, writeArchive } from '@/lib/backup/archive'
import type { Entry } from '@/lib/backup/tar'
import { type Snapshot, takeSnapshot } from '@/lib/db/snapshot'
import { ObjectKey, type ObjectStore, objectName } from '@/lib/evidence/object-store'
import { sha256Hex } from '@/lib/history/jcs'

/** The application name of the database connection. */
const READER = 'trellis-backup'
/** The approximate size in characters of one file of rows. Each file is held in memory once. */
const FILE_CHARS = 4_000_000

/** A name from the catalogue. It is our own and contains no quotes. */
const NameRow = z.object({ name: z.string() })
/** A foreign key: a table and the table that it refers to. */
const EdgeRow = z.object({ child: z.string(), parent: z.string() })
const SequenceRow = z.object({ name: z.string(), last: z.string().nullable() })
const VersionRow = z.object({ version: z.string() })
const RowRow = z.object({ row: z.string() })
const EvidenceRow = ObjectKey.extend({ sha256: z.string() })
const ErasedRow = z.object({ erased: z.boolean() })

/** Unlogged tables hold counters that are worthless after a crash, so they are not backed up. */
const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  AND relpersistence = 'p' AND relname <> '_prisma_migrations' ORDER BY relname`
const EDGES = `SELECT c.relname AS child, p.relname AS parent FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
  JOIN pg_class p ON p.oid = f.confrelid WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND c.oid <> p.oid`
/** Tables that every version has, where the role finds them. */
const OURS = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
  AND oid IN (to_regclass('_prisma_migrations'), to_regclass('"Mission"'))`
const MIGRATIONS = `SELECT migration_name AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`
/** Sequences are not transactional: a value here is never below one that a row of the snapshot uses. */
const SEQUENCES = `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
  WHERE schemaname = 'public' ORDER BY sequencename`
const EVIDENCE = `SELECT id, "contentType", sha256 FROM "EvidenceFile" WHERE "erasedAt" IS NULL ORDER BY id`

/** @throws Error when the tables that the role reads are not those of `public`: a backup of nothing would look like a whole one. */
async function requireTables(snapshot: Snapshot): Promise<void> {
  if ((await snapshot.all(OURS, NameRow)).length === 2) return
  throw new Error(
    'The schema public of this database does not have the service’s tables: does DATABASE_URL name the right one (docs/database.md#which-postgres)?',
  )
}

/** The tables in restore order: none comes before one that it refers to. */
async function tablesInOrder(snapshot: Snapshot): Promise<string[]> {
  const edges = await snapshot.all(EDGES, EdgeRow)
  const waiting = new Set((await snapshot.all(TABLES, NameRow)).map(({ name }) => name))
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

/** The rows of a table as files of the archive. @returns the number of rows. */
async function* rowsOf(snapshot: Snapshot, table: string): AsyncGenerator<Entry, number> {
  let [count, number, chars] = [0, 0, 0]
  let lines: string[] = []
  for await (const rows of snapshot.pieces(`SELECT to_jsonb(t)::text AS row FROM "${table}" t`, RowRow)) {
    for (const { row } of rows) {
      lines.push(row)
      chars += row.length
    }
    count += rows.length
    if (chars < FILE_CHARS) continue
    number += 1
    yield rowsEntry(table, number, lines)
    lines = []
    chars = 0
  }
  if (lines.length > 0) yield rowsEntry(table, number + 1, lines)
  return count
}

/** Whether a file was erased after the snapshot was taken; a new snapshot tells. */
async function isErasedNow(connectionString: string, id: string): Promise<boolean> {
  const later = await takeSnapshot(connectionString, READER)
  try {
    const files = `SELECT "erasedAt" IS NOT NULL AS erased FROM "EvidenceFile" WHERE id = '${id}'`
    const [file] = await later.all(files, ErasedRow)
    return file?.erased === true
  } finally {
    await later.close()
  }
}

/** The evidence of the snapshot. @returns the names of files that are missing or do not match their record. */
async function* evidenceOf(
  files: readonly z.infer<typeof EvidenceRow>[],
  { connectionString, store }: BackupSource,
): AsyncGenerator<Entry, string[]> {
  const faulty: string[] = []
  for (const file of files) {
    const name = objectName(file)
    const bytes = store && (await readObject(store, file))
    if (bytes && sha256Hex(bytes) === file.sha256) {
      yield evidenceEntry(name, bytes)
      continue
    }
    if (await isErasedNow(connectionString, file.id))
      throw new Error('A file was erased by law while the backup was taken: take it again.')
    faulty.push(name)
  }
  return faulty
}

/** The source of a backup. */
export interface BackupSource {
  /** A `postgres://` URL, of the primary or of a standby. */
  readonly connectionString: string
  /** The store of the evidence; null when there is none. */
  readonly store: ObjectStore | null
}

async function* partsOf(snapshot: Snapshot, source: BackupSource, takenAt: Date): AsyncGenerator<Entry, Contents> {
  await requireTables(snapshot)
  const migrations = await snapshot.all(MIGRATIONS, NameRow)
  const [server] = await snapshot.all(`SELECT current_setting('server_version') AS version`, VersionRow)
  const tables: Record<string, number> = {}
  for (const table of await tablesInOrder(snapshot)) tables[table] = yield* rowsOf(snapshot, table)
  const sequences = await snapshot.all(SEQUENCES, SequenceRow)
  const files = await snapshot.all(EVIDENCE, EvidenceRow)
  // The bytes may take an hour, and need no table: a migration that came meanwhile would wait for the end of the snapshot.
  await snapshot.close()
  const faulty = yield* evidenceOf(files, source)
  return {
    takenAt: takenAt.toISOString(),
    postgres: server?.version ?? '',
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
    evidence: files.length - faulty.length,
    faulty,
  }
}

/**
 * Backs up the whole database at one moment, with the evidence of that moment, while the service runs. It contains no
 * secrets, because no table holds any.
 * @param file the file to write; it must not exist.
 * @returns the description of the backup, with the SHA-256 (hex) of the file.
 * @throws Error in one line.
 */
export async function takeBackup(source: BackupSource, file: string) {
  const snapshot = await takeSnapshot(source.connectionString, READER)
  try {
    const takenAt = new Date()
    return await writeArchive(file, partsOf(snapshot, source, takenAt), takenAt)
  } finally {
    await snapshot.close()
  }
}
