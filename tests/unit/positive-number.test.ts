import { expect, test } from 'vitest'
import { positiveNumber } from '@/scripts/rig/positive-number'

test('a run of so many minutes is given a number', () => {
  expect(positiveNumber('minutes', '0.5')).toBe(0.5)
  for (const value of ['1h', '0', '-1', '', 'Infinity'])
    expect(() => positiveNumber('minutes', value)).toThrow('--minutes takes a number above 0')
})
