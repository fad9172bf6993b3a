import { hash } from 'node:crypto'
import { createBoundedCache, textBytes } from '@/lib/bounded-cache'

/** A body as it is sent. */
export interface Encoded {
  readonly bytes: Buffer
  /** Quoted, of the bytes (RFC 9110 §8.8.3). */
  readonly etag: string
}

interface Kept extends Encoded {
  readonly body: string
}

const latest = createBoundedCache<Kept>({
  bytesMax: 16_000_000,
  entriesMax: 2_000,
  bytesOf: ({ body, bytes }) => textBytes(body) + bytes.length,
})

/**
 * Encodes a body and computes its ETag. The last encoding for the same question is reused when the body is equal; the bodies
 * are compared, so this saves only work.
 * @param question the inputs of the response: the endpoint with its parsed parameters.
 */
export function encodeBody(question: string, body: string): Encoded {
  const known = latest.get(question)
  if (known?.body === body) return known
  // Not from Node's shared pool: a slice of it would keep the whole pool in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  bytes.write(body)
  const encoded = { body, bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` }
  latest.set(question, encoded)
  return encoded
}
