import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '@/lib/clock'
import type { Caller } from '@/lib/context'
import { autocommit, db, findOne, hasRow } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { HOUR_MS } from '@/lib/durations'
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

/** After this long a call begins no more removals: a store that is silent is waited for once or twice. */
const BUDGET_MS = 15_000

/**
 * Abandons uploads and removes their objects, one after the other: a folder takes two calls at once, and lets others wait for some
 * time only. An upload that became a file has no row here and stays. If a transaction is just recording an upload, this waits for
 * it. The row of an object that could not be removed stays, and a later call tries again: first those that were not tried yet.
 * @param which an SQL condition on the upload `u`.
 * @throws Refusal `unavailable` if an object could not be removed.
 */
export async function giveUpUploads(which: Sql, at: Date): Promise<void> {
  const until = performance.now() + BUDGET_MS
  const tried: string[] = []
  const faults: unknown[] = []
  while (performance.now() < until) {
    const object = await abandonNext(sql`${which} AND u.id <> ALL(${tried}::uuid[])`, at)
    if (!object) break
    tried.push(object.id)
    await removeAbandoned(object).catch((fault: unknown) => void faults.push(fault))
  }
  if (faults.length > 0) throw faults[0]
}

/** Abandons the upload that was tried longest ago, or never. @returns its object; null when there is none, or others have just ended it: the next call goes on. */
const abandonNext = (which: Sql, at: Date): Promise<ObjectKey | null> =>
  findOne(
    autocommit,
    sql`UPDATE "EvidenceUpload" SET "abandonedAt" = ${at}
      WHERE id = (SELECT u.id FROM "EvidenceUpload" u WHERE ${which} ORDER BY u."abandonedAt" NULLS FIRST LIMIT 1)
      RETURNING id, "contentType"`,
    ObjectKey,
  )

async function removeAbandoned(object: ObjectKey): Promise<void> {
  await requireStore().remove(object)
  await autocommit.run(sql`DELETE FROM "EvidenceUpload" WHERE id = ${object.id}::uuid AND "abandonedAt" IS NOT NULL`)
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
