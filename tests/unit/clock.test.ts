import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { compareClocks, hasEnded, isCompared, now, utcDay } from '@/lib/clock'
import { endOfDay } from '@/lib/durations'
import { serviceEnvironment } from '@/tests/support/environment'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-clock-'))
const clockFile = path.join(folder, 'clock')
Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile, port: 3000 }),
)
afterEach(() => rmSync(clockFile, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

/** How far the product's clock stands from real time, in whole seconds; the sum turns a rounded -0 into 0. */
const offset = () => Math.round((now().getTime() - Date.now()) / 1000) + 0

test('without the file the clock shows real time', () => {
  expect(offset()).toBe(0)
})

test.each([
  ['0', 0],
  ['86400', 86_400],
  ['-3600', -3600],
  [' 90\n', 90],
  ['1.6', 2],
])('a file with %j moves the clock by %i seconds', (text, seconds) => {
  writeFileSync(clockFile, text)
  expect(offset()).toBe(seconds)
})

test.each(['', 'tomorrow', 'NaN', 'Infinity', '1 day', '99999999999999', '-1900000000', '1e308'])(
  'a file with %j moves nothing',
  (text) => {
    writeFileSync(clockFile, text)
    expect(offset()).toBe(0)
  },
)

test('the file is read at each use', () => {
  writeFileSync(clockFile, '100')
  expect(offset()).toBe(100)
  writeFileSync(clockFile, '200')
  expect(offset()).toBe(200)
})

test('after a step back of the machine the time goes on as the database told it, until they are compared again', () => {
  const real = Date.now
  const before = globalThis.trellisClocks
  const seconds = (of: number) => Math.round((of - real()) / 1000) + 0
  try {
    compareClocks(real() + 3_600_000, performance.now())
    expect([isCompared(), seconds(now().getTime())]).toEqual([true, 3_600])
    vi.spyOn(Date, 'now').mockImplementation(() => real() - 86_400_000)
    expect([isCompared(), seconds(now().getTime())]).toEqual([false, 3_600])
  } finally {
    vi.restoreAllMocks()
    globalThis.trellisClocks = before
  }
})

test('a day ends at 24:00 UTC', () => {
  expect(hasEnded('2026-11-20', new Date('2026-11-20T23:59:59.999Z'))).toBe(false)
  expect(hasEnded('2026-11-20', new Date('2026-11-21T00:00:00.000Z'))).toBe(true)
  expect(hasEnded('2026-12-31', new Date('2027-01-01T00:00:00Z'))).toBe(true)
  expect(hasEnded('2026-11-20', new Date('2026-11-21T01:00:00+02:00')), 'another zone does not end it earlier').toBe(
    false,
  )
  expect(endOfDay('2028-02-28')).toEqual(new Date('2028-02-29T00:00:00.000Z'))
  // A year of five digits is no time of RFC 3339.
  expect(endOfDay('9999-12-30').toISOString()).toBe('9999-12-31T00:00:00.000Z')
  expect(endOfDay('9999-12-31').toISOString()).toBe('9999-12-31T23:59:59.999Z')
})

test('the day of a moment is its day in UTC', () => {
  expect(utcDay(new Date('2026-11-21T00:30:00+01:00'))).toBe('2026-11-20')
  expect(utcDay(new Date('2026-11-20T23:30:00-01:00'))).toBe('2026-11-21')
})

test('how long something takes is counted by a clock that never steps: only moments of others are read from the wall', () => {
  const readers = trackedFiles.filter(
    (file) =>
      /^(?:lib|server)\/.+\.ts$/.test(file) && !file.includes('/generated/') && /\bDate\.now\(/.test(textOf(file)),
  )
  // The clock itself; links that a blob store judges; what Prometheus calls a timestamp.
  expect(readers).toEqual(['lib/clock.ts', 'lib/evidence/blob-store.ts', 'server/metrics/registry.ts'])
})
