/** The length of a search result's text, in code points. */
const CHARS_MAX = 160

/** The beginning of a text, on one line. @param charsMax in Unicode code points. */
export function excerpt(text: string, charsMax = CHARS_MAX): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > charsMax ? `${characters.slice(0, charsMax - 1).join('')}…` : characters.join('')
}
