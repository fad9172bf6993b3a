import { asTitle } from '@/lib/contract/as-title'
import { foldCase } from '@/lib/db/list'
import { beginningOf, quoted, quotedLines, singleMarks } from '@/lib/text/quoted'

/** A text and its beginning as posts show them: each line behind a mark. */
const linesOf = (text: string) => [text, beginningOf(text)].map((whole) => quotedLines(whole).join('\n'))

/** `singleMarks` as it was before it knew what only looks like a double mark. */
const formerlySingle = (line: string) => line.replaceAll('“', '‘').replaceAll('”', '’').replaceAll('"', "'")

/**
 * How copies of a text read: the index of titles holds them folded, notifications and posts quote what people wrote, and
 * a deliverable begins the title of a milestone.
 */
export const spellingsOf = (text: string) => [
  ...[text, text.toLowerCase(), foldCase(text), singleMarks(text), formerlySingle(text), asTitle(text)],
  ...linesOf(text),
]

/** A text in the quotation marks of the service, and as it stood in them before. */
export const quotations = (text: string) => [quoted(text), `“${formerlySingle(text)}”`, `“${text}”`]

/** A text as the service quotes it, and as it did before, to be found in a text between two line breaks. */
export const quotedForms = (text: string) => [
  ...quotations(text),
  ` wrote: ${text}\n`,
  ...linesOf(text).map((lines) => `\n${lines}\n`),
]

/**
 * Whether the excerpt of a record shows any of these texts. An excerpt is the record's texts, each from a line of its own, and
 * may be cut off anywhere. Where a line begins nothing of the next text is in it.
 */
export function excerptShows(excerpt: string, texts: Iterable<string>): boolean {
  const ends = excerpt.split('\n').map((_line, at, lines) => lines.slice(at).join('\n'))
  const shows = (text: string) =>
    `\n${excerpt}\n`.includes(`\n${text}\n`) || ends.some((end) => end !== '' && text.startsWith(end))
  return [...texts].some(shows)
}
