import { verifyAsync } from '@noble/ed25519'

// Runs in browsers and shells too: saved receipts are checked by the same code as the signatures that the service receives.

/** The form of a public key: its 32 bytes in base64url without padding (RFC 8032 §5.1.5, RFC 4648 §5). */
export const KEY_TEXT = /^[A-Za-z0-9_-]{43}$/
const SIGNATURE_TEXT = /^[A-Za-z0-9_-]{86}$/

/** Bytes of a base64url text without padding, or null when it is not the canonical encoding of its bytes (RFC 4648 §5). */
function canonicalBytes(text: string, form: RegExp): Uint8Array | null {
  if (!form.test(text)) return null
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  const binary = atob(base64)
  if (btoa(binary).replace(/=+$/, '') !== base64) return null
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/**
 * Whether this platform can check signatures. A page that is served neither over https nor from loopback is no secure context,
 * and has no SHA-512.
 */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Whether an Ed25519 signature is valid, strictly (RFC 8032 §5.1.7; ZIP 215 leniency is off).
 * @param message the signed bytes. @param signature 86 base64url characters. @param publicKey 43 base64url characters.
 * @throws Error where the platform cannot check it: see `canVerify`.
 */
export async function verifyEd25519(message: Uint8Array, signature: string, publicKey: string): Promise<boolean> {
  const signatureBytes = canonicalBytes(signature, SIGNATURE_TEXT)
  const keyBytes = canonicalBytes(publicKey, KEY_TEXT)
  if (!signatureBytes || !keyBytes) return false
  if (!canVerify()) throw new Error('This platform has no crypto.subtle to check signatures with.')
  try {
    return await verifyAsync(signatureBytes, message, keyBytes, { zip215: false })
  } catch {
    return false
  }
}
