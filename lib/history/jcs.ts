import { hash } from 'node:crypto'
import { jcs } from '@/lib/history/canonical'

/** SHA-256 in lower-case hex. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data)

/**
 * The SHA-256 (hex) of a value's RFC 8785 form.
 * @example
 * jcsHash({}) // '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
 */
export function jcsHash(value: unknown): string {
  return sha256Hex(jcs(value))
}
