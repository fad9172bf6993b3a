import { expect, test } from 'vitest'
import { parseUrl } from '@/lib/url'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

/** A header holds bytes: this is how the UTF-8 of an ideographic full stop arrives, and it stands in no host. */
const BYTES = Buffer.from('https://community。example/board').toString('latin1')

test('a text is parsed alike however often it was asked', () => {
  // Enough rounds for the compiler to take over, which is where URL.canParse of Node 20 changes its mind.
  for (let round = 0; round < 50_000; round++)
    if (parseUrl(BYTES) !== null) throw new Error(`Parsed in round ${round}.`)
  expect(parseUrl('/p/42', 'https://example.org')?.href).toBe('https://example.org/p/42')
  expect(parseUrl('not a URL')).toBe(null)
})

test('nothing asks URL.canParse', () => {
  const code = trackedFiles.filter((file) => /\.tsx?$/.test(file))
  expect(code.length).toBeGreaterThan(500)
  const asking = code.filter((file) => /\bURL\.canParse\(/.test(textOf(file)))
  expect(asking).toEqual([])
})
