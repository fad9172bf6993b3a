import { recoverMessageAddress } from 'viem'
import { invalid, unauthenticated } from '@/lib/errors'

/** Half of the order of secp256k1 (SEC 2, §2.4.1): a larger `s` is a second form of the same signature (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const SIGNATURE_CHARS = 2 + 65 * 2

/** A smart account's signature (EIP-1271) may have 65 bytes too. Nothing then tells it from one of another key. */
export const KEYS_ONLY = 'Only a wallet with a key can sign here, not a smart account.'

/**
 * A signature in the one form in which it is kept: lower case, v 27 or 28. `ecrecover` and the libraries around it take no other v,
 * so what is published can be checked onchain too.
 * @param signature as `recoverSigner` takes it.
 */
export const canonicalSignature = (signature: string) =>
  `0x${signature.slice(2, 130).toLowerCase()}${lastByte(signature) % 27 === 0 ? '1b' : '1c'}` as const

const lastByte = (signature: string): number => Number.parseInt(signature.slice(130), 16)

/**
 * The wallet that signed a text with `personal_sign` (EIP-191, version 0x45).
 * @param signature `0x` and 65 bytes in hex: r, s, v with v 27/28 or 0/1 and a low s (EIP-2).
 * @returns the EIP-55 address.
 * @throws Refusal `invalid_request` for a signature of the wrong length, `unauthenticated` for one that is not valid.
 * @example
 * await recoverSigner('hello', await account.signMessage({ message: 'hello' })) === account.address
 */
export async function recoverSigner(message: string, signature: string): Promise<string> {
  if (signature.length !== SIGNATURE_CHARS) throw invalid('signature', 'The signature must be 65 bytes: r, s and v.')
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  if (s > HALF_ORDER) throw unauthenticated('The signature is not in its canonical (low-s) form.')
  if (![0, 1, 27, 28].includes(lastByte(signature)))
    throw unauthenticated(`The signature does not match: its last byte must be 27 or 28, or 0 or 1. ${KEYS_ONLY}`)
  try {
    return await recoverMessageAddress({ message, signature: canonicalSignature(signature) })
  } catch {
    throw unauthenticated('The signature does not match.')
  }
}
