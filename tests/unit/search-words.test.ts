import { afterEach, describe, expect, test, vi } from 'vitest'
import { excerptAround, indexSpellings, rarePieces, tsqueryOf, wordsOf } from '@/lib/search/words'

afterEach(() => vi.restoreAllMocks())

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

test('what is nowhere, or stands at the beginning too, is told from the beginning', () => {
  const text = `A shelf ${'of many words '.repeat(20)}and a library`
  for (const terms of [['library', 'missing'], ['library', 'shelf'], []])
    expect(excerptAround(text, terms), terms.join()).toMatch(/^A shelf of/)
})

test('the place of what is found counts characters, whose length folding may change', () => {
  expect(excerptAround(`${'İ'.repeat(70)} Σας`, ['σασ'])).toBe('…Σας')
})

describe('a query of very many terms', () => {
  const signs = Array.from({ length: 140 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  const text = `${'好'.repeat(5_000)}${signs.join('')}`

  /** How much text is put together for an excerpt: the sum of what `join` returns, in UTF-16 units. */
  function unitsJoined(terms: readonly string[]): number {
    const join = Array.prototype.join
    let units = 0
    vi.spyOn(Array.prototype, 'join').mockImplementation(function (this: unknown[], separator) {
      const joined = join.call(this, separator)
      units += joined.length
      return joined
    })
    excerptAround(text, terms)
    vi.restoreAllMocks()
    return units
  }

  test('costs an excerpt no copy of its text for each', () => {
    expect(unitsJoined(signs)).toBe(unitsJoined(signs.slice(0, 1)))
  })

  test('is looked for up to the first term that is not there', () => {
    const looked = vi.spyOn(String.prototype, 'indexOf')
    excerptAround(text, ['ア', ...signs])
    expect(looked.mock.calls.filter(([term]) => term === 'ア' || signs.includes(term))).toEqual([['ア']])
  })

  test('is not held against each common word', () => {
    const common = new Set(Array.from({ length: 1_000 }, (_, at) => `common${at}`))
    const terms = Array.from({ length: 40 }, (_, at) => `t${String(at).padStart(2, '0')}`)
    const spies = [vi.spyOn(String.prototype, 'startsWith'), vi.spyOn(String.prototype, 'slice')]
    rarePieces([...terms, ...signs], common, 3)
    const steps = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    // The terms that match by prefix are of one length.
    expect(steps).toBeLessThanOrEqual(common.size + terms.length + signs.length)
  })
})

describe('a rare term', () => {
  const common = new Set(['library', 'of', 'ab', '好', 'δρόμος', 'il'])
  test.each([
    ['begins no common word', ['librarian', 'lib'], ['librarian']],
    ['of less than three letters is no common word', ['a', 'of', 'ab', 'li'], ['li', 'a']],
    ['of three letters or more may be longer than a common word', ['off', 'libraryx'], ['libraryx', 'off']],
    ['may be a sign', ['好', '図'], ['図']],
    ['has a rare word beside what separates words in some locales', ['of🏠il', 'of🏠rare', '🏠'], ['of🏠rare']],
    ['is no common word in another spelling either', ['δρόμοσ', 'οδοσ', 'i\u0307l', 'i\u0307z'], ['οδοσ', 'i\u0307z']],
  ])('%s', (_what, terms, rare) => {
    expect(rarePieces(terms, common, 3)).toEqual(rare)
  })

  test('is one of the longest, and none where nothing is known of common words', () => {
    expect(rarePieces(['one', 'three', 'four', 'eleven'], common, 2)).toEqual(['eleven', 'three'])
    expect(rarePieces(['one'], null, 3)).toEqual([])
  })
})

test.each([
  ['Fix the roof 🏠', ['fix', 'the', 'roof']],
  ['plan🏠b ❤️ 👩‍👩‍👧 🇩🇪', ['plan', 'b']],
  ['مرحبا، كيف حالك؟', ['مرحبا', 'كيف', 'حالك']],
  ['यह छत है। ठीक करो॥', ['यह', 'छत', 'है', 'ठीक', 'करो']],
  ['צה״ל ג׳ירפה', ['צה', 'ל', 'ג', 'ירפה']],
  ['བོད་ཡིག', ['བོད', 'ཡིག']],
  ['カード・ゲーム｡', ['カ', 'ー', 'ド', 'ゲ', 'ム']],
  ['\u0301abc e\u0301f x⁴', ['abc', 'e\u0301f', 'x']],
  ['١٢٣ 12e3ab', ['١٢٣', '12e3ab']],
  ['🏠 ❤️ \ufe0f', []],
])('the words of %j are without what only separates them', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test.each([
  ['a 12e3ab', "('a') & ('12e3ab':*)"],
  ['ΣΟΦΌΣ', "('σοφόσ':* | 'σοφός':* | 'ΣΟΦΌΣ':*)"],
  ['The roof🏠b 🏠', "('the':*) & ('roof🏠b':* | ('roof':* & 'b')) & ('🏠')"],
])(
  '%j asks for all of its pieces, each in any spelling, whole or by its words, by its beginning where that has three letters',
  (text, query) => {
    const spellings = indexSpellings(text)
    expect(tsqueryOf([...spellings.keys()], spellings)).toBe(query)
  },
)

test.each([
  ['Shelf', { shelf: ['shelf'] }],
  ['ΔΡΌΜΟΣ', { δρόμοσ: ['δρόμοσ', 'δρόμος', 'ΔΡΌΜΟΣ'] }],
  ['σοφός Σοφός', { σοφόσ: ['σοφόσ', 'σοφός', 'Σοφός'] }],
  ['İl', { 'i\u0307l': ['i\u0307l', 'il', 'İl'] }],
])('the index may spell the words of %s so', (text, spelled) => {
  expect(Object.fromEntries(indexSpellings(text))).toEqual(spelled)
})

test('a word of a query has a few spellings at most', () => {
  const words = [...'αβγδεζηθικλμνξοπρτυφχψω'].map((letter) => `İ${letter}Σ`)
  const spelled = [...indexSpellings(words.join(' ')).values()]
  expect(spelled).toHaveLength(words.length)
  for (const spellings of spelled) expect(spellings.length).toBeLessThanOrEqual(4)
})
