/**
 * The earliest day to which a deadline can be moved: it moves forward only, and not into the past.
 * @param present its day, `YYYY-MM-DD`. @param today the UTC date.
 * @example
 * earliestDeadline('2026-11-20', '2026-11-02') // '2026-11-21'
 */
export function earliestDeadline(present: string, today: string): string {
  const next = new Date(`${present}T00:00:00.000Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return [next.toISOString().slice(0, 10), today].sort().at(-1) ?? today
}
