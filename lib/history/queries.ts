import { z } from 'zod'
import { db, findOne } from '@/lib/db/db'
import { EVENTS_SHOWN, historyJson } from '@/lib/history/record'
import { HistoryEventView } from '@/lib/history/schemas'

const BlockRow = z.object({
  title: z.string(),
  /** How many events there are in all. */
  historySeq: z.int(),
  /** Oldest first. */
  events: z.array(HistoryEventView),
})
/** A block of a record's history, with the facts of the record that its page shows. */
export type HistoryBlock = z.infer<typeof BlockRow>

const statement = (table: string) => `SELECT r.title, r."historySeq",
    ${historyJson('r.id', `h.seq > $2::int AND h.seq <= $2::int + ${EVENTS_SHOWN}`)} AS events
  FROM "${table}" r WHERE r.id = $1::uuid AND r."hiddenAt" IS NULL`

const STATEMENTS = { challenge: statement('Challenge'), mission: statement('Mission') }

/**
 * A block of a history. @param block 1 contains the first events.
 * @returns null when there is no such record, the record is hidden, or its history has no such block.
 */
export async function findHistoryBlock(
  kind: 'challenge' | 'mission',
  id: string,
  block: number,
): Promise<HistoryBlock | null> {
  const found = await findOne(db, { text: STATEMENTS[kind], values: [id, (block - 1) * EVENTS_SHOWN] }, BlockRow)
  return found && found.events.length > 0 ? found : null
}
