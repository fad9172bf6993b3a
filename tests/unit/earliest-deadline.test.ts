import { expect, test } from 'vitest'
import { requireForward, requireNotPast } from '@/lib/records/deadline'
import { earliestDeadline } from '@/lib/records/earliest-deadline'

/** Whether a deadline on `present` is moved to `day` on the day `today`. */
function isTaken(day: string, present: string, today: string): boolean {
  try {
    requireNotPast('deadline', day, new Date(`${today}T12:00:00Z`))
    requireForward('deadline', day, present)
    return true
  } catch {
    return false
  }
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

test.each([
  ['2026-11-20', '2026-11-02', '2026-11-21'],
  ['2026-11-20', '2026-11-20', '2026-11-21'],
  ['2026-11-20', '2026-11-21', '2026-11-21'],
  ['2026-11-20', '2026-12-24', '2026-12-24'],
  ['2028-02-28', '2028-01-01', '2028-02-29'],
  ['2026-12-31', '2026-06-01', '2027-01-01'],
])(
  'a deadline on %s can on %s be moved to %s at the earliest, and the service takes no day before it',
  (present, today, earliest) => {
    expect(earliestDeadline(present, today)).toBe(earliest)
    expect(isTaken(earliest, present, today)).toBe(true)
    expect(isTaken(dayBefore(earliest), present, today)).toBe(false)
  },
)

test('a deadline on the last day of all cannot be moved, and the form offers no earlier day', () => {
  expect(earliestDeadline('9999-12-31', '2026-11-02')).toBe('9999-12-31')
  expect(isTaken('9999-12-31', '9999-12-31', '2026-11-02')).toBe(false)
})
