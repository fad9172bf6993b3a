import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * The JSON Canonicalization Scheme (RFC 8785) form of a value.
 * @throws Error when the value cannot be written as JSON.
 * @example
 * jcs({ b: 1, a: 'é' }) // '{"a":"é","b":1}'
 */
export function jcs(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('A value without a JSON form cannot be hashed.')
  return text
}

/** SHA-256 in lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * The SHA-256 (hex) of a value's RFC 8785 form.
 * @example
 * jcsHash({}) // '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
 */
export function jcsHash(value: unknown): string {
  return sha256Hex(jcs(value))
}
