import type { ReceiptView } from '@/lib/receipts/schemas'
import {
  absentHistory,
  type Bound,
  checkBoundHistory,
  checkHistory,
  type Events,
  provenBy,
  type Told,
  tells,
} from '@/lib/verify/check-history'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { contentHashOf } from '@/lib/verify/primitives'

/** The histories that a downloaded file may contain beside the receipt. */
export interface Histories {
  readonly mission?: Events
  readonly challenge?: Events
}

/**
 * Checks the chains of both histories, and that they belong to this receipt. The receipt signs the hash of the outcome's
 * event, and the mission's first event names the challenge's `converted` event. These bind everything before them.
 * @param areSigned whether the service signed the histories as a whole, as in an export. Then every event is proven.
 */
export function checkHistories(receipt: ReceiptView, { mission, challenge }: Histories, areSigned: boolean): Checked {
  const parts = [checkMission(receipt, mission, areSigned), checkChallenge(receipt, mission, challenge, areSigned)]
  return {
    findings: parts.flatMap(({ findings }) => findings),
    proven: new Set(parts.flatMap(({ proven }) => [...proven])),
  }
}

export type EventSet = ReadonlySet<Events[number]>

interface Checked {
  readonly findings: readonly Finding[]
  /** The events that something signed binds. Anybody could have written the others. */
  readonly proven: EventSet
}

const HIDDEN = 'A moderator hid an event that it depends on.'
const UNPROVEN = 'That is what it says, but nothing signed binds all of it.'

/**
 * Whether a history belongs to the receipt.
 * @param told what it must tell for that. From what a moderator hid nothing follows, for or against.
 * @param isProven whether what it says is bound by something signed.
 */
function recordFinding(what: string, told: readonly Told[], isProven: boolean, ifSo: string, ifNot: string): Finding {
  const holds = !told.includes('untold')
  if (holds && told.includes('hidden')) return unknown('history-record', what, HIDDEN)
  if (holds && !isProven) return unknown('history-record', what, `${ifSo} ${UNPROVEN}`)
  return finding('history-record', what, holds, ifSo, ifNot)
}

/** The events up to the outcome, whose hash the receipt signs. */
const untilOutcome = ({ historyHead }: ReceiptView, events: Events): Events =>
  events.slice(0, events.findIndex(({ hash }) => hash === historyHead) + 1)

/** The hash of the event of the receipt's issue. The receipt signs all that the event holds, so its hash is bound, too. */
const issueHash = ({ id, contentHash, issuedAt, historyHead }: ReceiptView, seq: number): string =>
  contentHashOf({
    seq,
    kind: 'receipt-issued',
    actor: null,
    at: issuedAt,
    from: null,
    to: null,
    data: { receiptId: id, contentHash },
    prevHash: historyHead,
  })

function boundByReceipt(receipt: ReceiptView, events: Events): Bound {
  const { length } = untilOutcome(receipt, events)
  const isIssue = length > 0 && events[length]?.hash === issueHash(receipt, length + 1)
  return { count: isIssue ? length + 1 : length, because: 'the receipt signs none of them.' }
}

/** Whether the event whose hash the receipt signs is that of its outcome. It names no part of a record, so no moderator hides it. */
function tellsOutcome({ id: receiptId, recordedBy }: ReceiptView, head: Events[number] | undefined): Told {
  if (!head || (recordedBy !== undefined && head.actor !== recordedBy)) return 'untold'
  return tells([head], head.kind, { receiptId }) === 'told' ? 'told' : 'untold'
}

function checkMission(receipt: ReceiptView, events: Events | undefined, areSigned: boolean): Checked {
  if (!events) return { findings: [absentHistory('Mission')], proven: new Set() }
  const { id: receiptId, contentHash, missionId } = receipt
  const before = untilOutcome(receipt, events)
  const [findings, proven] = checkBound('Mission', events, boundByReceipt(receipt, events), areSigned)
  const belongs = recordFinding(
    'Mission: this receipt',
    [
      tellsOutcome(receipt, before.at(-1)),
      tells(before, 'mission-created', { missionId }),
      tells(events, 'receipt-issued', { receiptId, contentHash }),
    ],
    areAll(before, proven),
    'The history leads to this receipt and names its content hash and who recorded the outcome.',
    'The history does not lead to this receipt.',
  )
  return { findings: [...findings, belongs], proven }
}

const checkBound = (what: string, events: Events, bound: Bound, areSigned: boolean) => {
  const by = areSigned ? { count: events.length, because: '' } : bound
  return [checkBoundHistory(what, events, by), new Set(areSigned ? events : provenBy(by, events))] as const
}

const areAll = (events: Events, proven: EventSet) => events.every((event) => proven.has(event))

/** The hash of the challenge's `converted` event as the mission's history names it, or the reason why nothing signed does. */
function challengeHead(receipt: ReceiptView, mission: Events = []): { hash: string } | { because: string } {
  const before = untilOutcome(receipt, mission)
  if (before.length === 0) return { because: 'the file holds no history of this mission, which would bind them.' }
  if (checkHistory('Mission', before).result !== 'valid')
    return { because: 'the mission’s history, which would bind them, cannot be proven.' }
  const hash = before[0]?.data['challengeHead']
  return typeof hash === 'string'
    ? { hash }
    : { because: 'nothing signed binds them: the mission began before its history named the challenge’s.' }
}

/** A history that the receipt does not ask for: no check would say anything of it, and its reader would take it as checked. */
const UNNAMED: Finding = {
  check: 'history-record',
  what: 'Challenge: this mission',
  result: 'invalid',
  because: 'The receipt names no challenge, so this history is not a part of it.',
}

function checkChallenge(
  receipt: ReceiptView,
  mission: Events | undefined,
  events: Events | undefined,
  areSigned: boolean,
): Checked {
  const { missionId } = receipt
  const { challengeId } = receipt.discussion
  if (challengeId === null) return { findings: events ? [UNNAMED] : [], proven: new Set() }
  if (!events) return { findings: [absentHistory('Challenge')], proven: new Set() }
  const head = challengeHead(receipt, mission)
  const isConversion = (event: Events[number]) =>
    tells([event], 'converted', { missionId }) !== 'untold' && (!('hash' in head) || event.hash === head.hash)
  const before = events.slice(0, events.findIndex(isConversion) + 1)
  const bound: Bound =
    'hash' in head
      ? { count: before.length, because: 'the mission’s history names another one.' }
      : { count: 0, because: head.because }
  const [findings, proven] = checkBound('Challenge', events, bound, areSigned)
  const belongs = recordFinding(
    'Challenge: this mission',
    [tells(before, 'challenge-created', { challengeId }), tells(before, 'converted', { missionId })],
    areAll(before, proven),
    'The history leads to the mission of this receipt.',
    'The history does not lead to the mission of this receipt.',
  )
  return { findings: [...findings, belongs], proven }
}
