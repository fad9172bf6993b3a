import { mkdir, statfs } from 'node:fs/promises'
import { z } from 'zod'
import { db, one } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { env } from '@/lib/env'
import { conflict, unavailable } from '@/lib/errors'

/** The room that an upload needs: as much as its request says, at most what a file may hold. */
export interface Room {
  readonly wallet: string
  readonly bytes: number
}

/** The counters of a wallet and of the whole, the whole's first: every upload waits there for the one before it. */
export const lockUsage = (wallet: string): Sql =>
  sql`SELECT subject, bytes FROM "EvidenceUsage" WHERE subject IN ('', ${wallet}) ORDER BY subject FOR UPDATE`

/** SQL that is true of a counter `u` which has no room for so many bytes more. */
export function isFull(bytes: number): Sql {
  const { EVIDENCE_TOTAL_BYTES_MAX: total, EVIDENCE_WALLET_BYTES_MAX: own } = env()
  return sql`u.bytes + ${bytes}::bigint > CASE WHEN u.subject = '' THEN ${total}::bigint ELSE ${own}::bigint END`
}

/** In whole megabytes, for people. */
const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

export const storageFull = () =>
  unavailable('The storage for evidence files is full. Nothing was saved; the operator has to make room.')

const FullRow = z.object({ own: z.boolean(), whole: z.boolean() })
const ArrivingRow = z.object({ arriving: z.string() })

/**
 * Whether there is room for an upload: in its wallet's quota, in the whole's, and on the disk. It takes none, so it is
 * asked again when the upload begins.
 * @throws Refusal `conflict` for a wallet that has used its quota, `unavailable` where the service has none left.
 */
export async function requireRoom(room: Room): Promise<void> {
  const { own, whole } = await one(
    db,
    sql`SELECT coalesce(bool_or(${isFull(room.bytes)}) FILTER (WHERE subject <> ''), false) AS own,
      coalesce(bool_or(${isFull(room.bytes)}) FILTER (WHERE subject = ''), false) AS whole
      FROM "EvidenceUsage" u WHERE subject IN ('', ${room.wallet})`,
    FullRow,
  )
  if (own)
    throw conflict(
      `The evidence files of this wallet may hold ${inMegabytes(env().EVIDENCE_WALLET_BYTES_MAX)} together, and there is no room left for this one. Keep it elsewhere and give its URL in a proof.`,
    )
  if (whole) throw storageFull()
  await requireDisk(room.bytes)
}

/**
 * Refuses before the disk of the files' folder is full, which in the embedded default also holds the database. Uploads
 * under way count as if nothing of them were written yet.
 * @param bytes that come on top of them.
 * @throws Refusal `unavailable`.
 */
export async function requireDisk(bytes: number): Promise<void> {
  const { EVIDENCE_DIR: folder, BLOB_READ_WRITE_TOKEN: blobs, EVIDENCE_FREE_BYTES_MIN: least } = env()
  if (!folder || blobs) return
  const [{ arriving }, free] = await Promise.all([
    one(db, sql`SELECT coalesce(sum(bytes), 0)::text AS arriving FROM "EvidenceUpload"`, ArrivingRow),
    freeBytes(folder),
  ])
  if (free - Number(arriving) - bytes < least) throw storageFull()
}

/** What the disk of a folder has left for this process. @throws Refusal `unavailable` where it cannot be asked. */
async function freeBytes(folder: string): Promise<number> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    throw unavailable('The storage for evidence files cannot be reached at the moment. Nothing was saved; try again.')
  }
}
