import { readFileSync } from 'node:fs'
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
