import { getPublicKeyAsync, Point, signAsync, utils, verifyAsync } from '@noble/ed25519'

const KEY_TEXT = /^[A-Za-z0-9_-]{43}$/
const SIGNATURE_TEXT = /^[A-Za-z0-9_-]{86}$/

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** The bytes of a canonical base64url text, otherwise null. */
function strictBytes(text: string, form: RegExp): Uint8Array | null {
  if (!form.test(text)) return null
  const bytes = decode(text)
  return encode(bytes) === text ? bytes : null
}

/** Whether a text is a usable public key: canonical, on the curve and not of small order. */
export function isPublicKey(text: string): boolean {
  const bytes = strictBytes(text, KEY_TEXT)
  if (!bytes) return false
  try {
    return !Point.fromBytes(bytes, false).isSmallOrder()
  } catch {
    return false
  }
}

/** Whether a Muse signed a message. Strict verification (RFC 8032, not ZIP 215). */
export async function isSignedBy(publicKey: string, message: string, signature: string): Promise<boolean> {
  const key = strictBytes(publicKey, KEY_TEXT)
  const bytes = strictBytes(signature, SIGNATURE_TEXT)
  if (!key || !bytes) return false
  return verifyAsync(bytes, new TextEncoder().encode(message), key, { zip215: false }).catch(() => false)
}

/** @param secret a 32-byte seed, base64url. @returns 86 base64url characters. */
export async function sign(secret: string, message: string): Promise<string> {
  return encode(await signAsync(new TextEncoder().encode(message), decode(secret)))
}

/** A new 32-byte seed, base64url. */
export function newSecret(): string {
  return encode(utils.randomSecretKey())
}

/** The public key of a seed, 43 base64url characters. */
export async function publicKeyOf(secret: string): Promise<string> {
  return encode(await getPublicKeyAsync(decode(secret)))
}
