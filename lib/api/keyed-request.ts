import type { Caller } from '@/lib/context'
import { sha256Hex } from '@/lib/history/jcs'

/** A write as its Idempotency-Key knows it. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
  readonly caller: Caller
  readonly at: Date
  /** Whether it is only tried: then nothing of it is kept, its key included. */
  readonly isDryRun: boolean
}

/** A key is bound to method, path and body bytes. */
export function fingerprintOf(method: string, path: string, body: Uint8Array): string {
  return fingerprintOfHash(method, path, sha256Hex(body))
}

/** The same, where the body was hashed as it arrived. @param bodyHash SHA-256 (hex). */
export function fingerprintOfHash(method: string, path: string, bodyHash: string): string {
  return sha256Hex(`${method} ${path}\n${bodyHash}`)
}

/** An answer, and whether it was given before. */
export type Kept = { readonly replayed: boolean; readonly status: number; readonly body: string }
