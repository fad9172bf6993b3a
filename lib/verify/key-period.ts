import { KEY_TEXT } from '@/lib/signing/verify-ed25519'

/** A key of the service that the reader knows, with the period in which it signed (ISO 8601); null for an open end. */
export interface KeyPeriod {
  readonly publicKey: string
  readonly since: string | null
  readonly until: string | null
}

/** A key with an unknown period. */
export const anyTime = (publicKey: string): KeyPeriod => ({ publicKey, since: null, until: null })

/** Whether a key had not been replaced yet at a time (ISO 8601). */
export const isInUse = ({ until }: KeyPeriod, at: string): boolean =>
  until === null || Date.parse(at) <= Date.parse(until)

/** A key as a word of a command line: `KEY`, or `KEY@until` for a replaced one. */
export const keyWord = ({ publicKey, until }: KeyPeriod): string =>
  until === null ? publicKey : `${publicKey}@${until}`

/** The shell command that checks a receipt. A key may begin with a hyphen, and npm would keep it to itself without the `--`. */
export const checkCommand = (file: string, keys: readonly KeyPeriod[]): string =>
  ['npm run verify-receipt --', file, ...keys.map(keyWord)].join(' ')

/** The key that a word names. @throws Error when it is no key, or what follows the `@` is not a time. */
export function keyOfWord(word: string): KeyPeriod {
  const [publicKey = '', ...rest] = word.split('@')
  if (!KEY_TEXT.test(publicKey))
    throw new Error(`${word} does not begin with a public key of the service: 43 characters of base64url.`)
  if (rest.length === 0) return anyTime(publicKey)
  const until = Date.parse(rest.join('@'))
  if (Number.isNaN(until)) throw new Error(`What follows the @ of ${word} must be the time when the key was replaced.`)
  return { publicKey, since: null, until: new Date(until).toISOString() }
}
