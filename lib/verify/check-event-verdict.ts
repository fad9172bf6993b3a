import { type EventVerdict, eventVerdict } from '@/lib/history/event-verdict'
import type { HistoryEventView } from '@/lib/history/schemas'
import { isErasedText } from '@/lib/text/erased'
import { isErasedEvent } from '@/lib/verify/check-history'
import { checkSignature } from '@/lib/verify/check-signature'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { lineOf } from '@/lib/verify/line-of'

/** The record that a verdict in its history must be about. */
interface Subject {
  /** What was judged, as findings call it. */
  readonly what: string
  /** The record, as findings call it. */
  readonly record: string
  /** Null when there is no such record. */
  readonly id: string | null
  /** The field of the judged content, and the line of the signed text, that name the record. */
  readonly field: string
  readonly line: string
}

/** Whether the judged content and the signed text both name the record. */
const isAbout = ({ id, field, line }: Subject, { signed: { message }, content }: EventVerdict): boolean =>
  content[field] === id && (isErasedText(message) || lineOf(message, line) === id)

/** What holds of an event's place in the history, apart from its verdict. */
interface Rule {
  /** Whether the event must hold a verdict. */
  readonly isExpected: boolean
  /** Whether something signed binds the event. */
  readonly isProven: boolean
  /** What is said if all holds. */
  readonly holds: string
  /** Why no verdict may stand there; null if one may. */
  readonly fault: string | null
}

const UNPROVEN =
  'Nothing signed binds this event: anybody could have written it, and signed it with a wallet of their own.'

/** What holds of an event that nothing signed binds proves nothing. */
const unproven = (one: Finding): Finding => (one.result === 'valid' ? unknown(one.check, one.what, UNPROVEN) : one)

/** Checks the signed verdict that an event of a history holds, with the content that it judged. */
export async function checkEventVerdict(event: HistoryEventView, subject: Subject, rule: Rule): Promise<Finding[]> {
  const verdict = eventVerdict(event.data)
  if (!verdict && !rule.isExpected) return []
  const what = `${subject.what} (${verdict ? `${verdict.signed.verdict}, ` : ''}event ${event.seq})`
  const belongs = finding(
    'history-record',
    `${what}: this ${subject.record}`,
    rule.fault === null && verdict !== null && isAbout(subject, verdict),
    rule.holds,
    rule.fault ?? (verdict ? `It is not about this ${subject.record}.` : 'It holds no signed verdict.'),
  )
  if (!verdict) return [belongs]
  const { signed, words, content } = verdict
  const findings = [...(await checkSignature(what, signed, words, isErasedEvent(event) ? null : content)), belongs]
  return rule.isProven ? findings : findings.map(unproven)
}
