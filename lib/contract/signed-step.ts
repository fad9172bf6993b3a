import { z } from 'zod'
import { NonceText, Timestamp, Wallet, WalletSignature } from '@/lib/contract/fields'

/** Step 2 of every signed action. */
export const SignStep = z.object({ nonce: NonceText, signature: WalletSignature })

/** The last fields of every view of a signed verdict. */
export const SIGNED_FIELDS = {
  verifier: Wallet,
  message: z.string().meta({ description: 'The exact text that was signed with `personal_sign`.' }),
  signature: z.string(),
  signedAt: Timestamp,
}

/** The response of step 1: the exact text to sign with `personal_sign`. */
export const SignatureRequired = z
  .object({ signatureRequired: z.literal(true), nonce: z.string(), message: z.string(), expiresAt: Timestamp })
  .meta({
    id: 'SignatureRequired',
    description: 'Sign `message` with `personal_sign`, then send `nonce` and `signature`.',
  })

export type SignatureRequired = z.infer<typeof SignatureRequired>

/** An empty JSON object; other fields that a client sends are ignored. */
export const EmptyBody = z.object({})
