import { callerOf } from '@/lib/auth/roles'
import { newToken, sealToken, sessionCookie, tokenHash } from '@/lib/auth/token'
import { now } from '@/lib/clock'
import { SESSION_TTL_MS } from '@/lib/contract/limits'
import { autocommit, db, hasRow } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { unauthenticated } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { consumeNonce, findNonce, nonceUsed, requireUsable, tryNonce } from '@/lib/signing/nonces'
import { KEYS_ONLY, recoverSigner } from '@/lib/signing/recover'

/**
 * Opens a session for the wallet that signed the stored message. A refused signature leaves the nonce usable, but takes
 * one of its tries. A valid signature consumes the nonce in the statement that opens the session, so only one of two
 * concurrent calls succeeds.
 */
export async function verifySignIn(body: { nonce: string; signature: string; delivery: 'cookie' | 'bearer' }) {
  const at = now()
  const stored = await tryNonce(autocommit, body.nonce, 'sign-in', at)
  requireUsable(stored, null, at)
  if (!stored.tried) {
    // Another call may have consumed the nonce just now.
    requireUsable(await findNonce(db, body.nonce, 'sign-in'), null, at)
    throw unauthenticated('Too many signatures were tried for this message. Ask for a new one to sign.')
  }
  const signer = await recoverSigner(stored.message, body.signature)
  if (signer !== stored.wallet)
    throw unauthenticated(`The signature was not made by the wallet that asked to sign in. ${KEYS_ONLY}`)

  const token = newToken()
  const expiresAt = new Date(at.getTime() + SESSION_TTL_MS)
  const opened = await hasRow(
    autocommit,
    sql`WITH used AS (${consumeNonce(body.nonce, at)}), known AS (
        INSERT INTO "Wallet" (address, "createdAt") SELECT ${signer}, ${at}::timestamptz FROM used ON CONFLICT (address) DO NOTHING
      )
      INSERT INTO "Session" (id, "tokenHash", wallet, delivery, "createdAt", "expiresAt")
      SELECT ${uuidv7(at.getTime())}::uuid, ${tokenHash(token)}, ${signer}, ${body.delivery}::"SessionDelivery", ${at}::timestamptz,
        ${expiresAt}::timestamptz FROM used RETURNING id`,
  )
  if (!opened) throw nonceUsed()
  const { isAdmin, isVerifier } = callerOf(signer)
  const session = { address: signer, isAdmin, isVerifier, expiresAt: expiresAt.toISOString() }
  return body.delivery === 'bearer'
    ? { answer: { ...session, token }, cookie: null }
    : { answer: session, cookie: sessionCookie(await sealToken(token)) }
}
