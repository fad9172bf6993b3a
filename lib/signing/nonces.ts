import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { NONCE_TTL_MS, SIGN_IN_TRIES_MAX } from '@/lib/contract/limits'
import { type Db, findOne } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { conflict, expired, unauthenticated } from '@/lib/errors'

export type SigningPurpose = 'sign-in' | 'decision-verification' | 'proof-review' | 'project-verification' | 'muse-link'

/** 192 bits in hex: alphanumeric, as EIP-4361 requires. */
export const newNonce = () => randomBytes(24).toString('hex')

/** When a nonce that was issued at this time expires. */
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

/** A stored nonce with its text, or null. Reading it does not consume it. */
export function findNonce(executor: Db, nonce: string, purpose: SigningPurpose): Promise<StoredNonce | null> {
  return findOne(
    executor,
    sql`SELECT wallet, "subjectId", message, content, "expiresAt", "usedAt" FROM "SigningNonce"
      WHERE nonce = ${nonce} AND purpose = ${purpose}::"SigningPurpose"`,
    NonceRow,
  )
}

/**
 * Like `findNonce`, for a nonce on which anyone may try signatures. It counts a try before the signature is checked, so
 * that concurrent requests cannot exceed the limit.
 * @returns the nonce, and in `tried` whether it allows a try; it does not when it is used, expired or tried too often.
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
 * Refuses a nonce that can no longer be used. `consumeNonce` is what guarantees single use.
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

/**
 * The UPDATE that consumes a nonce. It changes no row when another request consumed it first.
 * @param message the text that was signed, if it may have been erased meanwhile: then no row is changed either.
 */
export function consumeNonce(nonce: string, at: Date, message: string | null = null): Sql {
  return sql`UPDATE "SigningNonce" SET "usedAt" = ${at} WHERE nonce = ${nonce} AND "usedAt" IS NULL AND "expiresAt" > ${at}
    AND message = coalesce(${message}::text, message) RETURNING nonce`
}
