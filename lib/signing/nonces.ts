import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { NONCE_TTL_MS, SIGN_IN_TRIES_MAX } from '@/lib/contract/limits'
import { type Db, findOne } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { conflict, expired, unauthenticated } from '@/lib/errors'

export type SigningPurpose = 'sign-in' | 'decision-verification' | 'proof-review' | 'project-verification' | 'muse-link'

/** 192 bits in hex: alphanumeric, as EIP-4361 asks. */
export const newNonce = () => randomBytes(24).toString('hex')

/** When a nonce issued at a moment runs out. */
export const nonceExpiry = (issuedAt: Date) => new Date(issuedAt.getTime() + NONCE_TTL_MS)

export interface NewNonce {
  readonly nonce: string
  readonly purpose: SigningPurpose
  readonly wallet: string
  readonly subjectId: string | null
  readonly message: string
  readonly content: object
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/** The INSERT of a one-time text to sign. */
export function insertNonce(made: NewNonce): Sql {
  return sql`INSERT INTO "SigningNonce" (nonce, purpose, wallet, "subjectId", message, content, "issuedAt", "expiresAt")
    VALUES (${made.nonce}, ${made.purpose}::"SigningPurpose", ${made.wallet}, ${made.subjectId}::uuid, ${made.message},
      ${JSON.stringify(made.content)}::jsonb, ${made.issuedAt}, ${made.expiresAt})`
}

const NonceRow = z.object({
  wallet: z.string(),
  subjectId: z.string().nullable(),
  message: z.string(),
  content: z.unknown(),
  expiresAt: z.date(),
  usedAt: z.date().nullable(),
})
export type StoredNonce = z.infer<typeof NonceRow>

const TriedRow = NonceRow.extend({ tried: z.boolean() })

/** The stored text of a nonce, or null. Reading it uses nothing up. */
export function findNonce(executor: Db, nonce: string, purpose: SigningPurpose): Promise<StoredNonce | null> {
  return findOne(
    executor,
    sql`SELECT wallet, "subjectId", message, content, "expiresAt", "usedAt" FROM "SigningNonce"
      WHERE nonce = ${nonce} AND purpose = ${purpose}::"SigningPurpose"`,
    NonceRow,
  )
}

/**
 * The same for a nonce that anybody may try signatures on: takes one of its tries before the signature is looked at, so
 * that no more are looked at, however many come at once.
 * @returns the nonce with whether it gave a try; it gives none where it is used, expired or tried too often.
 */
export function tryNonce(
  executor: Db,
  nonce: string,
  purpose: SigningPurpose,
  at: Date,
): Promise<z.infer<typeof TriedRow> | null> {
  return findOne(
    executor,
    sql`WITH tried AS (UPDATE "SigningNonce" SET tries = tries + 1 WHERE nonce = ${nonce} AND purpose = ${purpose}::"SigningPurpose"
        AND "usedAt" IS NULL AND "expiresAt" > ${at} AND tries < ${SIGN_IN_TRIES_MAX} RETURNING nonce)
      SELECT wallet, "subjectId", message, content, "expiresAt", "usedAt", EXISTS (SELECT 1 FROM tried) AS tried
      FROM "SigningNonce" WHERE nonce = ${nonce} AND purpose = ${purpose}::"SigningPurpose"`,
    TriedRow,
  )
}

export const nonceUsed = () => conflict('This nonce was already used. Ask for a new message to sign.')

/**
 * Refuses a nonce that cannot be used any more. Single use itself hangs on `consumeNonce`.
 * @throws Refusal `unauthenticated` (unknown, or another wallet's), `conflict` (used), `expired`.
 */
export function requireUsable(
  stored: StoredNonce | null,
  wallet: string | null,
  at: Date,
): asserts stored is StoredNonce {
  if (!stored || (wallet !== null && stored.wallet !== wallet)) throw unauthenticated('This nonce is not one of yours.')
  if (stored.usedAt) throw nonceUsed()
  if (stored.expiresAt <= at) throw expired('This nonce has expired. Ask for a new message to sign.')
}

/** The UPDATE that uses a nonce up; it changes no row when somebody was first. */
export function consumeNonce(nonce: string, at: Date): Sql {
  return sql`UPDATE "SigningNonce" SET "usedAt" = ${at} WHERE nonce = ${nonce} AND "usedAt" IS NULL AND "expiresAt" > ${at} RETURNING nonce`
}
