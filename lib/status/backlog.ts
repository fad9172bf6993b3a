import { z } from 'zod'
import { DAY_MS, now, utcDay } from '@/lib/clock'
import { db, one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'

const BacklogRow = z.object({
  checksDue: z.int(),
  checksLagSeconds: z.number(),
  deadlinesDue: z.int(),
  oldestDeadline: z.string().nullable(),
  eventsQueued: z.int(),
  postsUnsettled: z.int(),
})

/** What waits for the schedule. */
export interface Backlog {
  /** Transactions whose look-up is due, and for how long the oldest of them has been, in seconds. */
  readonly checksDue: number
  readonly checksLagSeconds: number
  /** Deadlines that have passed and are not persisted, and for how long the oldest of them has been, in seconds. */
  readonly deadlinesDue: number
  readonly deadlinesLagSeconds: number
  /** Events that have no position yet. */
  readonly eventsQueued: number
  /** Posts of which it is not known whether they arrived. */
  readonly postsUnsettled: number
}

/** What waits for the schedule now: few rows, each by an index that holds no others. @throws Refusal `unavailable`. */
export async function readBacklog(): Promise<Backlog> {
  const at = now()
  const today = utcDay(at)
  const { oldestDeadline, ...counts } = await one(
    db,
    sql`SELECT k.*, d.*, (SELECT count(*)::int FROM "EventQueue") AS "eventsQueued",
        (SELECT count(*)::int FROM "OutboxItem" WHERE state IN ('sending', 'uncertain')) AS "postsUnsettled"
      FROM (SELECT count(*)::int AS "checksDue",
          coalesce(extract(epoch FROM ${at}::timestamptz - min("nextCheckAt")), 0)::float8 AS "checksLagSeconds"
          FROM "TransactionCheck" WHERE "nextCheckAt" <= ${at}::timestamptz) k,
        (SELECT count(*)::int AS "deadlinesDue", min("submissionDeadline")::text AS "oldestDeadline" FROM "Challenge"
          WHERE state = 'OPEN' AND "hiddenAt" IS NULL AND "submissionDeadline" < ${today}::date) d`,
    BacklogRow,
  )
  const passedAt = oldestDeadline === null ? at.getTime() : Date.parse(oldestDeadline) + DAY_MS
  return { ...counts, deadlinesLagSeconds: (at.getTime() - passedAt) / 1000 }
}
