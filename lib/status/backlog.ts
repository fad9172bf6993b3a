import { z } from 'zod'
import { DAY_MS, now, utcDay } from '@/lib/clock'
import { db, one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'

const BacklogRow = z.object({
  /** Transactions whose look-up is due, and for how long the oldest of them has been, in seconds. */
  checksDue: z.int(),
  checksLagSeconds: z.number(),
  /** Deadlines that have passed and are not persisted. */
  deadlinesDue: z.int(),
  oldestDeadline: z.string().nullable(),
  /** Events that have no position yet. */
  eventsQueued: z.int(),
  /** Posts of which it is not known whether they arrived. */
  postsUnsettled: z.int(),
})

/** What waits for the schedule. */
export interface Backlog extends Readonly<Omit<z.infer<typeof BacklogRow>, 'oldestDeadline'>> {
  /** For how long the oldest deadline that is not persisted has passed, in seconds. */
  readonly deadlinesLagSeconds: number
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
