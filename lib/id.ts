// Browsers import this file through the contracts, so it must not import from Node.

const HEX = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The last requested moment, and the last millisecond that an id used. */
let askedMs = 0
let usedMs = 0
let counter = 0

const COUNTER_MAX = 0xfff

/**
 * A UUIDv7 (RFC 9562 §5.7) whose timestamp is product time. The ids of one process are monotonic as long as the moments
 * are: `rand_a` is a counter with a random seed, and an overflow borrows the next millisecond (RFC 9562 §6.2, method 1).
 * @param moment milliseconds since the epoch.
 * @example
 * uuidv7(Date.parse('2026-11-21T00:00:00Z')) // '019aa35c-0c00-7…'
 */
export function uuidv7(moment: number): string {
  const random = crypto.getRandomValues(new Uint8Array(10))
  const words = new DataView(random.buffer)
  const isCrowded = moment >= askedMs && moment <= usedMs
  if (isCrowded && counter < COUNTER_MAX) counter += 1
  else {
    usedMs = isCrowded ? usedMs + 1 : moment
    counter = words.getUint16(0) & 0x7ff
  }
  askedMs = moment
  const time = usedMs.toString(16).padStart(12, '0')
  const sequence = counter.toString(16).padStart(3, '0')
  const variant = ((words.getUint16(2) & 0x3fff) | 0x8000).toString(16)
  const node = Array.from(random.subarray(4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}-${node}`
}

/**
 * Whether a text can be the id of a record; any other text means a record that does not exist. Hex digits are accepted in
 * either case (RFC 9562 §4) and written in lower case. Other spellings (braces, a prefix, no hyphens) are not accepted.
 */
export function isUuid(text: string): boolean {
  return HEX.test(text)
}

/** The maximum of a Postgres `integer`. */
const INTEGER_MAX = 2_147_483_647

/** Whether a text can be the integer id of a ledger entry or notification. Each id has one spelling. */
export function isIntegerId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INTEGER_MAX
}
