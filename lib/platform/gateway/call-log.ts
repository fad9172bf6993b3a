import { now } from '@/lib/clock'
import { autocommit } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import type { CallOutcome } from '@/lib/platform/schemas'

/** Calls that are kept. */
const CALLS_KEPT = 100

export interface LoggedCall {
  readonly call: string
  readonly outcome: CallOutcome
  readonly status: number | null
  readonly latencyMs: number
}

/**
 * Remembers how a call went, for the status view, and forgets the oldest. What was asked, by whom, and every key, nonce
 * and signature stay out of it. A log that cannot be written stops nothing.
 */
export async function logCall({ call, outcome, status, latencyMs }: LoggedCall): Promise<void> {
  await autocommit
    .run(
      sql`WITH logged AS (
          INSERT INTO "PlatformCall" (at, call, outcome, status, "latencyMs")
          VALUES (${now()}, ${call}, ${outcome}, ${status}::int, ${latencyMs}::int) RETURNING id
        ) DELETE FROM "PlatformCall" WHERE id <= (SELECT id FROM logged) - ${CALLS_KEPT}`,
    )
    .catch(() => undefined)
}
