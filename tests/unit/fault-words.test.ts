import { expect, test } from 'vitest'
import { faultWords } from '@/lib/telemetry/log'
import { oneLine } from '@/server/lifecycle'

test('what is logged of a fault names no password', () => {
  const fault = new Error('No answer from postgres://trellis:a-password@db.example:5432/trellis\nmore')
  expect(faultWords(fault)).toBe('Error: No answer from postgres://…@db.example:5432/trellis\nmore')
  expect(oneLine(fault)).toBe('No answer from postgres://…@db.example:5432/trellis')
})
