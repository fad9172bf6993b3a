import { describe, expect, test } from 'vitest'
import { nextCheck, SETTLED_DEPTH_BLOCKS } from '@/lib/chain/check-transaction'

const ASKED = new Date('2026-11-21T00:00:00Z')
const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

const NEVER_FOUND = { blockNumber: null, checkedAt: null }

/**
 * How many seconds after a look at this age the next one is; null when there is none.
 * @param earlier what the look before found.
 */
function waitSeconds(
  finding: Parameters<typeof nextCheck>[0],
  ageSeconds: number,
  earlier: Omit<Parameters<typeof nextCheck>[1], 'askedAt'> = NEVER_FOUND,
): number | null {
  const at = new Date(ASKED.getTime() + ageSeconds * 1000)
  const next = nextCheck(finding, { ...earlier, askedAt: ASKED }, at)
  return next && (next.getTime() - at.getTime()) / 1000
}

const pending = { status: 'pending', blockNumber: null, depth: 0 } as const
const missing = { status: 'not-found', blockNumber: null, depth: 0 } as const
const doubtful = { status: 'in-doubt', blockNumber: null, depth: 0 } as const

test.each([pending, null, { status: 'confirmed', blockNumber: '7', depth: 1 } as const])(
  'first every half minute, then ever more rarely, at least four times a day: %j',
  (finding) => {
    expect([0, 30, MINUTE_S, 10 * MINUTE_S, HOUR_S, DAY_S, 29 * DAY_S].map((age) => waitSeconds(finding, age))).toEqual(
      [30, 30, 30, 5 * MINUTE_S, HOUR_S / 2, 6 * HOUR_S, 6 * HOUR_S],
    )
  },
)

test.each([missing, doubtful])(
  'one that no provider knows, or tells believably, is asked about just as often at first, and then once a day: %j',
  (finding) => {
    expect([0, 10 * MINUTE_S, DAY_S, 3 * DAY_S, 29 * DAY_S].map((age) => waitSeconds(finding, age))).toEqual([
      30,
      5 * MINUTE_S,
      DAY_S / 2,
      DAY_S,
      DAY_S,
    ])
  },
)

describe.each(['confirmed', 'failed'] as const)('%s deep under other blocks', (status) => {
  const deep = { status, blockNumber: '7', depth: SETTLED_DEPTH_BLOCKS }
  const found = (minutes: number, blockNumber: string | null = '7') => ({
    blockNumber,
    checkedAt: new Date(ASKED.getTime() + minutes * MINUTE_S * 1000),
  })

  test('it is settled where it was in the same block an hour before, one block less is not', () => {
    expect(waitSeconds(deep, HOUR_S, found(0))).toBeNull()
    expect(waitSeconds({ ...deep, depth: SETTLED_DEPTH_BLOCKS - 1 }, HOUR_S, found(0))).toBe(HOUR_S / 2)
  })

  test('for the first time, a moment later, or in another block, it is asked about again after an hour', () => {
    expect(waitSeconds(deep, 0)).toBe(HOUR_S)
    expect(waitSeconds(deep, HOUR_S, found(1))).toBe(HOUR_S)
    expect(waitSeconds(deep, HOUR_S, found(0, '6'))).toBe(HOUR_S)
    expect(waitSeconds(deep, HOUR_S, found(0, null))).toBe(HOUR_S)
  })

  test('the depth of the block where it is no more settles nothing', () => {
    expect(waitSeconds({ ...missing, depth: SETTLED_DEPTH_BLOCKS }, HOUR_S, found(0))).toBe(HOUR_S / 2)
  })
})

test('what was never found, or never told believably, is given up after thirty days; what could not be asked is not', () => {
  for (const finding of [missing, doubtful]) {
    expect(waitSeconds(finding, 30 * DAY_S)).not.toBeNull()
    expect(waitSeconds(finding, 30 * DAY_S + 1)).toBeNull()
  }
  expect(waitSeconds(pending, 31 * DAY_S)).toBeNull()
  expect(waitSeconds(null, 400 * DAY_S)).toBe(DAY_S)
})

test('what one provider tells alone, or others contradict later, is never final: it is asked again for as long as it takes', () => {
  for (const status of ['confirmed', 'failed', 'unavailable'] as const) {
    expect(waitSeconds({ status, blockNumber: '7', depth: 0 }, 31 * DAY_S)).toBe(DAY_S)
    expect(waitSeconds({ status, blockNumber: '7', depth: 0 }, 400 * DAY_S)).toBe(DAY_S)
  }
  expect(waitSeconds({ status: 'unavailable', blockNumber: null, depth: 0 }, 29 * DAY_S)).toBe(30)
})
