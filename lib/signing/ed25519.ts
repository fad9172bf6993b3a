import { getPublicKeyAsync, signAsync } from '@noble/ed25519'
import { env } from '@/lib/env'

/** Signs bytes with a 32-byte seed in base64url. @returns 86 base64url characters (RFC 8032). */
export async function signEd25519(message: Uint8Array, seed: string): Promise<string> {
  return Buffer.from(await signAsync(message, new Uint8Array(Buffer.from(seed, 'base64url')))).toString('base64url')
}

/** The public key of a seed, 43 base64url characters. */
export async function publicKeyOf(seed: string): Promise<string> {
  return Buffer.from(await getPublicKeyAsync(new Uint8Array(Buffer.from(seed, 'base64url')))).toString('base64url')
}

let servicePublicKey: Promise<string> | undefined

/** The service's public key, base64url; computed once per process. */
export function serviceKey(): Promise<string> {
  servicePublicKey ??= publicKeyOf(env().SERVICE_PRIVATE_KEY)
  return servicePublicKey
}

/** The service's signature over the 32 bytes of a SHA-256 given in hex. */
export function signHash(hashHex: string): Promise<string> {
  return signEd25519(new Uint8Array(Buffer.from(hashHex, 'hex')), env().SERVICE_PRIVATE_KEY)
}
