import { erasedText, erasedUrl, isErasedText } from '@/lib/erasure/marks'
import { CONTENT_KEYS, SAME_FIELDS } from '@/lib/erasure/rows'
import { sha256Hex } from '@/lib/history/jcs'

/** What an erasure is limited to; null where to nothing. */
export interface Limits {
  readonly part: string | null
  /** Names of fields, with what stands for the same. */
  readonly fields: ReadonlySet<string> | null
}

/** The fields named, with what stands for the same under other names. */
export const withSame = (fields: readonly string[]): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => [field, ...(SAME_FIELDS[field] ?? [])]))

/** What an erasure does with the texts of a record. `isPart`: whether a text is of the part that is erased. */
export interface Redaction {
  /** Notes what is taken away, to be called for everything before anything is replaced. */
  note(field: string, text: string, isPart: boolean): void
  noteJson(value: unknown, isPart?: boolean): void
  /** What stands in the place of a text from now on: the text itself where it stays. */
  replace(field: string, text: string, isPart: boolean): string
  /** A JSON value with its texts replaced; the same object where none of them is. */
  replaceJson(value: unknown, isPart?: boolean): unknown
}

/** A copy shorter than this would be found in every text. */
const COPY_CHARS_MIN = 8

/** A signed text holds words as JSON, the search index a title in lower case. */
const spellingsOf = (text: string) => [text, JSON.stringify(text).slice(1, -1), text.toLowerCase()]

/**
 * Finds out what of a record is erased. Where an erasure is limited, copies of what it takes away are taken away with it,
 * whatever they are called elsewhere: a title stands in notifications, a prompt in the summary of a mission.
 */
export function createRedaction(reason: string, limits: Limits): Redaction {
  const taken = new Set<string>()
  const isNamed = (field: string, isPart: boolean) => isPart && (limits.fields === null || limits.fields.has(field))
  const isCopy = (text: string) =>
    taken.has(text) ||
    [...taken].some((one) => one.length >= COPY_CHARS_MIN && spellingsOf(one).some((copy) => text.includes(copy)))

  const note = (field: string, text: string, isPart: boolean) => {
    if (text !== '' && isNamed(field, isPart) && !isErasedText(text)) taken.add(text)
  }
  const replace = (field: string, text: string, isPart: boolean) => {
    if (text === '' || isErasedText(text) || !(isNamed(field, isPart) || isCopy(text))) return text
    return /url$/i.test(field) ? erasedUrl(sha256Hex(text)) : erasedText(reason)
  }
  const isWhole = limits.part === null
  return {
    note,
    replace,
    noteJson: (value, isPart = isWhole) => {
      walk(value, isPart, limits.part, (field, text, within) => {
        note(field, text, within)
        return text
      })
    },
    replaceJson: (value, isPart = isWhole) => walk(value, isPart, limits.part, replace),
  }
}

/** Walks the texts that may hold content. An object that names the part is of the part, with all that is in it. */
function walk(
  value: unknown,
  isPart: boolean,
  part: string | null,
  visit: (field: string, text: string, isPart: boolean) => string,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  const within = isPart || (part !== null && Object.values(value).includes(part))
  let changed = false
  const entries = Object.entries(value).map(([key, old]: [string, unknown]) => {
    // What an earlier erasure noted stays.
    if (key === 'erased') return [key, old] as const
    const isContent = typeof old === 'string' && CONTENT_KEYS.has(key)
    const next = isContent ? visit(key, old, within) : walk(old, within, part, visit)
    changed ||= next !== old
    return [key, next] as const
  })
  if (!changed) return value
  return Array.isArray(value) ? entries.map(([, next]) => next) : Object.fromEntries(entries)
}
