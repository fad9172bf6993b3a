import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from '@/lib/id'

const MOMENT = Date.parse('2026-11-21T00:00:00.123Z')
/** Where an id does not come after the one before it; -1 when each does. */
const firstBackwards = (ids: readonly string[]) =>
  ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))
const timestampOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('an id has the layout of RFC 9562 §5.7: time, version 7, variant 10', () => {
  for (let count = 0; count < 1000; count++) {
    const id = uuidv7(MOMENT + count)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(timestampOf(id)).toBe(MOMENT + count)
    expect(isUuid(id)).toBe(true)
  }
})

test('the example of RFC 9562, appendix A.6, begins as ours of that moment does', () => {
  expect(uuidv7(0x017f22e279b0).slice(0, 14)).toBe('017f22e2-79b0-')
})

test('ids of one moment, however many, are all different and never go backwards', () => {
  const ids = Array.from({ length: 20_000 }, () => uuidv7(MOMENT + 5000))
  expect(firstBackwards(ids)).toBe(-1)
})

test('ids of a moment that follows a crowded one come after it', () => {
  const crowd = Array.from({ length: 20_000 }, () => uuidv7(MOMENT + 10_000))
  const later = [1, 2, 3, 4, 5, 6, 100].map((ms) => uuidv7(MOMENT + 10_000 + ms))
  expect(firstBackwards([...crowd, ...later])).toBe(-1)
})

test('a later moment gives a later id, and an earlier one an earlier id: product time orders the lists', () => {
  const [early, late, earlier] = [uuidv7(MOMENT + 60_000), uuidv7(MOMENT + 86_400_000), uuidv7(MOMENT + 30_000)]
  expect(early < late).toBe(true)
  expect(earlier < early).toBe(true)
  expect(timestampOf(earlier)).toBe(MOMENT + 30_000)
})

test('only the one textual form names a record, in any case', () => {
  expect(isUuid('019AA35C-0c00-7C3E-8f10-3b1f5a6c7d8e')).toBe(true)
  for (const bad of [
    '',
    '019aa35c',
    '019aa35c0c007c3e8f103b1f5a6c7d8e',
    '{019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e}',
    ' 019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
    '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e\n',
    '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8g',
    'urn:uuid:019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
  ]) {
    expect(isUuid(bad), bad).toBe(false)
  }
})
