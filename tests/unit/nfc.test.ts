import { afterEach, describe, expect, test, vi } from 'vitest'
import { countCharacters } from '@/components/forms/bounds'
import { line, prose } from '@/lib/contract/fields'
import { SEARCH_CHARS_MAX, SearchTerm } from '@/lib/contract/list'
import { drawable } from '@/lib/feeds/drawable'
import { onOneLine } from '@/lib/signing/messages'
import { hasLongRow, NON_STARTERS_FAULT, nfc, trimmedNfc } from '@/lib/text/nfc'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

const ACUTE = '\u0301'
const DOT_BELOW = '\u0323'
/** Sorting these takes a time that grows with the square of their number. */
const HOSTILE = `a${ACUTE.repeat(700)}${DOT_BELOW.repeat(700)}`

/** The lengths of the texts that were given to the normaliser. */
function watchNormaliser(): readonly number[] {
  const normalise = String.prototype.normalize
  const lengths: number[] = []
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    lengths.push(this.length)
    return normalise.call(this, form)
  })
  return lengths
}
afterEach(() => vi.restoreAllMocks())

const faultOf = (field: ReturnType<typeof line>, text: string) => field.safeParse(text).error?.issues[0]?.message

describe('the normaliser is never given', () => {
  const longest = (lengths: readonly number[]) => Math.max(0, ...lengths)

  test('a text that no form of it brings within its bound', () => {
    const lengths = watchNormaliser()
    expect(faultOf(line(1, 80), 'é'.repeat(641))).toBe('This text is longer than 80 characters.')
    expect(faultOf(prose(4000), 'é'.repeat(32_001))).toBe('This text is longer than 4000 characters.')
    expect(faultOf(SearchTerm, 'é'.repeat(SEARCH_CHARS_MAX * 8 + 1))).toContain('1 to 140 characters')
    expect(lengths).toEqual([])
  })

  test.each([
    ['a field', () => prose(4000).safeParse(HOSTILE)],
    ['a term', () => SearchTerm.safeParse(HOSTILE.slice(200, 1000))],
    ['a post', () => onOneLine(HOSTILE)],
    ['a picture', () => drawable(HOSTILE, new Set())],
    ['a counter', () => countCharacters(HOSTILE)],
  ])('a long row of non-starters, by %s', (_by, give) => {
    const lengths = watchNormaliser()
    give()
    expect(longest(lengths)).toBeLessThanOrEqual(2)
  })
})

test('no other file of the service and its pages calls the normaliser', () => {
  const callers = trackedFiles.filter(
    (file) =>
      /^(?:app|components|lib|server)\/.+\.tsx?$/.test(file) &&
      !file.includes('/generated/') &&
      textOf(file).includes('.normalize('),
  )
  expect(callers).toEqual(['lib/text/nfc.ts'])
})

test('more than 30 non-starters in a row are refused, wherever they stand', () => {
  const row = (count: number) => `${ACUTE.repeat(count - 10)}${DOT_BELOW.repeat(10)}`
  for (const text of [`x${row(30)}y`, row(30), `é${row(30)}`, `${row(30)}x${row(30)}`])
    expect(faultOf(prose(200), text), String(text.length)).toBeUndefined()
  for (const text of [`x${row(31)}y`, row(31), `${row(30)}x${row(31)}`, `${'\u0e47'.repeat(40)}${row(31)}`])
    for (const field of [line(1, 140), prose(200), SearchTerm])
      expect(faultOf(field, text), String(text.length)).toBe(NON_STARTERS_FAULT)
  // A character that NFC takes apart (UAX #15, composition exclusions) adds one.
  expect(faultOf(prose(200), `\u0958${row(30)}`)).toBe(NON_STARTERS_FAULT)
})

test('marks that are no non-starters may stand in any row', () => {
  for (const mark of ['\u0e47', '\u0903', '\ufe0f', '\u{e0100}']) expect(hasLongRow(mark.repeat(200)), mark).toBe(false)
  expect(hasLongRow(`${ACUTE.repeat(30)}\u0e47${ACUTE.repeat(30)}`)).toBe(false)
})

test('every character that normalisation moves counts as a non-starter', () => {
  const missed: string[] = []
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    // U+0334 has the lowest combining class, U+0345 the highest: a non-starter changes places with one of the two.
    const isMoved = [`\u0345${character}`, `${character}\u0334`].some((pair) => pair.normalize('NFD') !== pair)
    const isWhole = character.normalize('NFD') === character
    if (isWhole && isMoved && !hasLongRow(character.repeat(31))) missed.push(code.toString(16))
  }
  expect(missed).toEqual([])
})

test('ordinary texts of all scripts are normalised as before', () => {
  const texts = [
    'Cafe\u0301 A\u030angstro\u0308m \u212b \u2126',
    'Tie\u0302\u0301ng Vie\u0323\u0302t',
    'שָׁלוֹם עֲלֵיכֶם',
    'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ',
    'नमस्ते क\u093cलम',
    'ภาษาไทย น้ำ',
    'བོད་སྐད་ \u0f71\u0f72',
    '\u1112\u1161\u11ab\u1100\u1173\u11af 한글',
    '図書館 か\u3099き\u3099',
    'T\u0336\u030d\u0301\u033c\u0323h\u0334\u0301\u0320e\u0337\u0300\u0317',
    '👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  ]
  for (const text of texts) {
    expect(nfc(text), text).toBe(text.normalize('NFC'))
    expect(trimmedNfc(` ${text}\n`, 200), text).toBe(text.normalize('NFC'))
  }
})

test('a text in its longest form is taken up to its bound', () => {
  // U+1F82 is taken apart into four, U+16126 into three outside the basic plane.
  for (const composed of ['\u1f82', '\u{16126}']) {
    const apart = composed.repeat(80).normalize('NFD')
    expect(line(1, 80).parse(apart)).toBe(composed.normalize('NFC').repeat(80))
    expect(faultOf(line(1, 80), apart + composed.normalize('NFD'))).toBe('This text is longer than 80 characters.')
  }
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    if ([...String.fromCodePoint(code).normalize('NFD')].length > 4) throw new Error(code.toString(16))
  }
})
