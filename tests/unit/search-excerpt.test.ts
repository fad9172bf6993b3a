import { expect, test } from 'vitest'
import { excerptAround } from '@/lib/search/words'

test.each([
  ['before any space', `${'好'.repeat(60)}図書館`, ['図', '書']],
  ['after signs of two units', `${'😀 '.repeat(60)}the library of tools`, ['library']],
  ['before a space that comes late', `${'好'.repeat(60)}図書館${'好'.repeat(200)} 終`, ['図']],
  ['after words', `${'many words '.repeat(20)}and a library`, ['library']],
])('the excerpt holds what is found %s', (_where, text, terms) => {
  const around = excerptAround(text, terms)
  expect(around.startsWith('…')).toBe(true)
  for (const term of terms) expect(around).toContain(term)
})

test('what is found at the beginning is told from the beginning', () => {
  expect(excerptAround('A library of tools', ['library'])).toBe('A library of tools')
})
