import { db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { ObjectKey, type ObjectStore, objectName } from '@/lib/evidence/object-store'
import { findStore } from '@/lib/evidence/store'

const BATCH = 100

/** How many files were found and removed, and how many were not there: an earlier run removed those. */
interface RemovedFiles {
  readonly removed: number
  readonly absent: number
}

/**
 * Deletes the bytes of all erased files of a mission, or of the mission that grew from a challenge, including those
 * that an earlier run could not delete. It is idempotent.
 * @param erasedNow ids of the files that were erased just now, whose bytes must be there.
 * @throws Error if bytes that must be there were not; the others are removed. Refusal `unavailable` if the store is away.
 */
export async function removeErasedFiles(recordId: string, erasedNow: readonly string[]): Promise<RemovedFiles> {
  const files = await db.query(
    sql`SELECT f.id, f."contentType" FROM "EvidenceFile" f JOIN "Mission" m ON m.id = f."missionId"
      WHERE (m.id = ${recordId}::uuid OR m."challengeId" = ${recordId}::uuid) AND f."erasedAt" IS NOT NULL ORDER BY f.id`,
    ObjectKey,
  )
  if (files.length === 0) return { removed: 0, absent: 0 }
  const store = findStore()
  if (!store)
    throw new Error('Files were erased, but no storage is configured: set EVIDENCE_DIR or BLOB_READ_WRITE_TOKEN.')
  const missing = await removeFound(store, files)
  const removed = files.length - missing.length
  const lost = missing.filter(({ id }) => erasedNow.includes(id))
  if (lost.length > 0)
    throw new Error(
      `Of ${files.length} evidence files ${removed} were found and removed. These were not found, so their bytes may be elsewhere: ${lost.map(objectName).join(', ')}.`,
    )
  return { removed, absent: missing.length }
}

/** @returns the files that the store does not hold. */
async function removeFound(store: ObjectStore, files: readonly ObjectKey[]): Promise<ObjectKey[]> {
  const missing: ObjectKey[] = []
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH)
    missing.push(...(await store.listMissing(batch)))
    // One after the other: a folder takes two calls at once, and lets others wait for some time only.
    for (const file of batch) await store.remove(file)
  }
  return missing
}
