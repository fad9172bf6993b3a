// Characters that make one text look like another. Browsers import this file too.

/** Explicit direction formatting (Unicode Standard Annex #9). It changes how a title and its surroundings read. */
const BIDI = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'

/** Scripts in which U+200C and U+200D after a letter change how it is written (RFC 5892, appendix A). */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Nko',
  'Adlam',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')

/** Invisible characters in places where they change how the text is displayed, so they must stay. */
const AT_WORK = [
  // Joins emoji into one.
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=[${JOINING}])[\\u200c\\u200d]`,
  // Selects the emoji style of a sign, or the form of an ideograph.
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  // The flags of regions: a black flag, letters as tags, and the end.
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]',
].join('|')

/** U+2800 is a blank between Braille patterns, and invisible among other letters. */
const BLANK = '(?<![\\u2801-\\u28ff])\\u2800(?![\\u2801-\\u28ff])'

/** Matches deceiving characters of a line, in group 1. Legitimate ones in emoji and scripts match without it. */
const DECEIVING = new RegExp(
  `(?:${AT_WORK})|([${BIDI}]|\\p{Default_Ignorable_Code_Point}|[\\ufff9-\\ufffb\\u2028\\u2029]|${BLANK})`,
  'gu',
)

/** No character below U+00AD deceives; most texts have none above it. */
const MAY_DECEIVE = /[\u00ad-\uffff]/

/** They override the direction of all letters after them. No text needs that. */
const OVERRIDE = /[\u202d\u202e]/gu

/** `U+202E` */
const nameOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The name of the first deceiving character of a text, or null.
 * @param oneLine whether it is a title or label. Longer texts are displayed separately, so only overrides deceive
 * there.
 * @example
 * deceivingCharacter('cod\u202eexe', true) // 'U+202E'
 */
export function deceivingCharacter(text: string, oneLine: boolean): string | null {
  if (!MAY_DECEIVE.test(text)) return null
  for (const [found, seen] of text.matchAll(oneLine ? DECEIVING : OVERRIDE)) {
    if (!oneLine) return nameOf(found)
    if (seen !== undefined) return nameOf(seen)
  }
  return null
}

/**
 * An untrusted text for display on one line: deceiving characters are replaced by their names.
 * @example
 * withDeceivingNamed('cod\u202eexe') // 'cod⟨U+202E⟩exe'
 */
export const withDeceivingNamed = (text: string): string =>
  text.replace(DECEIVING, (found: string, seen?: string) => (seen === undefined ? found : `⟨${nameOf(seen)}⟩`))

/** The same for a text of many lines, which is displayed separately. */
export const withOverridesNamed = (text: string): string => text.replace(OVERRIDE, (found) => `⟨${nameOf(found)}⟩`)

/** Turns any text into a valid title: one line without deceiving characters. */
export const asOneLine = (text: string): string =>
  text
    .replace(DECEIVING, (found: string, seen?: string) => (seen === undefined ? found : ' '))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
