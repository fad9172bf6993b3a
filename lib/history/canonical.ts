import canonicalize from 'canonicalize'

/**
 * The JSON Canonicalization Scheme (RFC 8785) form of a value. Runs in browsers too.
 * @throws Error when the value cannot be written as JSON.
 * @example
 * jcs({ b: 1, a: 'é' }) // '{"a":"é","b":1}'
 */
export function jcs(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('A value without a JSON form cannot be hashed.')
  return text
}
