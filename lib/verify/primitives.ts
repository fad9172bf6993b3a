import { hexToBytes, recoverMessageAddress, sha256, stringToBytes } from 'viem'
import { jcs } from '@/lib/history/canonical'
import { hasFiniteNumbers, isDeeperThan } from '@/lib/json'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'

// Checks of records without the service: no server module, no network. The same code runs in a browser and in a shell.

/** Far more than any record of the service has. What is nested by the thousands overflows the stack where it is hashed. */
const LEVELS_MAX = 64

/**
 * Whether a parsed JSON value has a hash: RFC 8785 has no form for a number that is not finite. Whoever reads what strangers
 * wrote asks this first, since a check that throws is none.
 */
export const isHashable = (value: unknown): boolean => !isDeeperThan(value, LEVELS_MAX) && hasFiniteNumbers(value)

/** The SHA-256 (lower-case hex) of a value's RFC 8785 form. */
export function contentHashOf(value: unknown): string {
  return sha256(stringToBytes(jcs(value))).slice(2)
}

/** The wallet that signed a text with `personal_sign` (EIP-191), or null when no signer can be recovered. */
export async function signerOf(message: string, signature: string): Promise<string | null> {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return null
  try {
    return await recoverMessageAddress({ message, signature: `0x${signature.slice(2)}` })
  } catch {
    return null
  }
}

/** Whether an Ed25519 signature (RFC 8032, strict) is valid for the 32 bytes of a hash in hex. */
export const isSignedHash = async (hashHex: string, signature: string, publicKey: string): Promise<boolean> =>
  /^[0-9a-f]{64}$/.test(hashHex) && verifyEd25519(hexToBytes(`0x${hashHex}`), signature, publicKey)

/** Whether an Ed25519 signature is valid for the UTF-8 bytes of a text. */
export const isSignedText = (text: string, signature: string, publicKey: string): Promise<boolean> =>
  verifyEd25519(stringToBytes(text), signature, publicKey)
