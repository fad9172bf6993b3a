import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { writeNewFile } from '@/lib/backup/new-file'
import { type Entry, packTar, unpackTar } from '@/lib/backup/tar'
import { errorCode } from '@/lib/error-code'
import type { ObjectKey, ObjectStore } from '@/lib/evidence/object-store'
import { gunzipFile } from '@/lib/gunzip-file'
import { sha256Hex } from '@/lib/history/jcs'

// A backup is one gzipped tar file that can be opened and checked by hand: `tar xzf FILE && sha256sum -c SHA256SUMS`.
//   tables/<Table>.<number>.jsonl   rows, one JSON object per line
//   evidence/<name>                 the bytes of evidence files
//   backup.json                     the description of the backup (`About`)
//   SHA256SUMS                      the SHA-256 of each of these files, in the format of `sha256sum`

const FORMAT = 'trellis-backup-1'
const ABOUT = 'backup.json'
const SUMS = 'SHA256SUMS'
const TABLE = /^tables\/(\w+)\.\d{6}\.jsonl$/
const EVIDENCE = /^evidence\/([\w.-]+)$/

/** The description in a backup. */
const About = z.object({
  format: z.literal(FORMAT),
  /** When its snapshot was taken, ISO 8601. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** The applied migrations of the database, oldest first. */
  migrations: z.array(z.string()),
  /** The number of rows of each table. */
  tables: z.record(z.string(), z.int().nonnegative()),
  /** The last value of each sequence; null when it has none yet. */
  sequences: z.record(z.string(), z.string().nullable()),
  evidence: z.int().nonnegative(),
  /** The evidence files whose bytes were missing or did not match their record. */
  faulty: z.array(z.string()),
})
export type About = z.infer<typeof About>

/** The description without the format. */
export type Contents = Omit<About, 'format'>

/** A file of a backup, by its kind. */
export type Part =
  | { readonly kind: 'rows'; readonly table: string; readonly lines: readonly string[] }
  | { readonly kind: 'evidence'; readonly name: string; readonly bytes: Uint8Array }

/** Some rows of a table as one file. @param number the position among the table's files, from 1. */
export const rowsEntry = (table: string, number: number, lines: readonly string[]): Entry => ({
  name: `tables/${table}.${String(number).padStart(6, '0')}.jsonl`,
  bytes: Buffer.from(`${lines.join('\n')}\n`),
})

export const evidenceEntry = (name: string, bytes: Uint8Array): Entry => ({ name: `evidence/${name}`, bytes })

/** The bytes of an object; null where they cannot be read. */
export async function readObject(store: ObjectStore, key: ObjectKey): Promise<Buffer | null> {
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of await store.read(key)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch {
    return null
  }
}

/**
 * Writes a backup that only this user may read, whole or not at all.
 * @param parts yields the files of the backup and returns its description.
 * @returns the description, with the SHA-256 (hex) of the file.
 * @throws Error when the file exists already.
 */
export async function writeArchive(
  file: string,
  parts: AsyncGenerator<Entry, Contents>,
  at: Date,
): Promise<Contents & { readonly sha256: string }> {
  const hash = createHash('sha256')
  const sums: string[] = []
  const summed = (entry: Entry) => {
    sums.push(`${sha256Hex(entry.bytes)}  ${entry.name}\n`)
    return entry
  }
  let contents: Contents | undefined
  async function* entries(): AsyncGenerator<Entry> {
    let next = await parts.next()
    for (; !next.done; next = await parts.next()) yield summed(next.value)
    contents = next.value
    const about: About = { format: FORMAT, ...contents }
    yield summed({ name: ABOUT, bytes: Buffer.from(`${JSON.stringify(about, null, 2)}\n`) })
    yield { name: SUMS, bytes: Buffer.from(sums.join('')) }
  }
  await writeNewFile(file, 0o600, (out) =>
    pipeline(
      Readable.from(packTar(entries(), at)),
      createGzip(),
      async function* hashed(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      out,
    ),
  )
  if (!contents) throw new Error('The backup has no end.')
  return { ...contents, sha256: hash.digest('hex') }
}

function requireSums(sums: string, found: ReadonlyMap<string, string>): void {
  const expected = new Map(sums.split('\n').flatMap((line) => (line ? [[line.slice(66), line.slice(0, 64)]] : [])))
  for (const [name, sum] of found) if (expected.get(name) !== sum) throw new Error(`${name} is not what was written.`)
  for (const name of expected.keys()) if (!found.has(name)) throw new Error(`${name} is missing.`)
}

function countRows({ name, bytes }: Entry, rows: Map<string, number>): void {
  const table = TABLE.exec(name)?.[1]
  if (table) rows.set(table, (rows.get(table) ?? 0) + bytes.filter((byte) => byte === 0x0a).length)
}

async function check(file: string): Promise<About> {
  const found = new Map<string, string>()
  const rows = new Map<string, number>()
  let about: Buffer | undefined
  let sums: string | undefined
  for await (const entry of unpackTar(gunzipFile(file))) {
    const { name, bytes } = entry
    if (sums !== undefined) throw new Error(`${name} stands behind its end.`)
    if (found.has(name)) throw new Error(`${name} stands in it twice.`)
    if (name === SUMS) {
      sums = Buffer.from(bytes).toString('utf8')
      continue
    }
    if (name === ABOUT) about = Buffer.from(bytes)
    else if (!TABLE.test(name) && !EVIDENCE.test(name)) throw new Error(`${name} is no file of a backup.`)
    found.set(name, sha256Hex(bytes))
    countRows(entry, rows)
  }
  if (sums === undefined || about === undefined) throw new Error('It has no end.')
  requireSums(sums, found)
  const parsed = About.parse(JSON.parse(about.toString('utf8')))
  const short = Object.entries(parsed.tables).find(([table, count]) => count !== (rows.get(table) ?? 0))
  if (short) throw new Error(`Rows of ${short[0]} are missing.`)
  return parsed
}

/**
 * Reads a whole backup and checks every file against its sum. It writes nothing.
 * @throws Error in one line when the file is not there, is damaged or is not a backup.
 */
export async function checkArchive(file: string): Promise<About> {
  try {
    return await check(file)
  } catch (fault) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(fault))) throw new Error(`There is no file ${file}.`)
    const why = fault instanceof z.ZodError ? 'It says nothing of itself that this version understands.' : String(fault)
    throw new Error(`${file} is damaged, or is no backup, so nothing was written: ${why.replace(/^\w*Error: /, '')}`)
  }
}

/** The rows and evidence of a backup, in its order. Check the backup first. */
export async function* readArchive(file: string): AsyncGenerator<Part> {
  for await (const { name, bytes } of unpackTar(gunzipFile(file))) {
    const table = TABLE.exec(name)?.[1]
    if (table) yield { kind: 'rows', table, lines: Buffer.from(bytes).toString('utf8').split('\n').filter(Boolean) }
    const evidence = EVIDENCE.exec(name)?.[1]
    if (evidence) yield { kind: 'evidence', name: evidence, bytes }
  }
}
