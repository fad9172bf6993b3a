import type { Caller } from '@/lib/context'
import { sha256Hex } from '@/lib/history/jcs'

/** A write with its Idempotency-Key. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
  readonly caller: Caller
  readonly at: Date
  /** Whether this is a dry run. Then nothing is saved, not even the key. */
  readonly isDryRun: boolean
}

/** The request that a key is bound to, as a hash of its method, path and body bytes. */
export function fingerprintOf(method: string, path: string, body: Uint8Array): string {
  return fingerprintOfHash(method, path, sha256Hex(body))
}

/** The same for a body that was hashed while it arrived. @param bodyHash SHA-256 (hex). */
export function fingerprintOfHash(method: string, path: string, bodyHash: string): string {
  return sha256Hex(`${method} ${path}\n${bodyHash}`)
}

/** The response to a write, and whether it is a replay. */
export type Kept = { readonly replayed: boolean; readonly status: number; readonly body: string }
