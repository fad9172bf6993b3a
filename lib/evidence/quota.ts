import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import { db, one } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { env } from '@/lib/env'
import { conflict, unavailable } from '@/lib/errors'
import { folderCalls } from '@/lib/evidence/folder-calls'
import { requireStore } from '@/lib/evidence/store'

/** The space that an upload reserves: the length that its request declares, or the maximum of a file. */
export interface Room {
  readonly wallet: string
  readonly bytes: number
  /** The `Idempotency-Key` of its request. */
  readonly key: string
}

/** Locks the total counter, then the wallet's. Uploads queue at the total counter. */
export const lockUsage = (wallet: string): Sql =>
  sql`SELECT subject, bytes FROM "EvidenceUsage" WHERE subject IN ('', ${wallet}) ORDER BY subject FOR UPDATE`

/** SQL that is true if the counter `u` has no room for this many more bytes. */
export function isFull(bytes: number): Sql {
  const { EVIDENCE_TOTAL_BYTES_MAX: total, EVIDENCE_WALLET_BYTES_MAX: own } = env()
  return sql`u.bytes + ${bytes}::bigint > CASE WHEN u.subject = '' THEN ${total}::bigint ELSE ${own}::bigint END`
}

/** SQL that is true while an upload of this wallet and key is arriving. */
export const isArriving = ({ wallet, key }: Pick<Room, 'wallet' | 'key'>): Sql =>
  sql`EXISTS (SELECT 1 FROM "EvidenceUpload" WHERE wallet = ${wallet} AND key = ${key})`

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

export const storageFull = () =>
  unavailable('The storage for evidence files is full. Nothing was saved; the operator has to make room.')

const FullRow = z.object({ own: z.boolean(), whole: z.boolean(), repeats: z.boolean() })
const DiskRow = z.object({ arriving: z.string(), isNew: z.boolean() })

/**
 * Checks that the wallet's quota, the total quota and the disk have room for an upload. It reserves nothing, so the upload
 * checks again when it begins.
 * @throws Refusal `conflict` if the wallet's quota is used up, `unavailable` if the service has no room, or if the room is taken
 *   by the very upload that this one repeats.
 */
export async function requireRoom(room: Room): Promise<void> {
  const { own, whole, repeats } = await one(
    db,
    sql`SELECT coalesce(bool_or(${isFull(room.bytes)}) FILTER (WHERE subject <> ''), false) AS own,
      coalesce(bool_or(${isFull(room.bytes)}) FILTER (WHERE subject = ''), false) AS whole,
      ${isArriving(room)} AS repeats
      FROM "EvidenceUsage" u WHERE subject IN ('', ${room.wallet})`,
    FullRow,
  )
  if (own && repeats) throw unavailable('This upload is arriving already. Send it again with the same Idempotency-Key.')
  if (own)
    throw conflict(
      `The evidence files of this wallet may hold ${inMegabytes(env().EVIDENCE_WALLET_BYTES_MAX)} together, and there is no room left for this one. Keep it elsewhere and give its URL in a proof.`,
    )
  if (whole) throw storageFull()
  await requireDisk(room.bytes)
}

/**
 * Checks the free space on the disk of the files' folder, which by default also holds the database. Running uploads count
 * with their full size, as if none of their bytes were written yet.
 * @param bytes the size of another upload.
 * @throws Refusal `unavailable` if too little space would remain.
 */
export async function requireDisk(bytes: number): Promise<void> {
  const { EVIDENCE_DIR: folder, BLOB_READ_WRITE_TOKEN: blobs, EVIDENCE_FREE_BYTES_MIN: least } = env()
  if (!folder || blobs) return
  const { arriving, isNew } = await one(
    db,
    sql`SELECT coalesce(sum(bytes), 0)::text AS arriving,
      NOT EXISTS (SELECT 1 FROM "EvidenceFile" WHERE "erasedAt" IS NULL) AS "isNew" FROM "EvidenceUpload"`,
    DiskRow,
  )
  await requireStore().open(isNew)
  const free = await freeBytes(folder)
  if (free - Number(arriving) - bytes < least) throw storageFull()
}

/** Free bytes on a folder's disk for this process. @throws Refusal `unavailable` if they cannot be read. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await folderCalls().make(() => statfs(folder))
    return bavail * bsize
  } catch {
    throw unavailable('The storage for evidence files cannot be reached at the moment. Nothing was saved; try again.')
  }
}
