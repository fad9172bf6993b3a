import { raw, sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { ERASABLE_ROWS } from '@/lib/erasure/rows'

/** The tables that an erasure changes: those with content, the answers kept for replays, and what a trigger makes of titles. */
const CHANGED = [...ERASABLE_ROWS.map(({ table }) => table), 'IdempotencyKey', 'SearchText']

/**
 * Has the planner's statistics made anew. They hold values of every column, also erased ones, until enough rows have changed,
 * which may be never. Where the role may not do that, the database leaves them and warns in its log.
 */
export async function refreshStatistics(): Promise<void> {
  for (const table of CHANGED)
    await transaction(
      async (tx) => {
        await tx.run(sql`SELECT set_config('statement_timeout', '0', true)`)
        await tx.run(sql`ANALYZE ${raw(`"${table}"`)}`)
      },
      { isPatient: true },
    )
}
