import { z } from 'zod'
import { chains } from '@/lib/chain/providers'
import { isDue } from '@/lib/chain/queue'
import { now, utcDay } from '@/lib/clock'
import { db, one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/durations'

const BacklogRow = z.object({
  /** The number of transaction checks that are due, of chains that have a provider, and how long the oldest has been due, in seconds. */
  checksDue: z.int(),
  checksLagSeconds: z.number(),
  /** The number of passed deadlines that are not persisted. */
  deadlinesDue: z.int(),
  oldestDeadline: z.string().nullable(),
  /** The number of events without a position. */
  eventsQueued: z.int(),
  /** The number of posts that may or may not have reached the platform. */
  postsUnsettled: z.int(),
})

/** The work that waits for the schedule. */
export interface Backlog extends Readonly<Omit<z.infer<typeof BacklogRow>, 'oldestDeadline'>> {
  /** How long ago the oldest deadline that is not persisted passed, in seconds. */
  readonly deadlinesLagSeconds: number
}

/** Reads the backlog: rows that partial indexes find, and of each due check the record that names its transaction. @throws Refusal `unavailable`. */
export async function readBacklog(): Promise<Backlog> {
  const at = now()
  const today = utcDay(at)
  const chainIds = chains().map(({ chainId }) => String(chainId))
  const { oldestDeadline, ...counts } = await one(
    db,
    sql`SELECT k.*, d.*, (SELECT count(*)::int FROM "EventQueue") AS "eventsQueued",
        (SELECT count(*)::int FROM "OutboxItem" WHERE state IN ('sending', 'uncertain')) AS "postsUnsettled"
      FROM (SELECT count(*)::int AS "checksDue",
          coalesce(extract(epoch FROM ${at}::timestamptz - min("nextCheckAt")), 0)::float8 AS "checksLagSeconds"
          FROM "TransactionCheck" k WHERE "chainId" = ANY(${chainIds}::text[]) AND ${isDue(at)}) k,
        (SELECT count(*)::int AS "deadlinesDue", min("submissionDeadline")::text AS "oldestDeadline" FROM "Challenge"
          WHERE state = 'OPEN' AND "hiddenAt" IS NULL AND "submissionDeadline" < ${today}::date) d`,
    BacklogRow,
  )
  const passedAt = oldestDeadline === null ? at.getTime() : Date.parse(oldestDeadline) + DAY_MS
  return { ...counts, deadlinesLagSeconds: (at.getTime() - passedAt) / 1000 }
}
