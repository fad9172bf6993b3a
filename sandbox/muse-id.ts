import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 10

/** A new Muse's id: `muse_` and ten lower-case letters and digits. */
export function newMuseId(): string {
  return `muse_${Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}
