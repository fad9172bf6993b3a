import { type EventVerdict, eventVerdict } from '@/lib/history/event-verdict'
import type { HistoryEventView } from '@/lib/history/schemas'
import { isErasedText } from '@/lib/text/erased'
import { type Events, isErasedEvent } from '@/lib/verify/check-history'
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

/** What decides about the verdicts in one record's history, apart from what they judge. */
interface Rules {
  /** Whether an event must hold a verdict. @param isLate whether it comes after the end. */
  readonly isExpected: (event: HistoryEventView, isLate: boolean) => boolean
  /** Whether something signed binds an event. */
  readonly isProven: (event: HistoryEventView) => boolean
  /** Whether an event is the record's end, after which the service records no verdict. */
  readonly isEnd: (event: HistoryEventView) => boolean
  /** What is said of a verdict that is about the record and comes before its end. */
  readonly holds: string
  /** What is said of one that comes after it. */
  readonly late: string
}

const UNPROVEN =
  'Nothing signed binds this event: anybody could have written it, and signed it with a wallet of their own.'

/** What holds of an event that nothing signed binds proves nothing. */
const unproven = (one: Finding): Finding => (one.result === 'valid' ? unknown(one.check, one.what, UNPROVEN) : one)

/**
 * Checks the signed verdicts that a history holds, with the content that they judged: each must be about the record, and must
 * come before its end.
 */
export async function checkVerdicts(events: Events, subject: Subject, rules: Rules): Promise<Finding[]> {
  const end = events.findIndex(rules.isEnd)
  const findings = events.map((event, index) => checkVerdict(event, subject, rules, end !== -1 && index > end))
  return (await Promise.all(findings)).flat()
}

async function checkVerdict(
  event: HistoryEventView,
  subject: Subject,
  rules: Rules,
  isLate: boolean,
): Promise<Finding[]> {
  const verdict = eventVerdict(event.data)
  if (!verdict && !rules.isExpected(event, isLate)) return []
  const what = `${subject.what} (${verdict ? `${verdict.signed.verdict}, ` : ''}event ${event.seq})`
  const fault = verdict ? `It is not about this ${subject.record}.` : 'It holds no signed verdict.'
  const belongs = finding(
    'history-record',
    `${what}: this ${subject.record}`,
    !isLate && verdict !== null && isAbout(subject, verdict),
    rules.holds,
    isLate ? rules.late : fault,
  )
  if (!verdict) return [belongs]
  const { signed, words, content } = verdict
  const findings = [...(await checkSignature(what, signed, words, isErasedEvent(event) ? null : content)), belongs]
  return rules.isProven(event) ? findings : findings.map(unproven)
}
