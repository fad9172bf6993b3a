// Units of time, and where a day ends. Nothing here is read from a file, so that a browser may import it.

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A limit of time in minutes, for texts. @example inMinutes(NONCE_TTL_MS) // 10 */
export const inMinutes = (ms: number): number => ms / MINUTE_MS

/** RFC 3339 §5.6 and iCalendar (RFC 5545 §3.3.5) have four digits for a year. */
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** The first millisecond after a day, in UTC. The last day that a year of four digits has ends with its last millisecond. */
export function endOfDay(day: string): Date {
  return new Date(Math.min(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS, LAST_TIME))
}
