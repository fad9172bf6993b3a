import { CONTENT_KEYS, SAME_FIELDS } from '@/lib/erasure/rows'
import { sha256Hex } from '@/lib/history/jcs'
import { erasedText, erasedUrl, isErasedUrl } from '@/lib/text/erased'
import { beginningOf, quotedLines, singleMarks } from '@/lib/text/quoted'
import { signedWordsIn } from '@/lib/verify/line-of'

/** Names of fields, including their aliases; null means all fields. */
type Fields = ReadonlySet<string> | null

/** The named fields and their aliases. */
export const withSame = (fields: readonly string[]): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => [field, ...(SAME_FIELDS[field] ?? [])]))

/**
 * Redacts the texts of a record. `isPart`: whether a text belongs to what is erased. Of a part that are the texts of its own
 * rows. Other JSON that names it may hold what others wrote, so there only copies are replaced.
 */
export interface Redaction {
  /** Notes a text that will be erased. Must be called for all texts before any is replaced. */
  note(field: string, text: string, isPart: boolean): void
  noteJson(value: unknown, isPart: boolean): void
  /** The placeholder for a text, or the text itself when it is not erased. */
  replace(field: string, text: string, isPart: boolean): string
  /** A JSON value with its texts replaced; the same object when nothing changes. */
  replaceJson(value: unknown, isPart: boolean): unknown
}

/** Shorter texts are not searched for within others: they would match everywhere. */
const COPY_CHARS_MIN = 8

/** The search index holds titles in lower case; notifications and posts quote what people wrote. */
const spellingsOf = (text: string) => [
  text,
  text.toLowerCase(),
  singleMarks(text),
  ...[text, beginningOf(text)].map((whole) => quotedLines(whole).join('\n')),
]

/**
 * Decides which texts of a record are erased. A limited erasure also erases copies of its texts in other fields: a
 * title appears in notifications, a prompt in the summary of a mission.
 */
export function createRedaction(reason: string, reasons: readonly string[], fields: Fields): Redaction {
  const taken = new Set<string>()
  const spellings = new Set<string>()
  const marks = new Set([reason, ...reasons].map(erasedText).flatMap((mark) => [mark, mark.toLowerCase()]))
  const isErased = (text: string) => text === '' || marks.has(text) || isErasedUrl(text)
  const isNamed = (field: string, isPart: boolean) => isPart && (fields === null || fields.has(field))
  const isIn = (text: string) => [...spellings].some((copy) => text.includes(copy))
  const isCopied = (text: unknown) => typeof text === 'string' && (taken.has(text) || isIn(text))
  // A signed text goes exactly when its own words go: with less, they would still stand in it, and the receipt would not
  // fit. With more, whoever repeats another line of it could have it destroyed.
  const isCopy = (field: string, text: string) =>
    taken.has(text) || isCopied(field === 'message' ? signedWordsIn(text) : text)

  const note = (field: string, text: string, isPart: boolean) => {
    if (!isNamed(field, isPart) || isErased(text)) return
    taken.add(text)
    if (text.length >= COPY_CHARS_MIN) for (const copy of spellingsOf(text)) spellings.add(copy)
  }
  const replace = (field: string, text: string, isPart: boolean) => {
    if (isErased(text) || !(isNamed(field, isPart) || isCopy(field, text))) return text
    return /url$/i.test(field) ? erasedUrl(sha256Hex(text)) : erasedText(reason)
  }
  const noteInJson = (field: string, text: string, isPart: boolean) => {
    note(field, text, isPart)
    return text
  }
  return {
    note,
    replace,
    noteJson: (value, isPart) => void walk(value, isPart, noteInJson),
    replaceJson: (value, isPart) => walk(value, isPart, replace),
  }
}

/** Visits the texts that may hold content. */
function walk(
  value: unknown,
  isPart: boolean,
  visit: (field: string, text: string, isPart: boolean) => string,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const entries = Object.entries(value).map(([key, old]: [string, unknown]) => {
    // The note of an earlier erasure stays.
    if (key === 'erased') return [key, old] as const
    const isContent = typeof old === 'string' && CONTENT_KEYS.has(key)
    const next = isContent ? visit(key, old, isPart) : walk(old, isPart, visit)
    changed ||= next !== old
    return [key, next] as const
  })
  if (!changed) return value
  return Array.isArray(value) ? entries.map(([, next]) => next) : Object.fromEntries(entries)
}
