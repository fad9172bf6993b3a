import { raw, sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { ERASABLE_ROWS } from '@/lib/erasure/rows'

/**
 * The tables that hold or held what is erased: those with content, the answers kept for replays, what a trigger makes of titles,
 * and what agents ask for, which the schedule has emptied since.
 */
const TABLES = [...ERASABLE_ROWS.map(({ table }) => table), 'IdempotencyKey', 'SearchText', 'AgentRequest']

/**
 * Has the planner's statistics made anew. They hold values of every column, also erased ones, until enough rows have changed,
 * which may be never. Where the role may not do that, the database leaves them and warns in its log.
 * @throws the first failure, after the last table.
 */
export async function refreshStatistics(): Promise<void> {
  const faults: unknown[] = []
  for (const table of TABLES) await analyze(table).catch((fault: unknown) => void faults.push(fault))
  if (faults.length > 0) throw faults[0]
}

const analyze = (table: string): Promise<void> =>
  transaction(
    async (tx) => {
      await tx.run(sql`SELECT set_config('statement_timeout', '0', true)`)
      await tx.run(sql`ANALYZE ${raw(`"${table}"`)}`)
    },
    { isPatient: true },
  )
