import type { PartCopies } from '@/lib/erasure/part-copies'
import { CONTENT_KEYS, isKeyedMuse, isPost } from '@/lib/erasure/rows'
import { excerptShows, spellingsOf } from '@/lib/erasure/spellings'
import { sha256Hex } from '@/lib/history/jcs'
import { jsonIn } from '@/lib/json'
import { erasedText, erasedUrl, isErasedUrl } from '@/lib/text/erased'
import { signedWordsIn } from '@/lib/verify/line-of'

/** Names of fields, including their aliases; null means all fields. */
type Fields = ReadonlySet<string> | null

/**
 * What a text is to the part that is erased. Without a part, all texts are `own`, or `own-quoting`.
 * `own`: of the part itself, or of a text to sign about it. `own-quoting`: the same of the service's own words, which quote others. `copied`: of a row that
 * repeats the part. `telling`: of JSON that tells the story; an object that names the part is `copied`, and a post `quoting`.
 * `quoting`: of the service's own words, which quote others. `others`: all else, which stays.
 */
export type Place = 'own' | 'own-quoting' | 'copied' | 'telling' | 'quoting' | 'others'

/** Redacts the texts of a record. */
export interface Redaction {
  /** Notes a text. Must be called for all texts before any is replaced. @param isQuoted see `PartCopies`. */
  note(field: string, text: string, place: Place, isQuoted: boolean): void
  /** @param quoted the names of the texts that notifications and posts quote. */
  noteJson(value: unknown, place: Place, quoted: readonly string[]): void
  /** The placeholder for a text, or the text itself when it is not erased. */
  replace(field: string, text: string, place: Place): string
  /** A JSON value with its texts replaced; the same object when nothing changes. */
  replaceJson(value: unknown, place: Place): unknown
}

/** Shorter texts are not searched for within others, only as quotations: they would match everywhere. */
const COPY_CHARS_MIN = 8

const isOwnPlace = (place: Place) => place === 'own' || place === 'own-quoting'

/** The texts of the service that quote others: of a notification, and of a post. */
const isQuoting = (field: string) => field === 'body' || field === 'text'

/**
 * Decides which texts of a record are erased. An erasure of fields also erases copies of their texts in other fields: a
 * title appears in notifications, a prompt in the summary of a mission. That of a part leaves what others wrote.
 */
export function createRedaction(
  reason: string,
  reasons: readonly string[],
  fields: Fields,
  copies: PartCopies,
): Redaction {
  const taken = new Set<string>()
  const spellings = new Set<string>()
  const marks = new Set([reason, ...reasons].map(erasedText).flatMap((mark) => [mark, mark.toLowerCase()]))
  const stays = (field: string, text: string) =>
    text === '' || marks.has(text) || isErasedUrl(text) || isKeyedMuse(field, text)
  const isNamed = (field: string) => fields === null || fields.has(field)
  const isIn = (text: string) => [...spellings].some((copy) => text.includes(copy))
  const isTaken = (text: unknown) => typeof text === 'string' && (taken.has(text) || isIn(text))
  const isQuotation = (field: string, text: string) => isQuoting(field) && copies.isQuotation(text)
  // A signed text goes exactly when its own words go: with less, they would still stand in it, and the receipt would not
  // fit. With more, whoever repeats another line of it could have it destroyed.
  const isOwn = (field: string, text: string) =>
    isNamed(field) ||
    taken.has(text) ||
    (field === 'excerpt' && excerptShows(text, taken)) ||
    isTaken(field === 'message' ? (signedWordsIn(text) ?? text) : text)
  const isGone: Readonly<Record<Place, (field: string, text: string) => boolean>> = {
    own: isOwn,
    'own-quoting': (field, text) => isOwn(field, text) || isQuotation(field, text),
    copied: (field, text) => copies.isCopy(field, text) || isQuotation(field, text),
    telling: () => false,
    quoting: isQuotation,
    others: () => false,
  }

  const note = (field: string, text: string, place: Place, isQuoted: boolean) => {
    if (place === 'others') copies.keep(text)
    if (!isOwnPlace(place) || !isNamed(field) || stays(field, text)) return
    for (const copy of spellingsOf(text)) {
      taken.add(copy)
      if (copy.length >= COPY_CHARS_MIN) spellings.add(copy)
    }
    copies.note(field, text, isQuoted)
  }
  const replace = (field: string, text: string, place: Place) => {
    if (stays(field, text) || !isGone[place](field, text)) return text
    return /url$/i.test(field) ? erasedUrl(sha256Hex(text)) : erasedText(reason)
  }
  const placeOf = (object: object, around: Place): Place => {
    if (around === 'own' && isPost(object)) return 'own-quoting'
    if (around !== 'telling') return around
    if (copies.isAsked(object)) return 'own'
    if (copies.isTold(object)) return 'copied'
    return isPost(object) ? 'quoting' : 'telling'
  }
  const walk = (value: unknown, around: Place, visit: typeof replace): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const place = placeOf(value, around)
    let changed = false
    const entries = Object.entries(value).map(([key, old]: [string, unknown]) => {
      // The note of an earlier erasure stays.
      if (key === 'erased') return [key, old] as const
      const next = typeof old === 'string' ? walkText(key, old, place, visit) : walk(old, place, visit)
      changed ||= next !== old
      return [key, next] as const
    })
    if (!changed) return value
    return Array.isArray(value) ? entries.map(([, next]) => next) : Object.fromEntries(entries)
  }
  const walkText = (key: string, text: string, place: Place, visit: typeof replace): string => {
    if (key !== 'payload') return CONTENT_KEYS.has(key) ? visit(key, text, place) : text
    // The payload of a post is JSON in a text of its own, in which other characters are escaped than around it.
    const whole = jsonIn(text)
    const left = walk(whole, place, visit)
    return left === whole ? text : JSON.stringify(left)
  }
  return {
    note,
    replace,
    noteJson(value, place, quoted) {
      walk(value, place, (field, text) => {
        note(field, text, place, quoted.includes(field))
        return text
      })
    },
    replaceJson: (value, place) => walk(value, place, replace),
  }
}
