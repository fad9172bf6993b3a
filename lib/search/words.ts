import { foldCase } from '@/lib/db/list'
import { excerpt } from '@/lib/text/excerpt'

// The separators of words, and the scripts in which each sign is a word, as in the database function `search_words`.
const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character separates words like any other sign.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20]+/gu
const SIGNS = /([\u2e80-\u2fdf\u3040-\ua4cf\uac00-\ud7af\uf900-\ufaff])/gu

/** Terms with at least this many letters match by prefix. */
const PREFIX_CHARS_MIN = 3
/** The length of the text before the first match in an excerpt. */
const CHARS_BEFORE = 50

/** The distinct words of a text, case-folded. @example wordsOf('A shelf, of tools') // ['a', 'shelf', 'of', 'tools'] */
export function wordsOf(text: string): string[] {
  const apart = foldCase(text).replace(SEPARATORS, ' ').replace(SIGNS, ' $1 ')
  return [...new Set(apart.split(' ').filter((word) => word !== ''))]
}

const finds = (term: string, word: string) =>
  [...term].length < PREFIX_CHARS_MIN ? word === term : word.startsWith(term)

/** Whether a text contains every term. */
export function hasWords(text: string, terms: readonly string[]): boolean {
  const words = wordsOf(text)
  return terms.every((term) => words.some((word) => finds(term, word)))
}

/** The longest terms that match no common word, at most `max`. */
export function rareTerms(terms: readonly string[], common: ReadonlySet<string> | null, max: number): string[] {
  if (!common) return []
  const known = [...common]
  return terms
    .filter((term) => !known.some((word) => finds(term, word)))
    .sort((a, b) => b.length - a.length)
    .slice(0, max)
}

/** The place of a term, in characters of the text; -1 where it does not stand. */
function placeOf(folded: readonly string[], term: string): number {
  let units = folded.join('').indexOf(term)
  if (units === -1) return -1
  return folded.findIndex((character) => {
    units -= character.length
    return units < 0
  })
}

/** An excerpt that starts a little before the first match. */
export function excerptAround(text: string, terms: readonly string[]): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const folded = characters.map(foldCase)
  const found = terms.map((term) => placeOf(folded, term)).filter((at) => at > CHARS_BEFORE)
  const isAtStart = found.length < terms.length || found.length === 0
  if (isAtStart) return excerpt(text)
  const first = Math.min(...found)
  const space = characters.indexOf(' ', first - CHARS_BEFORE)
  // A script without spaces may have none before the match.
  const from = space === -1 || space > first ? first - CHARS_BEFORE : space
  return `…${excerpt(characters.slice(from).join(''))}`
}
