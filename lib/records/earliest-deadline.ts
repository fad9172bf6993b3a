import { endOfDay } from '@/lib/durations'

/**
 * The earliest day to which a deadline can be moved: it moves forward only, and not into the past.
 * That of the last day that a year of four digits has cannot be moved.
 * @param present its day, `YYYY-MM-DD`. @param today the UTC date.
 * @example
 * earliestDeadline('2026-11-20', '2026-11-02') // '2026-11-21'
 */
export function earliestDeadline(present: string, today: string): string {
  const next = endOfDay(present).toISOString().slice(0, 10)
  return next > today ? next : today
}
