import { now } from '@/lib/clock'
import { autocommit } from '@/lib/db/db'
import { signInMessage } from '@/lib/signing/messages'
import { insertNonce, newNonce, nonceExpiry } from '@/lib/signing/nonces'

/** Creates and stores the one-time message for a sign-in (EIP-4361). */
export async function createSignInChallenge(body: { address: `0x${string}`; chainId: number }) {
  const issuedAt = now()
  const nonce = newNonce()
  const expiresAt = nonceExpiry(issuedAt)
  const message = signInMessage({ ...body, nonce, issuedAt, expiresAt })
  await autocommit.run(
    insertNonce({
      nonce,
      purpose: 'sign-in',
      wallet: body.address,
      subjectId: null,
      message,
      content: {},
      issuedAt,
      expiresAt,
    }),
  )
  return { nonce, message, expiresAt: expiresAt.toISOString() }
}
