import { getPublicKeyAsync, signAsync, verifyAsync } from '@noble/ed25519'
import { env } from '@/lib/env'

const KEY_TEXT = /^[A-Za-z0-9_-]{43}$/
const SIGNATURE_TEXT = /^[A-Za-z0-9_-]{86}$/

/** Bytes of a base64url text without padding, or null when it is not the one spelling of its bytes (RFC 4648 §5). */
function canonicalBytes(text: string, form: RegExp): Uint8Array | null {
  if (!form.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? new Uint8Array(bytes) : null
}

/**
 * Whether an Ed25519 signature is valid, strictly (RFC 8032 §5.1.7; ZIP 215 leniency is off).
 * @param message the signed bytes. @param signature 86 base64url characters. @param publicKey 43 base64url characters.
 */
export async function verifyEd25519(message: Uint8Array, signature: string, publicKey: string): Promise<boolean> {
  const signatureBytes = canonicalBytes(signature, SIGNATURE_TEXT)
  const keyBytes = canonicalBytes(publicKey, KEY_TEXT)
  if (!signatureBytes || !keyBytes) return false
  try {
    return await verifyAsync(signatureBytes, message, keyBytes, { zip215: false })
  } catch {
    return false
  }
}

/** Signs bytes with a 32-byte seed in base64url. @returns 86 base64url characters (RFC 8032). */
export async function signEd25519(message: Uint8Array, seed: string): Promise<string> {
  return Buffer.from(await signAsync(message, new Uint8Array(Buffer.from(seed, 'base64url')))).toString('base64url')
}

/** The public key of a seed, 43 base64url characters. */
export async function publicKeyOf(seed: string): Promise<string> {
  return Buffer.from(await getPublicKeyAsync(new Uint8Array(Buffer.from(seed, 'base64url')))).toString('base64url')
}

let servicePublicKey: Promise<string> | undefined

/** The service's public key, base64url; made once per process. */
export function serviceKey(): Promise<string> {
  servicePublicKey ??= publicKeyOf(env().SERVICE_PRIVATE_KEY)
  return servicePublicKey
}

/** The service's signature over the 32 bytes of a SHA-256 given in hex. */
export function signHash(hashHex: string): Promise<string> {
  return signEd25519(new Uint8Array(Buffer.from(hashHex, 'hex')), env().SERVICE_PRIVATE_KEY)
}
