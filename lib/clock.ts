import { readFileSync } from 'node:fs'
import { DAY_MS } from '@/lib/durations'
import { env } from '@/lib/env'

/** The offset in `CLOCK_FILE`, in milliseconds; 0 when the file is missing or unreadable. */
function offsetMs(file: string): number {
  try {
    const seconds = Number(readFileSync(file, 'utf8').trim())
    return Number.isFinite(seconds) ? Math.round(seconds * 1000) : 0
  } catch {
    return 0
  }
}

/**
 * The one clock of the product. Database `now()` is never used for product time.
 * @returns the current time, shifted by `CLOCK_FILE` (tests and demo only) when that is set.
 */
export function now(): Date {
  const file = env().CLOCK_FILE
  return new Date(Date.now() + (file ? offsetMs(file) : 0))
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/**
 * Whether a day has ended. A day ends at 24:00 UTC.
 * @example
 * hasEnded('2026-11-20', new Date('2026-11-21T00:00:00Z')) // true
 */
export function hasEnded(day: string, moment: Date): boolean {
  return utcDay(moment) > day
}

/** RFC 3339 §5.6 and iCalendar (RFC 5545 §3.3.5) have four digits for a year. */
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** The first millisecond after a day, in UTC. The last day that a year of four digits has ends with its last millisecond. */
export function endOfDay(day: string): Date {
  return new Date(Math.min(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS, LAST_TIME))
}
