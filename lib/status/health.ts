import { z } from 'zod'
import { type ChainHealth, chainHealth } from '@/lib/chain/health'
import { db, one } from '@/lib/db/db'
import { waitingCommits } from '@/lib/db/pool'
import { sql } from '@/lib/db/sql'
import { countUnjudged } from '@/lib/review/unjudged'

/** @throws Refusal `unavailable` when the database does not answer in time. */
export async function requireDatabase(): Promise<void> {
  await db.run(sql`SELECT 1`)
}

/** The state of the database. A hot standby is read-only; writes wait while a synchronous standby is away. */
export type StorageState = 'ok' | 'read-only' | 'waiting' | 'away'

/** A commit that waits longer for its standby is reported. */
const WAIT = '5 seconds'

const HealthRow = z.object({ readOnly: z.boolean(), waits: z.boolean() })

/** The current state of the database. It never throws. */
export async function storageState(): Promise<StorageState> {
  try {
    const { readOnly, waits } = await one(
      db,
      sql`SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly",
        EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
          AND query_start < clock_timestamp() - ${WAIT}::interval) AS waits`,
      HealthRow,
    )
    if (readOnly) return 'read-only'
    return waits || waitingCommits().size > 0 ? 'waiting' : 'ok'
  } catch {
    return 'away'
  }
}

/** Whether a chain is slow or down, or the storage takes no writes. */
export const isDegraded = (storage: StorageState, chains: readonly Pick<ChainHealth, 'status'>[]) =>
  storage !== 'ok' || chains.some(({ status }) => status !== 'ok')

/** The body of `GET /api/v1/status` as JSON text. */
export async function statusBody(): Promise<string> {
  const [storage, chains, withoutVerifier] = await Promise.all([
    storageState(),
    chainHealth(),
    countUnjudged().catch(() => null),
  ])
  return JSON.stringify({ degraded: isDegraded(storage, chains), chains, withoutVerifier })
}
