import { now } from '@/lib/clock'
import { AGENT_REQUEST_SHOWN_MS, IDEMPOTENCY_TTL_MS } from '@/lib/contract/limits'
import { autocommit } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'

/** Nonces are kept for a day after their expiry, so that a late caller gets "expired" and not "unknown". */
const NONCE_KEPT_MS = 24 * 3600 * 1000

/** Deletes expired nonces, idempotency keys, counters, sessions and agent requests. Each statement uses an index. */
export async function purgeExpired(): Promise<void> {
  const at = now()
  const keysBefore = new Date(at.getTime() - IDEMPOTENCY_TTL_MS)
  const noncesBefore = new Date(at.getTime() - NONCE_KEPT_MS)
  const requestsBefore = new Date(at.getTime() - AGENT_REQUEST_SHOWN_MS)
  await autocommit.run(sql`DELETE FROM "RateLimit" WHERE "expiresAt" < ${at}`)
  await autocommit.run(sql`DELETE FROM "SigningNonce" WHERE "expiresAt" < ${noncesBefore}`)
  await autocommit.run(sql`DELETE FROM "IdempotencyKey" WHERE "createdAt" < ${keysBefore}`)
  await autocommit.run(
    sql`UPDATE "AgentRequest" SET body = NULL WHERE "expiresAt" < ${at} AND "expiresAt" > ${requestsBefore} AND body IS NOT NULL`,
  )
  await autocommit.run(
    sql`DELETE FROM "AgentRequest" WHERE "expiresAt" < ${requestsBefore} OR ("expiresAt" < ${noncesBefore} AND wallet IS NULL)`,
  )
  await autocommit.run(sql`DELETE FROM "Session" WHERE "expiresAt" < ${at}`)
}
