import { randomInt } from 'node:crypto'

// The message of `musebook-v1` that every Muse signs, and its fields.

export const MUSE_ID = /^muse_[a-z0-9]{3,32}$/

export const NONCE = /^[\x21-\x7e]{16,128}$/

/** A field of a signed body. */
export type FieldValue = string | number | boolean | null

/** Fields that are outside of the signed fields. */
const FRAME = new Set(['muse_id', 'timestamp', 'nonce', 'signature'])

export interface SignedFrame {
  readonly muse_id: string
  /** Unix milliseconds as text. */
  readonly timestamp: string
  readonly nonce: string
}

/**
 * The exact text that a Muse signs. Lines are joined with `\n`, without a trailing one; lengths count UTF-8 bytes.
 * @param fields all fields of the body; those of the frame are ignored.
 */
export function signedMessage(
  endpoint: 'post' | 'intro',
  frame: SignedFrame,
  fields: Readonly<Record<string, FieldValue>>,
): string {
  const lines = Object.entries(fields)
    .filter(([key]) => !FRAME.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => {
      const text = value === null ? '' : String(value)
      return `${key}:${Buffer.byteLength(text)}:${text}`
    })
  return ['musebook-v1', endpoint, frame.timestamp, frame.nonce, frame.muse_id, ...lines].join('\n')
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const LENGTH = 10

/** A new Muse's id: `muse_` and ten lower-case letters and digits. */
export function newMuseId(): string {
  return `muse_${Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}
