import { verifyAsync } from '@noble/ed25519'
import { hexToBytes, recoverMessageAddress, sha256, stringToBytes } from 'viem'
import { jcs } from '@/lib/history/canonical'

// What checks a record without the service: no server module, no network; the same code runs in a browser and in a shell.

/** The SHA-256 (lower-case hex) of a value's RFC 8785 form. */
export function contentHashOf(value: unknown): string {
  return sha256(stringToBytes(jcs(value))).slice(2)
}

/** The wallet that signed a text with `personal_sign` (EIP-191), or null when the signature recovers to none. */
export async function signerOf(message: string, signature: string): Promise<string | null> {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return null
  try {
    return await recoverMessageAddress({ message, signature: `0x${signature.slice(2)}` })
  } catch {
    return null
  }
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

async function isSigned(message: Uint8Array, signature: string, publicKey: string): Promise<boolean> {
  const signatureBytes = fromBase64Url(signature)
  const keyBytes = fromBase64Url(publicKey)
  if (!signatureBytes || !keyBytes) return false
  try {
    return await verifyAsync(signatureBytes, message, keyBytes, { zip215: false })
  } catch {
    return false
  }
}

/** Whether an Ed25519 signature (RFC 8032, strict) stands over the 32 bytes of a hash given in hex. */
export const isSignedHash = async (hashHex: string, signature: string, publicKey: string): Promise<boolean> =>
  /^[0-9a-f]{64}$/.test(hashHex) && isSigned(hexToBytes(`0x${hashHex}`), signature, publicKey)

/** Whether one stands over the UTF-8 bytes of a text. */
export const isSignedText = (text: string, signature: string, publicKey: string): Promise<boolean> =>
  isSigned(stringToBytes(text), signature, publicKey)
