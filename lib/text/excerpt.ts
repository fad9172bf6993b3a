/** As much as a list of search results shows. */
const CHARS_MAX = 160

/** The beginning of people's words, on one line. @param charsMax of what is given, in Unicode code points. */
export function excerpt(text: string, charsMax = CHARS_MAX): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > charsMax ? `${characters.slice(0, charsMax - 1).join('')}…` : characters.join('')
}
