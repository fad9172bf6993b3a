import { foldCase } from '@/lib/db/list'
import { excerpt } from '@/lib/text/excerpt'

// What separates words, and the scripts of which each sign is a word, as the function `search_words` of the database says it.
const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character separates words like any other sign.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20]+/gu
const SIGNS = /([\u2e80-\u2fdf\u3040-\ua4cf\uac00-\ud7af\uf900-\ufaff])/gu

/** A word of so many letters is found by its beginning. */
const PREFIX_CHARS_MIN = 3
/** How much of a text stands before the word that was found in it. */
const CHARS_BEFORE = 50

/** The words of a text, folded, each once. @example wordsOf('A shelf, of tools') // ['a', 'shelf', 'of', 'tools'] */
export function wordsOf(text: string): string[] {
  const apart = foldCase(text).replace(SEPARATORS, ' ').replace(SIGNS, ' $1 ')
  return [...new Set(apart.split(' ').filter((word) => word !== ''))]
}

const finds = (term: string, word: string) =>
  [...term].length < PREFIX_CHARS_MIN ? word === term : word.startsWith(term)

/** Whether a text has every term. */
export function hasWords(text: string, terms: readonly string[]): boolean {
  const words = wordsOf(text)
  return terms.every((term) => words.some((word) => finds(term, word)))
}

/** The longest few terms that no common word is found by. */
export function rareTerms(terms: readonly string[], common: ReadonlySet<string> | null, max: number): string[] {
  if (!common) return []
  const known = [...common]
  return terms
    .filter((term) => !known.some((word) => finds(term, word)))
    .sort((a, b) => b.length - a.length)
    .slice(0, max)
}

/** A line of a text, from a little before the first term that stands in it. */
export function excerptAround(text: string, terms: readonly string[]): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const folded = characters.map(foldCase).join('')
  const found = terms.map((term) => folded.indexOf(term)).filter((at) => at > CHARS_BEFORE)
  const isAtStart = found.length < terms.length || found.length === 0
  if (isAtStart) return excerpt(text)
  const from = characters.indexOf(' ', Math.min(...found) - CHARS_BEFORE)
  return `…${excerpt(characters.slice(from).join(''))}`
}
