/** What begins a line or commands a terminal, or reorders or hides what it shows. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Words of anybody as one line of a terminal: it stays one, and is what it shows.
 * @example
 * escaped('a\nok\u001b[2K') // 'a\\u{a}ok\\u{1b}[2K'
 */
export const escaped = (words: string): string =>
  words.replace(CONTROLS, (control) => `\\u{${control.codePointAt(0)?.toString(16)}}`)
