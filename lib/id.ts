// Browsers import this file through the contracts, so it must not import from Node.

const HEX = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The last requested moment, and the last millisecond that an id used. */
let askedMs = 0
let usedMs = 0
let counter = 0

const COUNTER_MAX = 0xfff

/** Random bytes of an id. They are drawn for many ids at once: a call costs more than its bytes. */
const RANDOM_BYTES = 10
const IDS_PER_DRAW = 128
let drawn = new Uint8Array(0)
let drawnUsed = 0

function randomBytes(): Uint8Array {
  if (drawnUsed === drawn.length) {
    drawn = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES * IDS_PER_DRAW))
    drawnUsed = 0
  }
  drawnUsed += RANDOM_BYTES
  return drawn.subarray(drawnUsed - RANDOM_BYTES, drawnUsed)
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/**
 * A UUIDv7 (RFC 9562 §5.7) whose timestamp is product time. The ids of one process are monotonic as long as the moments
 * are: `rand_a` is a counter with a random seed, and an overflow borrows the next millisecond (RFC 9562 §6.2, method 1).
 * @param moment milliseconds since the epoch.
 * @example
 * uuidv7(Date.parse('2026-11-21T00:00:00Z')) // '019aa35c-0c00-7…'
 */
export function uuidv7(moment: number): string {
  const random = randomBytes()
  const words = new DataView(random.buffer, random.byteOffset)
  const isCrowded = moment >= askedMs && moment <= usedMs
  if (isCrowded && counter < COUNTER_MAX) counter += 1
  else {
    usedMs = isCrowded ? usedMs + 1 : moment
    counter = words.getUint16(0) & 0x7ff
  }
  askedMs = moment
  const time = hex(usedMs, 12)
  const sequence = hex(counter, 3)
  const variant = hex((words.getUint16(2) & 0x3fff) | 0x8000, 4)
  const node = hex(words.getUint32(4), 8) + hex(words.getUint16(8), 4)
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

/**
 * Whether a text is an EIP-155 chain id, in its only spelling. JSON holds it exactly, so a client may also send it as a number.
 */
export function isChainId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
