import { eventVerdict } from '@/lib/history/event-verdict'
import type { HistoryEventView } from '@/lib/history/schemas'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { checkSignature } from '@/lib/verify/check-signature'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { contentHashOf } from '@/lib/verify/primitives'

type Events = readonly HistoryEventView[]

/** The histories that a downloaded file may contain beside the receipt. */
export interface Histories {
  readonly mission?: Events
  readonly challenge?: Events
}

/** Whether an event was erased: its data is no longer what was hashed, but its hash and links remain. */
const isErased = ({ data }: HistoryEventView) => typeof data['erased'] === 'object' && data['erased'] !== null

const isWithheld = ({ withheld, data }: HistoryEventView) => withheld === true && Object.keys(data).length === 0

/** Checks a record's history: every event's hash, its position, and its link to the previous event (docs/decisions.md#receipts-history-seeds). */
export function checkHistory(what: string, events: Events): Finding {
  const broken = events.find((event, index) => {
    const { hash, ...content } = event
    const before = events[index - 1]
    const isLinked = event.seq === index + 1 && event.prevHash === (before?.hash ?? null)
    return !isLinked || (!isWithheld(event) && !isErased(event) && contentHashOf(content) !== hash)
  })
  const withheld = events.filter(isWithheld).length
  const erased = events.filter(isErased).length
  const chained = 'Each event is chained to the one before,'
  if (!broken && erased > 0)
    return unproven(
      what,
      `${chained} and every link holds, but what ${erased} of them told was erased by law, so their content cannot be proven.`,
    )
  if (!broken && withheld > 0)
    return unproven(
      what,
      `${chained} but what ${withheld} of them tell was hidden by a moderator, so the chain cannot be proven.`,
    )
  return finding(
    'history-chain',
    `${what}: history`,
    events.length > 0 && broken === undefined,
    `${events.length} events, each chained to the one before.`,
    broken ? `The chain breaks at event ${broken.seq}.` : 'There is no event.',
  )
}

const unproven = (what: string, because: string) => unknown('history-chain', `${what}: history`, because)

const absent = (what: string) => unproven(what, 'The file holds no history.')

/** Whether a history belongs to the receipt. Hashes do not prove the remaining data of erased events, so then it is unknown. */
function recordFinding(events: Events, what: string, holds: boolean, ifSo: string, ifNot: string): Finding {
  return holds && events.some(isErased)
    ? unknown('history-record', what, `${ifSo} That is what its erased events still say.`)
    : finding('history-record', what, holds, ifSo, ifNot)
}

/** Whether some event of a kind contains all of these values. */
function tells(events: Events, kind: string, said: Readonly<Record<string, string | null>>): boolean {
  return events.some(
    (event) => event.kind === kind && Object.entries(said).every(([name, value]) => event.data[name] === value),
  )
}

/** Checks the chains of both histories, and that they belong to this receipt. */
export function checkHistories(receipt: ReceiptView, { mission, challenge }: Histories): Finding[] {
  return [...checkMission(receipt, mission), ...checkChallenge(receipt, challenge)]
}

function checkMission(receipt: ReceiptView, events: Events | undefined): Finding[] {
  if (!events) return [absent('Mission')]
  const { id: receiptId, contentHash, missionId, recordedBy } = receipt
  const head = events.find((event) => event.hash === receipt.historyHead)
  return [
    checkHistory('Mission', events),
    recordFinding(
      events,
      'Mission: this receipt',
      head?.data['receiptId'] === receiptId &&
        (recordedBy === undefined || head.actor === recordedBy) &&
        tells(events, 'mission-created', { missionId }) &&
        tells(events, 'receipt-issued', { receiptId, contentHash }),
      'The history leads to this receipt and names its content hash and who recorded the outcome.',
      'The history does not lead to this receipt.',
    ),
  ]
}

function checkChallenge(receipt: ReceiptView, events: Events | undefined): Finding[] {
  const { missionId } = receipt
  const { challengeId } = receipt.discussion
  if (challengeId === null) return []
  if (!events) return [absent('Challenge')]
  return [
    checkHistory('Challenge', events),
    recordFinding(
      events,
      'Challenge: this mission',
      tells(events, 'challenge-created', { challengeId }) && tells(events, 'converted', { missionId }),
      'The history leads to the mission of this receipt.',
      'The history does not lead to the mission of this receipt.',
    ),
  ]
}

/** Checks the signed decisions on the project. A mission's history contains them with the content that they judged. */
export async function checkProjectDecisions({ mission = [] }: Histories): Promise<Finding[]> {
  const verdicts = mission.flatMap(({ seq, data }) => {
    const verdict = eventVerdict(data)
    return verdict ? [{ seq, ...verdict }] : []
  })
  const findings = verdicts.map(({ seq, signed, words, content }) =>
    checkSignature(`Decision on the project (${signed.verdict}, event ${seq})`, signed, words, content),
  )
  return (await Promise.all(findings)).flat()
}
