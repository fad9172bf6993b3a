import { z } from 'zod'
import { type ChallengeState, challengeMachine } from '@/lib/challenges/states'
import { hasEnded, now, utcDay } from '@/lib/clock'
import { db, hasRow } from '@/lib/db/db'
import { ServerSilent, StorageAway } from '@/lib/db/faults'
import { type Sql, sql } from '@/lib/db/sql'
import { type Transaction, transaction } from '@/lib/db/transaction'
import { HistoryHead } from '@/lib/history/chain'
import { eventOf, HEAD_COLUMNS, headAfter, insertHistory, type RecordedEvent } from '@/lib/history/record'
import { next } from '@/lib/machine/machine'
import { deadlinePassed } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

/** Rows moved in one transaction. The batch is small so that its locks are released quickly. */
const BATCH_ROWS = 2_000
/** Batches run in parallel: the process hashes one while Postgres writes the other. */
const LANES = 2
/** How long a list request may spend on persisting due deadlines before it responds. */
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
 * Persists every submission deadline that has ended: `OPEN` → `AWAITING_DECISION` (docs/interface.md#states). Concurrent ticks
 * and reads move each challenge once, because each locks the rows and checks their state again first. A tick skips rows that
 * another transaction has locked. A hidden challenge moves after it is restored.
 * @returns the number of challenges moved.
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

/** Moves all due challenges before a list is read, within a time budget. */
export async function persistDue(): Promise<void> {
  const until = performance.now() + READ_BUDGET_MS
  while (performance.now() < until && (await hasRow(db, sql`SELECT 1 WHERE ${anyDue()}`)))
    if (!(await persistBatch())) return
}

let underWay: Promise<boolean> | null = null

/**
 * Moves a batch of due challenges, one at a time in a process: all readers of lists wait for the same, so that together they take one
 * of the connections of writes.
 * @returns false if it could not.
 */
function persistBatch(): Promise<boolean> {
  underWay ??= persistForRead().finally(() => {
    underWay = null
  })
  return underWay
}

/**
 * Moves due challenges before a read. Where it cannot, because the database takes no writes or is busy, or a challenge stays
 * locked, the read shows the persisted state: that is no worse than a moment before, and whatever needs the deadline looks at the
 * day. A silent connection says nothing about the database, so it is tried again on a new one.
 * @param id limits the move to this challenge.
 * @returns false if it could not.
 */
export async function persistForRead(id?: string): Promise<boolean> {
  try {
    await tickBatch(WAITING, id).catch((fault) => {
      if (fault instanceof ServerSilent) return tickBatch(WAITING, id)
      throw fault
    })
    return true
  } catch (fault) {
    if (fault instanceof StorageAway) return false
    throw fault
  }
}

/** SQL for whether any ended submission deadline is not persisted yet: one probe of a partial index. */
export function anyDue(): Sql {
  return sql`EXISTS (SELECT 1 FROM "Challenge" WHERE state = 'OPEN' AND "hiddenAt" IS NULL AND "submissionDeadline" < ${utcDay(now())}::date)`
}

/** Reads wait for locked rows. All transactions lock in the same order, so they cannot deadlock. */
const WAITING = sql``

async function tickBatch(others: Sql, id?: string): Promise<number> {
  const at = now()
  const which = id ? sql`AND id = ${id}::uuid` : sql``
  return transaction(async (tx) => {
    // Without its alias, the column to order by would be the selected text, which no index has.
    const due = await tx.query(
      sql`SELECT id, owner, title, to_char("submissionDeadline", 'YYYY-MM-DD') AS "submissionDeadline", ${HEAD_COLUMNS}
        FROM "Challenge" c WHERE state = 'OPEN' AND "hiddenAt" IS NULL AND "submissionDeadline" < ${utcDay(at)}::date ${which}
        ORDER BY c."submissionDeadline", c.id LIMIT ${BATCH_ROWS} FOR UPDATE ${others}`,
      DueRow,
    )
    return (await persistDeadlines(tx, due, at)).length
  })
}

/**
 * Persists the submission deadline of a challenge that this transaction has locked, if that has ended.
 * @returns the challenge as it is now.
 */
export async function persistEnded<
  Held extends DueChallenge & { readonly state: ChallengeState; readonly hidden: boolean },
>(tx: Transaction, challenge: Held, at: Date): Promise<Held> {
  if (challenge.state !== 'OPEN' || challenge.hidden || !hasEnded(challenge.submissionDeadline, at)) return challenge
  const [event] = await persistDeadlines(tx, [challenge], at)
  return event ? { ...challenge, ...headAfter(event), state: TO } : challenge
}

/**
 * Moves challenges that this transaction has locked: state, history and notification together.
 * @returns the new events, in the order of `due`.
 */
async function persistDeadlines(tx: Transaction, due: readonly DueChallenge[], at: Date): Promise<RecordedEvent[]> {
  if (due.length === 0) return []
  const closed = { kind: 'submissions-closed', from: 'OPEN', to: TO }
  const events = due.map((challenge) => {
    const { submissionDeadline } = challenge
    return eventOf(challenge, { caller: null, at }, { ...closed, data: { submissionDeadline } })
  })
  const heads = JSON.stringify(events.map(({ recordId, seq, hash, at: told }) => ({ recordId, seq, hash, at: told })))
  await tx.run(sql`WITH moved AS (
      UPDATE "Challenge" c SET state = ${TO}::"ChallengeState", "historySeq" = e.seq, "historyHead" = e.hash, "updatedAt" = e.at
      FROM jsonb_to_recordset(${heads}::jsonb) AS e("recordId" uuid, seq int, hash text, at timestamptz) WHERE c.id = e."recordId"
    ), notified AS (${insertNotices(due.map(deadlinePassed), null, at)})
    ${insertHistory(...events)}`)
  return events
}
