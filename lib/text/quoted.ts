/** Everything that may be shown as the end of a line (Unicode Standard Annex #14). */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/**
 * A title or label in quotation marks. Marks inside become single ones, so that what people wrote cannot end them and go on
 * as a sentence of the service.
 */
export const quoted = (line: string): string => `“${singleMarks(line)}”`

/** Double marks and what looks like one, and the single mark for each. */
const DOUBLE_MARKS = '“‟❝〝🙶”❞〞🙷ˮ˝˶″‶‴ʺ״〃＂"'
const SINGLE_MARKS = "‘‘‘‘‘’’’’’’’′‵′ʹ׳'''"
const SINGLE = new Map([...DOUBLE_MARKS].map((mark, at) => [mark, [...SINGLE_MARKS][at] ?? '']))

/** Single marks in a row, which look like a double one. */
const ROWS = /([‘’‛❛❜′‵ʹ׳ʼ´`＇'])[‘’‛❛❜′‵ʹ׳ʼ´`＇']+/g

/** A line as it stands within quotation marks. */
export const singleMarks = (line: string): string =>
  Array.from(line, (character) => SINGLE.get(character) ?? character)
    .join('')
    .replace(ROWS, '$1')

/** A text of many lines, each marked as quoted. */
export const quotedLines = (text: string): string[] => text.split(LINE_END).map((line) => `> ${line}`.trimEnd())

/** The words of a wallet, after a line that names it. */
export const saidBy = (who: string, wallet: string, text: string): string[] => [
  `${who} (${wallet}) writes:`,
  ...quotedLines(text),
]

const BEGINNING_CHARS_MAX = 600

/** The beginning of a long text, as posts quote it. */
export function beginningOf(text: string): string {
  const characters = [...text]
  if (characters.length <= BEGINNING_CHARS_MAX) return text
  const cut = characters.slice(0, BEGINNING_CHARS_MAX - 1).join('')
  return `${cut.trimEnd()}…`
}
