import { z } from 'zod'
import { challengeMachine } from '@/lib/challenges/states'
import { now, utcDay } from '@/lib/clock'
import { db, hasRow } from '@/lib/db/db'
import { StorageAway } from '@/lib/db/faults'
import { type Sql, sql } from '@/lib/db/sql'
import { type Transaction, transaction } from '@/lib/db/transaction'
import { HistoryHead } from '@/lib/history/chain'
import { eventOf, insertHistory, type RecordedEvent } from '@/lib/history/record'
import { next } from '@/lib/machine/machine'
import { deadlinePassed } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

/** Rows moved in one transaction: short enough that nobody who waits for one of them waits long. */
const BATCH_ROWS = 2_000
/** Batches under way at once: while one is hashed here, the other is written there. */
const LANES = 2
/** How long a read of a list spends on persisting what is due before it answers. */
const READ_BUDGET_MS = 5_000

export const DueRow = HistoryHead.extend({
  id: z.string(),
  owner: z.string(),
  title: z.string(),
  submissionDeadline: z.string(),
})
type DueChallenge = z.infer<typeof DueRow>

const TO = next(challengeMachine, 'OPEN', 'time')

/**
 * Persists every submission deadline that has ended: `OPEN` → `AWAITING_DECISION` (docs/interface.md#states). However many ticks
 * and reads meet, each challenge moves once: the rows are locked and their state asked again before they move. Rows that
 * another lane, tick or write holds are left to it. A hidden challenge waits until it is restored.
 * @returns how many challenges moved.
 */
export async function tickDeadlines(): Promise<{ transitions: number }> {
  const moved = await Promise.all(Array.from({ length: LANES }, tickLane))
  return { transitions: moved.reduce((sum, count) => sum + count, 0) }
}

async function tickLane(): Promise<number> {
  let transitions = 0
  for (let moved = await tickBatch(sql`SKIP LOCKED`); moved > 0; moved = await tickBatch(sql`SKIP LOCKED`)) {
    transitions += moved
  }
  return transitions
}

/** For lists: moves what is due before the list is read, within a budget of time. */
export async function persistDue(): Promise<void> {
  const until = Date.now() + READ_BUDGET_MS
  while (Date.now() < until && (await hasRow(db, sql`SELECT 1 WHERE ${anyDue()}`)))
    if (!(await persistForRead())) return
}

/**
 * For reads: moves what is due. A storage that takes no writes just now, such as a hot standby, still serves reads, which
 * show what is persisted.
 * @param id moves this challenge alone, if it is due.
 * @returns whether it could be persisted.
 */
export async function persistForRead(id?: string): Promise<boolean> {
  try {
    await tickBatch(WAITING, id)
    return true
  } catch (fault) {
    if (fault instanceof StorageAway) return false
    throw fault
  }
}

/** Whether any submission deadline waits to be persisted: one probe of a partial index. */
export function anyDue(): Sql {
  return sql`EXISTS (SELECT 1 FROM "Challenge" WHERE state = 'OPEN' AND "hiddenAt" IS NULL AND "submissionDeadline" < ${utcDay(now())}::date)`
}

/** Reads wait for what others hold: locks are taken in one order, so that nobody waits in a circle. */
const WAITING = sql``

async function tickBatch(others: Sql, id?: string): Promise<number> {
  const at = now()
  const which = id ? sql`AND id = ${id}::uuid` : sql``
  return transaction(async (tx) => {
    const due = await tx.query(
      sql`SELECT id, owner, title, to_char("submissionDeadline", 'YYYY-MM-DD') AS "submissionDeadline", "historySeq", "historyHead"
        FROM "Challenge" WHERE state = 'OPEN' AND "hiddenAt" IS NULL AND "submissionDeadline" < ${utcDay(at)}::date ${which}
        ORDER BY "submissionDeadline", id LIMIT ${BATCH_ROWS} FOR UPDATE ${others}`,
      DueRow,
    )
    return (await persistDeadlines(tx, due, at)).length
  })
}

/**
 * Moves challenges whose rows this transaction holds: state, history and notification together.
 * @returns the events written, in the order given.
 */
export async function persistDeadlines(
  tx: Transaction,
  due: readonly DueChallenge[],
  at: Date,
): Promise<RecordedEvent[]> {
  if (due.length === 0) return []
  const closed = { kind: 'submissions-closed', from: 'OPEN', to: TO }
  const events = due.map((challenge) => {
    const { submissionDeadline } = challenge
    return eventOf(challenge, { caller: null, at }, { ...closed, data: { submissionDeadline } })
  })
  const heads = JSON.stringify(events.map(({ recordId, seq, hash }) => ({ recordId, seq, hash })))
  await tx.run(sql`WITH moved AS (
      UPDATE "Challenge" c SET state = ${TO}::"ChallengeState", "historySeq" = e.seq, "historyHead" = e.hash, "updatedAt" = ${at}
      FROM jsonb_to_recordset(${heads}::jsonb) AS e("recordId" uuid, seq int, hash text) WHERE c.id = e."recordId"
    ), notified AS (${insertNotices(due.map(deadlinePassed), null, at)})
    ${insertHistory(...events)}`)
  return events
}
