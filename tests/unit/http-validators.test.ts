import { expect, test } from 'vitest'
import { matchesEtag } from '@/lib/http/validators'

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b" , W/"a"', 'W/"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
  [null, '"a"', false],
  [undefined, '"a"', false],
])('%s has the answer %s: %s', (header, etag, expected) => {
  expect(matchesEtag(header, etag)).toBe(expected)
})
