import { z } from 'zod'
import { type Counted, countSubjects, networkSubject, type Window, windowOf } from '@/lib/api/rate-limit'
import { callerOf, rolesNow } from '@/lib/auth/roles'
import type { Caller } from '@/lib/context'
import type { Endpoint } from '@/lib/contract/endpoint'
import { findOne } from '@/lib/db/db'
import { sharedDb } from '@/lib/db/shared-reads'
import { sql } from '@/lib/db/sql'
import { unauthenticated } from '@/lib/errors'

/** The response stored under an idempotency key. */
export const AnswerRow = z.object({ fingerprint: z.string(), status: z.int(), body: z.string() })
export type KeptAnswer = Readonly<z.infer<typeof AnswerRow>>

export interface Admission {
  readonly caller: Caller
  /** The rate-limit window that counted the request. */
  readonly window: Window
  readonly counted: readonly Counted[]
  readonly kept: KeptAnswer | null
}

const AdmissionRow = z.object({
  wallet: z.string(),
  walletCount: z.int(),
  networkCount: z.int(),
  asModerator: z.boolean(),
  fingerprint: z.string().nullable(),
  status: z.int().nullable(),
  body: z.string().nullable(),
  set_config: z.string(),
})

export const signInFirst = () =>
  unauthenticated('Sign in with your wallet first: no valid session came with this request.')

/**
 * Does in one round trip what every write needs: finds the session, counts the request by wallet and by network, and
 * looks up the response stored under the idempotency key. The count stays even if the write is refused later.
 *
 * The commit waits for no standby, because nothing here is acknowledged to a client. The counters are not written to the
 * log, but the cleanup of a page on the way is. The setting ends with the statement, which is its own transaction. Requests that
 * arrive together share a flight: nobody holds a counter for longer than one statement takes.
 * @param endpoint gives the limit group of a request; requests of moderators may count in another group.
 * @returns null if the credential belongs to no open session; then nothing was counted.
 */
export async function admit(
  tokenHash: string,
  key: string,
  address: string,
  { limit = 'write', limitOfModerator }: Pick<Endpoint, 'limit' | 'limitOfModerator'>,
  at: Date,
): Promise<Admission | null> {
  const window = windowOf(limit, at)
  const isModerator = limitOfModerator ? sql`(SELECT wallet = ANY(${rolesNow().moderators}) FROM session)` : sql`false`
  const other = limitOfModerator ? { window: windowOf(limitOfModerator, at), when: isModerator } : null
  const network = networkSubject(address)
  const row = await findOne(
    sharedDb,
    sql`WITH session AS (
        SELECT wallet FROM "Session" WHERE "tokenHash" = ${tokenHash} AND "revokedAt" IS NULL AND "expiresAt" > ${at}
      ), counted AS (${countSubjects(
        window,
        sql`SELECT 1 AS place, 'w:' || wallet AS subject FROM session UNION ALL SELECT 2, ${network}::text FROM session`,
        other,
      )})
      SELECT s.wallet, (SELECT count FROM counted WHERE subject <> ${network}) AS "walletCount",
        (SELECT count FROM counted WHERE subject = ${network}) AS "networkCount", ${isModerator} AS "asModerator", k.fingerprint, k.status, whole_answer(k.body) AS body,
        set_config('synchronous_commit', 'local', true)
      FROM session s LEFT JOIN LATERAL (SELECT fingerprint, status, body FROM "IdempotencyKey"
        WHERE wallet = s.wallet AND key = ${key} LIMIT 1) k ON true`,
    AdmissionRow,
  )
  if (!row) return null
  return {
    caller: callerOf(row.wallet),
    window: other && row.asModerator ? other.window : window,
    counted: [
      { by: 'wallet', count: row.walletCount },
      { by: 'network', count: row.networkCount },
    ],
    kept:
      row.fingerprint !== null && row.status !== null && row.body !== null
        ? { fingerprint: row.fingerprint, status: row.status, body: row.body }
        : null,
  }
}
