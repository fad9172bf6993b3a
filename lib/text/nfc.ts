// Unicode Normalization Form C (Unicode Standard Annex #15) at a cost that grows with the length of a text only. Browsers
// import this file too.

/**
 * The most non-starters in a row: that of the Stream-Safe Text Format (UAX #15 §13), far beyond what any language needs.
 * Normalisation sorts each such row, in a time that grows with the square of its length.
 */
const NON_STARTERS_IN_A_ROW_MAX = 30

export const NON_STARTERS_FAULT = `This text has more than ${NON_STARTERS_IN_A_ROW_MAX} combining marks in a row. Remove some.`

/**
 * Whole rows of more marks. Every non-starter is a mark, but not every mark is a non-starter. The look behind lets a row be
 * tried at its first mark only.
 */
const LONG_ROWS = new RegExp(`\\p{M}(?<!\\p{M}{2})\\p{M}{${NON_STARTERS_IN_A_ROW_MAX},}`, 'gu')

/** The only character of the highest combining class, 240: every other non-starter is sorted before it. */
const IOTA = '\u0345'

/** Whether the combining class of a character is not 0. */
const isNonStarter = (mark: string) => mark === IOTA || !`${IOTA}${mark}`.normalize('NFD').startsWith(IOTA)

/** Whether a text has more than `NON_STARTERS_IN_A_ROW_MAX`. */
export function hasLongRow(text: string): boolean {
  for (const [row] of text.matchAll(LONG_ROWS)) {
    let count = 0
    for (const mark of row) {
      count = isNonStarter(mark) ? count + 1 : 0
      if (count > NON_STARTERS_IN_A_ROW_MAX) return true
    }
  }
  return false
}

/** A text in NFC. One that `hasLongRow` is returned as it is. */
export const nfc = (text: string): string => (hasLongRow(text) ? text : text.normalize('NFC'))

/** A text without the marks on its letters, in NFKD: `Café` is `Cafe`. One that `hasLongRow` is returned as it is. */
export const withoutMarks = (text: string): string =>
  hasLongRow(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')

/**
 * The most UTF-16 units of a text per code point of its NFC: a character stands for at most four code points (Unicode FAQ,
 * Normalization: U+1F82), of at most two units each.
 */
const UNITS_PER_CHARACTER = 8

/**
 * A text without the white space around it, in NFC. One that is longer than the bound in every form, or that `hasLongRow`,
 * is not normalised: it is to be refused.
 * @param charsMax in code points of the NFC.
 */
export function trimmedNfc(text: string, charsMax: number): string {
  const trimmed = text.trim()
  return trimmed.length > charsMax * UNITS_PER_CHARACTER ? trimmed : nfc(trimmed)
}
