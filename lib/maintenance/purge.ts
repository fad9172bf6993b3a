import { now } from '@/lib/clock'
import { AGENT_REQUEST_SHOWN_MS, IDEMPOTENCY_TTL_MS } from '@/lib/contract/limits'
import { autocommit, one } from '@/lib/db/db'
import { CountRow } from '@/lib/db/rows'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { DAY_MS, HOUR_MS } from '@/lib/durations'

/** Nonces are kept for a day after their expiry, so that a late caller gets "expired" and not "unknown". */
const NONCE_KEPT_MS = DAY_MS
/** For an hour, those of sign-ins that nobody signed: whoever has no session may have any number of them made. */
const UNSIGNED_KEPT_MS = HOUR_MS

/** Rows per statement. A backlog of any size is purged, each statement well within its time limit. */
const BATCH_ROWS = 2_000

/** What is done to the rows of a table that fulfil a condition. Each condition uses an index. */
type Purge = readonly [act: (table: Sql) => Sql, table: string, where: Sql]

const remove = (table: Sql) => sql`DELETE FROM ${table}`
const empty = (table: Sql) => sql`UPDATE ${table} SET body = NULL`

/**
 * Deletes expired nonces, idempotency keys, counters, sessions and agent requests, each by itself.
 * @throws the first failure, after the last table.
 */
export async function purgeExpired(): Promise<void> {
  const at = now()
  const keysBefore = new Date(at.getTime() - IDEMPOTENCY_TTL_MS)
  const noncesBefore = new Date(at.getTime() - NONCE_KEPT_MS)
  const unsignedBefore = new Date(at.getTime() - UNSIGNED_KEPT_MS)
  const requestsBefore = new Date(at.getTime() - AGENT_REQUEST_SHOWN_MS)
  const purges: readonly Purge[] = [
    [remove, 'RateLimit', sql`"expiresAt" < ${at}`],
    [remove, 'SigningNonce', sql`"expiresAt" < ${noncesBefore}`],
    [remove, 'SigningNonce', sql`"expiresAt" < ${unsignedBefore} AND purpose = 'sign-in' AND "usedAt" IS NULL`],
    [remove, 'IdempotencyKey', sql`"createdAt" < ${keysBefore}`],
    [empty, 'AgentRequest', sql`"expiresAt" < ${at} AND "expiresAt" > ${requestsBefore} AND body IS NOT NULL`],
    [
      remove,
      'AgentRequest',
      sql`"expiresAt" < ${requestsBefore} OR ("expiresAt" < ${noncesBefore} AND wallet IS NULL)`,
    ],
    [remove, 'Session', sql`"expiresAt" < ${at}`],
  ]
  const faults: unknown[] = []
  for (const purge of purges) await purgeAll(purge).catch((fault: unknown) => void faults.push(fault))
  if (faults.length > 0) throw faults[0]
}

async function purgeAll([act, table, where]: Purge): Promise<void> {
  const name = raw(`"${table}"`)
  // Locked, and not those that another instance purges: a ctid would mean nothing after a change.
  const batch = sql`SELECT ctid FROM ${name} WHERE ${where} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED`
  const statement = sql`WITH purged AS (${act(name)} WHERE ctid = ANY(ARRAY(${batch})) RETURNING 1)
    SELECT count(*)::int AS count FROM purged`
  let count = BATCH_ROWS
  while (count === BATCH_ROWS) ({ count } = await one(autocommit, statement, CountRow))
}
