/**
 * The earliest day to which a deadline can be moved: it moves forward only, and not into the past.
 * @param present its day, `YYYY-MM-DD`. @param today the UTC date.
 * @example
 * earliestDeadline('2026-11-20', '2026-11-02') // '2026-11-21'
 */
export function earliestDeadline(present: string, today: string): string {
  const after = new Date(`${present}T00:00:00.000Z`)
  after.setUTCDate(after.getUTCDate() + 1)
  const next = after.toISOString().slice(0, 10)
  return next > today ? next : today
}
