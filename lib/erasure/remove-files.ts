import { db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { ObjectKey } from '@/lib/evidence/object-store'
import { findStore } from '@/lib/evidence/store'

const BATCH = 100

/**
 * Deletes the bytes of all erased files of a mission, or of the mission that grew from a challenge, including those
 * that an earlier run could not delete. It is idempotent.
 * @returns the number of files without bytes now.
 */
export async function removeErasedFiles(recordId: string): Promise<number> {
  const files = await db.query(
    sql`SELECT f.id, f."contentType" FROM "EvidenceFile" f JOIN "Mission" m ON m.id = f."missionId"
      WHERE (m.id = ${recordId}::uuid OR m."challengeId" = ${recordId}::uuid) AND f."erasedAt" IS NOT NULL ORDER BY f.id`,
    ObjectKey,
  )
  const store = findStore()
  if (files.length > 0 && !store)
    throw new Error('Files were erased, but no storage is configured: set EVIDENCE_DIR or BLOB_READ_WRITE_TOKEN.')
  for (let at = 0; at < files.length; at += BATCH) await store?.remove(files.slice(at, at + BATCH))
  return files.length
}
