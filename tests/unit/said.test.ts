import { expect, test } from 'vitest'
import { beginningOfWords } from '@/components/wallet/signing/said'

test('what a signer typed is shown as typed, and no longer than leaves room for the text that is signed', () => {
  const words = 'A "line",\n  and “another”.'
  expect(beginningOfWords(`\n${words}\n`)).toBe(words)
  expect(beginningOfWords('x'.repeat(500))).toBe(`${'x'.repeat(240)} …`)
  expect(beginningOfWords('a\n'.repeat(50))).toBe(`${'a\n'.repeat(5)}a …`)
})
