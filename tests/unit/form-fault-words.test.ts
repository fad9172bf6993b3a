import { expect, test } from 'vitest'
import { ApiError, errorOf } from '@/client/src/errors'
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

test('after an answer that is not the service’s own a form says what to do, as after a lost one', () => {
  for (const status of [200, 500, 502])
    expect(faultWords(errorOf(status, new Headers(), null))).toBe(
      'The service gave no readable answer. It may or may not have been recorded. Press again without changing a word: it is recorded once.',
    )
  const limited = errorOf(429, new Headers({ 'retry-after': '60' }), null)
  expect(faultWords(limited)).toBe('Something on the way to the service refused this (429). Try again in 60 seconds.')
})
