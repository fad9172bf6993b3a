import { expect, test } from 'vitest'
import { positiveCount, positiveNumber } from '@/scripts/rig/positive-number'

test('a run of so many minutes is given a number', () => {
  expect(positiveNumber('minutes', '0.5')).toBe(0.5)
  for (const value of ['1h', '0', '-1', '', 'Infinity'])
    expect(() => positiveNumber('minutes', value)).toThrow('--minutes takes a number above 0')
})

test('a run of so many rounds is given a whole number of them', () => {
  expect(positiveCount('rounds', '20')).toBe(20)
  for (const value of ['0.5', '0', 'x']) expect(() => positiveCount('rounds', value)).toThrow('--rounds takes a')
})
