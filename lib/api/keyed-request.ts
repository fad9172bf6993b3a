import type { Caller } from '@/lib/context'
import { unaliased } from '@/lib/contract/endpoint'
import { sha256Hex } from '@/lib/history/jcs'

/** A write with its Idempotency-Key. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
  readonly caller: Caller
  /** The token hash of the session that the request came with. */
  readonly tokenHash: string
  readonly at: Date
  /** Whether this is a dry run. Then nothing is saved, not even the key. */
  readonly isDryRun: boolean
}

/**
 * The request that a key is bound to, as a hash: the same at an alias of its path.
 * @param bodyHash SHA-256 of the body's bytes (hex).
 */
export const fingerprintOf = (method: string, path: string, bodyHash: string): string =>
  sha256Hex(`${method} ${unaliased(path)}\n${bodyHash}`)

/** The response to a write, and whether it is a replay. @property status of the first response: a replay is sent with 200. */
export type Kept = { readonly replayed: boolean; readonly status: number; readonly body: string }
