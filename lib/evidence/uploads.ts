import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '@/lib/clock'
import type { Caller } from '@/lib/context'
import { autocommit, db, hasRow } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { HOUR_MS, MINUTE_MS } from '@/lib/durations'
import { ObjectKey } from '@/lib/evidence/object-store'
import { isArriving, isFull, lockUsage, type Room } from '@/lib/evidence/quota'
import { findStore, requireStore } from '@/lib/evidence/store'

/**
 * Records an upload before its first byte is stored, so that the store holds no unknown objects, and reserves its space:
 * running uploads count towards the quotas, so that concurrent uploads cannot exceed them.
 * @returns false if a quota has no room; then no row was written.
 */
export async function beginUpload(object: ObjectKey, { wallet, bytes, key }: Room, at: Date): Promise<boolean> {
  // First, so that a statement that waits for the lock sees it: of a wallet without a counter every upload that waits would fit.
  await autocommit.run(sql`INSERT INTO "EvidenceUsage" (subject, bytes) VALUES (${wallet}, 0) ON CONFLICT DO NOTHING`)
  return hasRow(
    autocommit,
    sql`WITH usage AS MATERIALIZED (${lockUsage(wallet)})
      INSERT INTO "EvidenceUpload" (id, "contentType", "startedAt", bytes, wallet, key)
      SELECT ${object.id}::uuid, ${object.contentType}, ${at}::timestamptz, ${bytes}::int, ${wallet}, ${key}
      WHERE NOT EXISTS (SELECT 1 FROM usage u WHERE ${isFull(bytes)}) RETURNING id`,
  )
}

/** The DELETE of an upload that becomes a file, for use as a CTE. It returns no row if the upload was abandoned. */
export function endUpload(id: string): Sql {
  return sql`DELETE FROM "EvidenceUpload" WHERE id = ${id}::uuid AND "abandonedAt" IS NULL RETURNING id`
}

/** How long a request waits for the one that it repeats. */
const ARRIVAL_TIMEOUT_MS = 15_000
const ARRIVAL_PAUSE_MS = 150

/** Waits until no upload of this wallet and key is arriving any more, for a bounded time. */
export async function waitForArrival({ caller, key }: { caller: Caller; key: string }): Promise<void> {
  const arriving = sql`SELECT WHERE ${isArriving({ wallet: caller.wallet, key })}`
  for (const until = performance.now() + ARRIVAL_TIMEOUT_MS; performance.now() < until; ) {
    if (!(await hasRow(db, arriving))) return
    await sleep(ARRIVAL_PAUSE_MS)
  }
}

/** Uploads removed per call, and how long it goes on. */
const BATCH = 100
const BATCH_MS_MAX = MINUTE_MS

/**
 * Abandons uploads and removes their objects. An upload that became a file has no row here and stays. If a transaction is
 * just recording an upload, this waits for it. The row of an object that could not be removed stays, and a later call tries
 * again: first those that were not tried yet.
 * @param which an SQL condition on the upload `u`.
 * @throws Refusal `unavailable` if an object could not be removed; the others are.
 */
export async function giveUpUploads(which: Sql, at: Date): Promise<void> {
  const given = await autocommit.query(
    sql`UPDATE "EvidenceUpload" SET "abandonedAt" = ${at}
      WHERE id IN (SELECT u.id FROM "EvidenceUpload" u WHERE ${which} ORDER BY u."abandonedAt" NULLS FIRST LIMIT ${BATCH}::int)
      RETURNING id, "contentType"`,
    ObjectKey,
  )
  if (given.length === 0) return
  const { removed, faults } = await removeObjects(given)
  await autocommit.run(
    sql`DELETE FROM "EvidenceUpload" WHERE id = ANY(${removed}::uuid[]) AND "abandonedAt" IS NOT NULL`,
  )
  if (faults.length > 0) throw faults[0]
}

/** Removes objects one after the other: a folder takes two calls at once, and lets others wait for some time only. */
async function removeObjects(keys: readonly ObjectKey[]): Promise<{ removed: string[]; faults: unknown[] }> {
  const store = requireStore()
  const removed: string[] = []
  const faults: unknown[] = []
  const until = performance.now() + BATCH_MS_MAX
  for (const key of keys) {
    if (performance.now() > until) break
    await store.remove(key).then(
      () => removed.push(key.id),
      (fault) => faults.push(fault),
    )
  }
  return { removed, faults }
}

/** Removes an object without a row: its writing began just as the schedule abandoned the upload. */
export async function removeUnknown(key: ObjectKey): Promise<void> {
  const known = sql`SELECT id FROM "EvidenceUpload" WHERE id = ${key.id}::uuid
    UNION ALL SELECT id FROM "EvidenceFile" WHERE id = ${key.id}::uuid`
  if (!(await hasRow(db, known))) await requireStore().remove(key)
}

/** Longer than any request lasts: an upload this old was interrupted. */
const LEFT_ALONE_MS = HOUR_MS

/** Removes the objects of interrupted uploads. If the store is unavailable, the next run retries. */
export async function sweepUploads(): Promise<void> {
  const store = findStore()
  if (!store) return
  await store.prepare()
  const at = now()
  const before = new Date(at.getTime() - LEFT_ALONE_MS)
  await giveUpUploads(sql`u."startedAt" < ${before}`, at)
}
