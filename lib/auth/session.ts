import { z } from 'zod'
import { callerOf } from '@/lib/auth/roles'
import { now } from '@/lib/clock'
import { autocommit, db, findOne, hasRow } from '@/lib/db/db'
import { sharedDb } from '@/lib/db/shared-reads'
import { sql } from '@/lib/db/sql'

const SessionRow = z.object({ wallet: z.string(), expiresAt: z.date() })
export type OpenSession = z.infer<typeof SessionRow>

/** The session of a token hash; null if it is revoked or expired. */
export function findSession(hash: string): Promise<OpenSession | null> {
  return findOne(
    sharedDb,
    sql`SELECT wallet, "expiresAt" FROM "Session" WHERE "tokenHash" = ${hash} AND "revokedAt" IS NULL AND "expiresAt" > ${now()}`,
    SessionRow,
  )
}

/** Whether a token hash is that of a session that was ended before its time. */
export const isRevoked = (hash: string): Promise<boolean> =>
  hasRow(
    db,
    sql`SELECT FROM "Session" WHERE "tokenHash" = ${hash} AND "revokedAt" IS NOT NULL AND "expiresAt" > ${now()}`,
  )

/** Ends a session for good, including copies of its cookie or token. @returns whether it was open. */
export function revokeSession(hash: string): Promise<boolean> {
  const at = now()
  return hasRow(
    autocommit,
    sql`UPDATE "Session" SET "revokedAt" = ${at} WHERE "tokenHash" = ${hash} AND "revokedAt" IS NULL AND "expiresAt" > ${at} RETURNING id`,
  )
}

/**
 * Confirms that a session has ended. A server may show an end that no standby has, and lose it in a failover. The lock
 * is a commit of our own after it in the log.
 * @throws CommitUnknown if that commit is not acknowledged.
 */
export async function confirmEnded(hash: string): Promise<void> {
  await autocommit.run(sql`SELECT id FROM "Session" WHERE "tokenHash" = ${hash} FOR KEY SHARE`)
}

/** The body of `GET /api/auth/session`. */
export async function sessionBody(hash: string | null): Promise<string> {
  const open = hash === null ? null : await findSession(hash)
  if (!open) return JSON.stringify({ session: null })
  const { isAdmin, isVerifier } = callerOf(open.wallet)
  return JSON.stringify({
    session: { address: open.wallet, isAdmin, isVerifier, expiresAt: open.expiresAt.toISOString() },
  })
}
