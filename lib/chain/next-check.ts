import type { Finding } from '@/lib/chain/read-transaction'

const SECOND_MS = 1_000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** A transaction under so many blocks is settled: deeper than any reorganisation seen on the chains people use. */
export const SETTLED_DEPTH_BLOCKS = 1_000
const WAIT_MIN_MS = 30 * SECOND_MS
const WAIT_MAX_MS = 6 * HOUR_MS
/** What was not found, or stays pending, is not asked about for ever; naming it again asks anew. */
const GIVEN_UP_AFTER_MS = 30 * DAY_MS

/**
 * When a transaction is to be looked up again: first every half minute, then ever more rarely as it grows older.
 * @param finding null when no provider answered. @param askedAt when a record last named it.
 * @returns null once it is settled.
 * @example
 * nextCheck(null, new Date(0), new Date(600_000)) // 300 seconds later
 */
export function nextCheck(finding: Pick<Finding, 'status' | 'depth'> | null, askedAt: Date, at: Date): Date | null {
  const ageMs = at.getTime() - askedAt.getTime()
  if (finding && (finding.depth >= SETTLED_DEPTH_BLOCKS || ageMs > GIVEN_UP_AFTER_MS)) return null
  return new Date(at.getTime() + Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, ageMs / 2)))
}
