import type { ReceiptView } from '@/lib/receipts/schemas'
import {
  absentHistory,
  type Bound,
  checkBoundHistory,
  checkHistory,
  type Events,
  isErasedEvent,
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
 * @param areSigned whether the service signed the histories as a whole, as in an export. Then every event is bound.
 */
export function checkHistories(receipt: ReceiptView, { mission, challenge }: Histories, areSigned: boolean): Finding[] {
  return [...checkMission(receipt, mission, areSigned), ...checkChallenge(receipt, mission, challenge, areSigned)]
}

/** Whether a history belongs to the receipt. Hashes do not prove the remaining data of erased events, so then it is unknown. */
function recordFinding(events: Events, what: string, holds: boolean, ifSo: string, ifNot: string): Finding {
  return holds && events.some(isErasedEvent)
    ? unknown('history-record', what, `${ifSo} That is what its erased events still say.`)
    : finding('history-record', what, holds, ifSo, ifNot)
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

const boundByFile = (events: Events): Bound => ({ count: events.length, because: '' })

function checkMission(receipt: ReceiptView, events: Events | undefined, areSigned: boolean): Finding[] {
  if (!events) return [absentHistory('Mission')]
  const { id: receiptId, contentHash, missionId, recordedBy } = receipt
  const before = untilOutcome(receipt, events)
  const head = before.at(-1)
  return [
    ...checkBoundHistory('Mission', events, areSigned ? boundByFile(events) : boundByReceipt(receipt, events)),
    recordFinding(
      before,
      'Mission: this receipt',
      head?.data['receiptId'] === receiptId &&
        (recordedBy === undefined || head.actor === recordedBy) &&
        tells(before, 'mission-created', { missionId }) &&
        tells(events, 'receipt-issued', { receiptId, contentHash }),
      'The history leads to this receipt and names its content hash and who recorded the outcome.',
      'The history does not lead to this receipt.',
    ),
  ]
}

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

function checkChallenge(
  receipt: ReceiptView,
  mission: Events | undefined,
  events: Events | undefined,
  areSigned: boolean,
): Finding[] {
  const { missionId } = receipt
  const { challengeId } = receipt.discussion
  if (challengeId === null) return []
  if (!events) return [absentHistory('Challenge')]
  const head = challengeHead(receipt, mission)
  const isConversion = ({ kind, hash, data }: Events[number]) =>
    kind === 'converted' && data['missionId'] === missionId && (!('hash' in head) || hash === head.hash)
  const before = events.slice(0, events.findIndex(isConversion) + 1)
  const bound: Bound =
    'hash' in head
      ? { count: before.length, because: 'the mission’s history names another one.' }
      : { count: 0, because: head.because }
  return [
    ...checkBoundHistory('Challenge', events, areSigned ? boundByFile(events) : bound),
    recordFinding(
      events,
      'Challenge: this mission',
      tells(before, 'challenge-created', { challengeId }),
      'The history leads to the mission of this receipt.',
      'The history does not lead to the mission of this receipt.',
    ),
  ]
}
