import { expect, test } from 'vitest'
import { ApiError } from '@/client/src/errors'
import { faultWords } from '@/components/forms/fault-words'

test.each([
  [1, '1 second'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [89 * 60, '89 minutes'],
  [50_000, '14 hours'],
])('a form tells when it can be sent again: after %s seconds, in %s', (seconds, words) => {
  const fault = new ApiError(429, 'rate_limited', 'Too much.', null, seconds)
  expect(faultWords(fault)).toBe(`Too much. Try again in ${words}.`)
})
