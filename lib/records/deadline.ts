import { hasEnded } from '@/lib/clock'
import { DEADLINE_MOVES_MAX } from '@/lib/contract/limits'
import { type Db, one } from '@/lib/db/db'
import { CountRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import { conflict, invalid } from '@/lib/errors'

// An owner can move a deadline only forward. Each move is an event of the history.

const EVENT = 'deadline-moved'

/** The event for a moved deadline. */
export const deadlineMovedEvent = (data: Record<string, unknown>) => ({ kind: EVENT, data })

/** @throws Refusal `invalid_request` for a day that has ended. */
export function requireNotPast(field: string, day: string, at: Date): void {
  if (hasEnded(day, at)) throw invalid(field, 'The new deadline must be today (UTC) or later.')
}

/** @throws Refusal `invalid_request` for a day that is not later than the present one. */
export function requireForward(field: string, day: string, present: string): void {
  if (day <= present) throw invalid(field, `A deadline moves forward only: later than ${present}.`)
}

/** How often deadlines of a record were moved. Call it after locking the record. */
export async function countMoves(executor: Db, recordId: string): Promise<number> {
  const { count } = await one(
    executor,
    sql`SELECT count(*)::int AS count FROM "HistoryEvent" WHERE "recordId" = ${recordId}::uuid AND kind = ${EVENT}`,
    CountRow,
  )
  return count
}

/** @throws Refusal `conflict` when none are left: the history must not grow without end. */
export function requireMovesLeft(moves: number): void {
  if (moves >= DEADLINE_MOVES_MAX)
    throw conflict(`Deadlines of one record are moved ${DEADLINE_MOVES_MAX} times at most.`)
}
