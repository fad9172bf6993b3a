import { z } from 'zod'
import { db, one } from '@/lib/db/db'
import { waitingCommits } from '@/lib/db/pool'
import { sql } from '@/lib/db/sql'

/** Whether the database takes writes. A hot standby is read-only; writes wait while a synchronous standby is away. */
export type WriteState = 'ok' | 'read-only' | 'waiting'

const StateRow = z.object({ readOnly: z.boolean(), waits: z.boolean() })

/**
 * Asks the database whether it takes writes.
 * @param wait an interval: a commit that has waited longer for its standby counts as waiting.
 * @throws StorageAway when it does not answer.
 */
export async function findWriteState(wait: string): Promise<WriteState> {
  const { readOnly, waits } = await one(
    db,
    sql`SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly",
      EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
        AND query_start < clock_timestamp() - ${wait}::interval) AS waits`,
    StateRow,
  )
  if (readOnly) return 'read-only'
  return waits || waitingCommits().size > 0 ? 'waiting' : 'ok'
}
