import type { HistoryEventView } from '@/lib/history/schemas'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { contentHashOf } from '@/lib/verify/primitives'

export type Events = readonly HistoryEventView[]

/** Whether an event was erased: its data is no longer what was hashed, but its hash and links remain. */
export const isErasedEvent = ({ data }: HistoryEventView) =>
  typeof data['erased'] === 'object' && data['erased'] !== null

/** Whether a moderator hid what an event tells. */
export const isWithheld = ({ withheld, data }: HistoryEventView) => withheld === true && Object.keys(data).length === 0

/** Whether the hash of an event is that of all else that it shows. */
export const isAsHashed = ({ hash, ...content }: HistoryEventView) => contentHashOf(content) === hash

const CHAINED = 'Each event is chained to the one before,'

const unproven = (what: string, because: string) => unknown('history-chain', `${what}: history`, because)

export const absentHistory = (what: string) => unproven(what, 'The file holds no history.')

/** Checks a record's history: every event's hash, its position, and its link to the previous event (docs/decisions.md#receipts-history-seeds). */
export function checkHistory(what: string, events: Events): Finding {
  const broken = events.find((event, index) => {
    const before = events[index - 1]
    const isLinked = event.seq === index + 1 && event.prevHash === (before?.hash ?? null)
    return !isLinked || (!isWithheld(event) && !isErasedEvent(event) && !isAsHashed(event))
  })
  const withheld = events.filter(isWithheld).length
  const erased = events.filter(isErasedEvent).length
  if (!broken && erased > 0)
    return unproven(
      what,
      `${CHAINED} and every link holds, but what ${erased} of them told was erased by law, so their content cannot be proven.`,
    )
  if (!broken && withheld > 0)
    return unproven(
      what,
      `${CHAINED} but what ${withheld} of them tell was hidden by a moderator, so the chain cannot be proven.`,
    )
  return finding(
    'history-chain',
    `${what}: history`,
    events.length > 0 && broken === undefined,
    `${events.length} events, each chained to the one before.`,
    broken ? `The chain breaks at event ${broken.seq}.` : 'There is no event.',
  )
}

/** The events that something signed binds: the first `count` ones. Where it is 0, `because` is the reason, as a sentence's end. */
export interface Bound {
  readonly count: number
  readonly because: string
}

/**
 * The events that a bound proves. Nobody can compute the hash of an event whose data was hidden or erased, so nothing leads
 * from such an event to those before it.
 */
export function provenBy({ count }: Bound, events: Events): Events {
  const bound = events.slice(0, count)
  return bound.slice(bound.findLastIndex((event) => isWithheld(event) || isErasedEvent(event)) + 1)
}

/**
 * Checks a history of which something signed names one hash. Every event up to that one is bound by it. Anybody can compute
 * the hashes of further events, so those are unknown.
 */
export function checkBoundHistory(what: string, events: Events, { count, because }: Bound): Finding[] {
  const whole = checkHistory(what, events)
  if (whole.result === 'invalid') return [whole]
  if (count === 0) return [unproven(what, `${CHAINED} but ${because}`)]
  const later = events.length - count
  const bound = checkHistory(what, events.slice(0, count))
  if (later === 0) return [bound]
  const which = later === 1 ? 'the last event, which was' : `the last ${later} events, which were`
  return [
    bound,
    unknown(
      'history-chain',
      `${what}: later events`,
      `Nothing signed binds ${which} added later: anybody could have written them.`,
    ),
  ]
}

/** Whether events tell something. `hidden`: none that is shown does, but one may whose data a moderator hid. */
export type Told = 'told' | 'hidden' | 'untold'

/** Whether some event of a kind contains all of these values. An erasure leaves an event its ids, and hiding it leaves nothing. */
export function tells(events: Events, kind: string, said: Readonly<Record<string, string | null>>): Told {
  const ofKind = events.filter((event) => event.kind === kind)
  const isTold = ofKind.some(({ data }) => Object.entries(said).every(([name, value]) => data[name] === value))
  if (isTold) return 'told'
  return ofKind.some(isWithheld) ? 'hidden' : 'untold'
}
