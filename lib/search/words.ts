import { foldCase } from '@/lib/db/list'
import { excerpt } from '@/lib/text/excerpt'

// What separates words, and the scripts in which each sign is one, as in the database function `search_words`.
const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character separates words like any other sign.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20]+/gu
const SIGNS = /([\u2e80-\u2fdf\u3040-\ua4cf\uac00-\ud7af\uf900-\ufaff])/gu
/** Letters and digits with the marks on them. */
const WORDS = /[\p{Alphabetic}\p{Nd}][\p{Alphabetic}\p{Nd}\p{M}\p{Cf}]*/gu

/** Terms with at least this many letters match by prefix. */
const PREFIX_CHARS_MIN = 3
/** The length of the text before the first match in an excerpt. */
const CHARS_BEFORE = 50

/**
 * What a text is for the database function `search_words`, before Postgres' own parser divides it (`to_tsvector`). That takes no more out of
 * it where `LC_CTYPE` is `C`, as in the embedded Postgres; in any other locale it takes all that is not of `WORDS`: further punctuation,
 * emoji.
 */
const piecesOf = (text: string): string[] =>
  text
    .replace(SEPARATORS, ' ')
    .replace(SIGNS, ' $1 ')
    .split(' ')
    .filter((piece) => piece !== '')

const wordsIn = (piece: string): readonly string[] => piece.match(WORDS) ?? []

/** The distinct words of a text, case-folded. @example wordsOf('A shelf, of tools') // ['a', 'shelf', 'of', 'tools'] */
export const wordsOf = (text: string): string[] => [...new Set(piecesOf(text).flatMap(wordsIn).map(foldCase))]

/**
 * How the index may spell a folded word. It holds what Postgres makes lower case: that keeps a final sigma, and of `İ` it leaves
 * a dot that is a letter's own, or none, as the database's locale has it.
 */
const indexed = (word: string): string[] => [
  ...new Set([word, word.replace(/σ(?!\p{L})/gu, 'ς'), word.replaceAll('i\u0307', 'i')]),
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with the control characters.
const ASCII = /^[\u0000-\u007f]*$/

/** How each piece of a text may be spelled in the index, by the folded piece: what separates words in some locales only is still in it. */
export function indexSpellings(text: string): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, Set<string>>()
  for (const piece of piecesOf(text)) {
    const folded = foldCase(piece)
    const known = spellings.get(folded) ?? new Set(indexed(folded))
    // As it was sent, Postgres makes it lower case itself. Of ASCII both make the same.
    spellings.set(folded, ASCII.test(piece) ? known : known.add(piece))
  }
  return new Map([...spellings].map(([piece, spelled]) => [piece, [...spelled]]))
}

const isPrefix = (term: string) => [...term].length >= PREFIX_CHARS_MIN

const operand = (word: string) => (isPrefix(word) ? `'${word}':*` : `'${word}'`)

/** A piece in one of its spellings, whole or by all of its words. */
function spelledQuery(piece: string): string {
  const words = wordsIn(piece)
  return words.length === 0 || words[0] === piece
    ? operand(piece)
    : `${operand(piece)} | (${words.map(operand).join(' & ')})`
}

/**
 * The text of a `tsquery` for all of some pieces, each in any of its spellings. It is for `to_tsquery`, which divides each as the index
 * does (`12e3ab` is `12e3` and `ab`), and leaves out what is no word there. No piece holds a quote or a backslash.
 * @example
 * tsqueryOf(['a', 'shelf'], indexSpellings('A shelf')) // "('a') & ('shelf':*)"
 */
export const tsqueryOf = (pieces: readonly string[], spellings: ReadonlyMap<string, readonly string[]>): string =>
  pieces.map((piece) => `(${(spellings.get(piece) ?? [piece]).map(spelledQuery).join(' | ')})`).join(' & ')

const finds = (term: string, word: string) => (isPrefix(term) ? word.startsWith(term) : word === term)

/** Whether a text contains every term. */
export function hasWords(text: string, terms: readonly string[]): boolean {
  const words = wordsOf(text)
  return terms.every((term) => words.some((word) => finds(term, word)))
}

/**
 * The longest pieces that match no common word, neither whole nor by all of their words, at most `max`. Each common word is looked at once
 * for each length of a piece, not for each piece.
 */
export function rarePieces(pieces: readonly string[], common: ReadonlySet<string> | null, max: number): string[] {
  if (!common) return []
  const spelled = pieces.flatMap((piece) => [piece, ...wordsOf(piece)]).flatMap(indexed)
  const prefixes = new Set(spelled.filter(isPrefix))
  const lengths = new Set([...prefixes].map((prefix) => prefix.length))
  const known = new Set(spelled.filter((spelling) => common.has(spelling)))
  for (const length of lengths)
    for (const word of common) {
      const beginning = word.slice(0, length)
      if (prefixes.has(beginning)) known.add(beginning)
    }
  const isRare = (word: string) => !indexed(word).some((spelling) => known.has(spelling))
  return pieces
    .filter((piece) => isRare(piece) && wordsOf(piece).some(isRare))
    .sort((a, b) => b.length - a.length)
    .slice(0, max)
}

/**
 * Where the first of the terms stands in a folded text, in UTF-16 units.
 * @returns null where a term stands before `from` or nowhere; the terms after it are not looked for.
 */
function firstUnit(folded: string, terms: readonly string[], from: number): number | null {
  let first: number | null = null
  for (const term of terms) {
    const at = folded.indexOf(term)
    if (at < from) return null
    first = Math.min(first ?? at, at)
  }
  return first
}

/** The character at a unit of the folded text, because folding may change the length of a character. */
function characterAt(characters: readonly string[], unit: number): number {
  let left = unit
  return characters.findIndex((character) => {
    left -= foldCase(character).length
    return left < 0
  })
}

/** An excerpt that starts a little before the first match. */
export function excerptAround(text: string, terms: readonly string[]): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const characters = [...plain]
  const beginning = foldCase(characters.slice(0, CHARS_BEFORE + 1).join(''))
  const unit = firstUnit(foldCase(plain), terms, beginning.length)
  if (unit === null) return excerpt(text)
  const first = characterAt(characters, unit)
  const space = characters.indexOf(' ', first - CHARS_BEFORE)
  // A script without spaces may have none before the match.
  const from = space === -1 || space > first ? first - CHARS_BEFORE : space
  return `…${excerpt(characters.slice(from).join(''))}`
}
