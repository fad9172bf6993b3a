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

const isPrefix = (term: string) => [...term].length >= PREFIX_CHARS_MIN

const finds = (term: string, word: string) => (isPrefix(term) ? word.startsWith(term) : word === term)

/** Whether a text contains every term. */
export function hasWords(text: string, terms: readonly string[]): boolean {
  const words = wordsOf(text)
  return terms.every((term) => words.some((word) => finds(term, word)))
}

/**
 * The longest terms that match no common word, at most `max`. Each common word is looked at once for each length of a term,
 * not for each term.
 */
export function rareTerms(terms: readonly string[], common: ReadonlySet<string> | null, max: number): string[] {
  if (!common) return []
  const prefixes = new Set(terms.filter(isPrefix))
  const lengths = new Set([...prefixes].map((prefix) => prefix.length))
  const known = new Set(terms.filter((term) => common.has(term)))
  for (const length of lengths)
    for (const word of common) {
      const beginning = word.slice(0, length)
      if (prefixes.has(beginning)) known.add(beginning)
    }
  return terms
    .filter((term) => !known.has(term))
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
