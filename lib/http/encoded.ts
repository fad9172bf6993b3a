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
 * Encodes a body and names its bytes. What was last answered to the same question is taken again where the body is the
 * same: that only saves the work, the bodies are compared.
 * @param question what the answer depends on: the endpoint with its parsed parameters.
 */
export function encodeBody(question: string, body: string): Encoded {
  const known = latest.get(question)
  if (known?.body === body) return known
  // Memory of its own: a piece of Node's shared pool would keep the whole of it.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  bytes.write(body)
  const encoded = { body, bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` }
  latest.set(question, encoded)
  return encoded
}
