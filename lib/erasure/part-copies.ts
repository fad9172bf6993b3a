import { namesOfCopies } from '@/lib/erasure/rows'
import { excerptShows, quotedForms, spellingsOf } from '@/lib/erasure/spellings'
import { judgedIn } from '@/lib/verify/line-of'

/**
 * The copies of a part's texts in other rows. Others may have written the same, so equal words alone make no copy: it stands
 * under the same name, beside the part's id, or in the quotation marks of the service.
 */
export interface PartCopies {
  /** Notes a text of the part. @param isQuoted whether notifications and posts quote it. */
  note(field: string, text: string, isQuoted: boolean): void
  /** Notes a text that others wrote. Where it is quoted, the quotation is theirs. */
  keep(text: string): void
  /** Whether a JSON object names the part, or holds a text that was signed about it, which is like no other. */
  isTold(object: object): boolean
  /** Whether a JSON object asks for a signature of a text about the part, which outlives the row of its nonce. */
  isAsked(object: object): boolean
  /** Whether a text, beside the part's id, is a copy. */
  isCopy(field: string, text: string): boolean
  /** Whether a text of the service quotes the part. */
  isQuotation(text: string): boolean
}

/** Whether a JSON object of a response link or a decision names no id of its own. */
const isNameless = (object: object) => !(Object.hasOwn(object, 'id') || Object.hasOwn(object, 'submissionId'))

const isToldBy = (object: object, { column, beside, text }: Telling) =>
  Object.hasOwn(object, beside) && Reflect.get(object, column) === text

/** A text by which JSON tells the part where it names no id (see `toldBy`). */
export interface Telling {
  readonly column: string
  readonly beside: string
  readonly text: string
}

/** The text of step 1 of a signed write (lib/signing/two-step.ts); null for any other JSON object. */
const askedText = (object: object): string | null => {
  const { signatureRequired, message }: { signatureRequired?: unknown; message?: unknown } = object
  return signatureRequired === true && typeof message === 'string' ? message : null
}

/**
 * @param part its id; null without a part.
 * @param ids of the part, and of the record under which it is told without its own id.
 * @param tellings its texts.
 */
export function findPartCopies(part: string | null, ids: readonly string[], tellings: readonly Telling[]): PartCopies {
  const marks = new Set<unknown>(ids)
  const copies = new Map<string, readonly string[]>()
  const quoted = new Set<string>()
  const kept = new Set<string>()
  return {
    note(field, text, isQuoted) {
      if (field === 'message') marks.add(text)
      if (isQuoted) quoted.add(text)
      for (const copy of spellingsOf(text)) {
        const names = copies.get(copy) ?? []
        copies.set(copy, [...names, ...namesOfCopies(field)])
      }
    },
    keep: (text) => void kept.add(text),
    isTold: (object) =>
      Object.values(object).some((value) => marks.has(value)) ||
      (isNameless(object) && tellings.some((telling) => isToldBy(object, telling))),
    isAsked(object) {
      const message = askedText(object)
      return message !== null && part !== null && judgedIn(message) === part
    },
    isCopy: (field, text) =>
      field === 'excerpt' ? excerptShows(text, copies.keys()) : (copies.get(text)?.includes(field) ?? false),
    isQuotation: (text) =>
      [...quoted].some((words) => !kept.has(words) && quotedForms(words).some((form) => `\n${text}\n`.includes(form))),
  }
}
