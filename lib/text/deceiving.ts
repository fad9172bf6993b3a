// Characters by which one text poses as another. Browsers import this file too.

/**
 * Turn the direction of what stands around them (Unicode Standard Annex #9, explicit formatting): a title can read as
 * something else than it is, and so can what is shown beside it.
 */
const BIDI = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'

/** Scripts in which U+200C and U+200D, after a letter of theirs, change how it is written (RFC 5892, appendix A). */
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

/** Where a character that is not seen by itself does its work, so that the text is not the same without it. */
const AT_WORK = [
  // Joins emoji into one.
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=[${JOINING}])[\\u200c\\u200d]`,
  // Says whether a sign is drawn as an emoji, or which form of an ideograph is meant.
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  // The flags of regions: a black flag, letters as tags, and the end.
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]',
].join('|')

/** U+2800 is a blank among the patterns of Braille, and nothing at all among other letters. */
const BLANK = '(?<![\\u2801-\\u28ff])\\u2800(?![\\u2801-\\u28ff])'

/** Every character that deceives on one line; what does its work in an emoji or a script is let pass. */
const DECEIVING = new RegExp(
  `(?:${AT_WORK})|([${BIDI}]|\\p{Default_Ignorable_Code_Point}|[\\ufff9-\\ufffb\\u2028\\u2029]|${BLANK})`,
  'gu',
)

/** Override the direction of every letter after them: no text of any length needs that. */
const OVERRIDE = /[\u202d\u202e]/gu

/** `U+202E` */
const nameOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The first character by which a text could pose as another, by its name.
 * @param oneLine a title or a label; a longer text is shown apart from others, so there only overrides deceive.
 * @example
 * deceivingCharacter('cod\u202eexe', true) // 'U+202E'
 */
export function deceivingCharacter(text: string, oneLine: boolean): string | null {
  for (const [found, seen] of text.matchAll(oneLine ? DECEIVING : OVERRIDE)) {
    if (!oneLine) return nameOf(found)
    if (seen !== undefined) return nameOf(seen)
  }
  return null
}

/**
 * A text of others as it can be shown on one line: what would deceive is shown as what it is.
 * @example
 * withDeceivingNamed('cod\u202eexe') // 'cod⟨U+202E⟩exe'
 */
export const withDeceivingNamed = (text: string): string =>
  text.replace(DECEIVING, (found: string, seen?: string) => (seen === undefined ? found : `⟨${nameOf(seen)}⟩`))

/** The same for a text of many lines, which is shown apart from others. */
export const withOverridesNamed = (text: string): string => text.replace(OVERRIDE, (found) => `⟨${nameOf(found)}⟩`)

/** A text that may hold line breaks and anything else as a title that may not. */
export const asOneLine = (text: string): string =>
  text
    .replace(DECEIVING, (found: string, seen?: string) => (seen === undefined ? found : ' '))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
