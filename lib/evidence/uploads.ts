import { z } from 'zod'
import { now } from '@/lib/clock'
import { autocommit, db, hasRow, one } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { ObjectKey } from '@/lib/evidence/object-store'
import { isFull, lockUsage, type Room } from '@/lib/evidence/quota'
import { findStore, requireStore } from '@/lib/evidence/store'

/**
 * Notes an upload before its first byte is stored, so that nothing can lie in the store that nobody knows of, and takes the
 * room that it may need: what arrives counts like what is stored, so that no quota is passed by many at once.
 * @returns false where a quota leaves no room; then nothing was noted.
 */
export function beginUpload(key: ObjectKey, { wallet, bytes }: Room, at: Date): Promise<boolean> {
  return hasRow(
    autocommit,
    sql`WITH usage AS MATERIALIZED (${lockUsage(wallet)})
      INSERT INTO "EvidenceUpload" (id, "contentType", "startedAt", bytes, wallet)
      SELECT ${key.id}::uuid, ${key.contentType}, ${at}::timestamptz, ${bytes}::int, ${wallet}
      WHERE NOT EXISTS (SELECT 1 FROM usage u WHERE ${isFull(bytes)}) RETURNING id`,
  )
}

/** The DELETE by which an upload becomes a file, to stand as a CTE. No row means that it was given up meanwhile. */
export function endUpload(id: string): Sql {
  return sql`DELETE FROM "EvidenceUpload" WHERE id = ${id}::uuid AND "abandonedAt" IS NULL RETURNING id`
}

/** What is removed in one go. */
const BATCH = 100

/**
 * Gives uploads up and removes their objects. An upload that has become a file is no upload any more and stays; one whose
 * transaction is just ending is waited for. What cannot be removed now is found again by the next call.
 * @param which SQL that is true of an upload `u`.
 */
export async function giveUpUploads(which: Sql, at: Date): Promise<void> {
  const given = await autocommit.query(
    sql`UPDATE "EvidenceUpload" SET "abandonedAt" = ${at}
      WHERE id IN (SELECT u.id FROM "EvidenceUpload" u WHERE ${which} LIMIT ${BATCH}::int) RETURNING id, "contentType"`,
    ObjectKey,
  )
  if (given.length === 0) return
  await requireStore().remove(given)
  const ids = given.map(({ id }) => id)
  await autocommit.run(sql`DELETE FROM "EvidenceUpload" WHERE id = ANY(${ids}::uuid[]) AND "abandonedAt" IS NOT NULL`)
}

const KnownRow = z.object({ known: z.boolean() })

/** Removes an object that nothing knows of: one that was begun just as the schedule gave its upload up. */
export async function removeUnknown(key: ObjectKey): Promise<void> {
  const { known } = await one(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM "EvidenceUpload" WHERE id = ${key.id}::uuid)
      OR EXISTS (SELECT 1 FROM "EvidenceFile" WHERE id = ${key.id}::uuid) AS known`,
    KnownRow,
  )
  if (!known) await requireStore().remove([key])
}

/** Longer than any request lives: an upload this old was cut off, or its end was never told. */
const LEFT_ALONE_MS = 60 * 60_000

/** Removes objects that uploads left behind and no record names. A store that is away is asked again next time. */
export async function sweepUploads(): Promise<void> {
  if (!findStore()) return
  const at = now()
  const before = new Date(at.getTime() - LEFT_ALONE_MS)
  await giveUpUploads(sql`u."startedAt" < ${before}`, at)
}
