import { hash } from 'node:crypto'
import { createBoundedMemory } from '@/lib/bounded-memory'

/** A body as it is sent. */
export interface Encoded {
  readonly bytes: Buffer
  /** Quoted, of the bytes (RFC 9110 §8.8.3). */
  readonly etag: string
}

const BYTES_MAX = 8_000_000

const latest = createBoundedMemory<Encoded & { readonly body: string }>(BYTES_MAX, ({ bytes }) => bytes.length)

/**
 * Encodes a body and names its bytes. What was last answered at the same target is taken again where the body is the same:
 * that only saves the work, the bodies are compared.
 * @param target path and query, as sent.
 */
export function encodeBody(target: string, body: string): Encoded {
  const known = latest.get(target)
  if (known?.body === body) return known
  // Memory of its own: a piece of Node's shared pool would keep the whole of it.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  bytes.write(body)
  const encoded = { body, bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` }
  latest.set(target, encoded)
  return encoded
}
