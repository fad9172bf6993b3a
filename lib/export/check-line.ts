import { judgedDecision } from '@/lib/challenges/judged-decision'
import type { ExportEnd, ExportLine } from '@/lib/export/lines'
import { eventVerdict } from '@/lib/history/event-verdict'
import { sha256Hex } from '@/lib/history/jcs'
import type { MuseLinkView } from '@/lib/muses/schemas'
import { isErasedText } from '@/lib/text/erased'
import { checkChallengeDecisions } from '@/lib/verify/check-challenge-decisions'
import { checkHistory, type Events, isErasedEvent } from '@/lib/verify/check-history'
import { checkProjectDecisions } from '@/lib/verify/check-project-decisions'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { checkSignature, checkSignatureOver } from '@/lib/verify/check-signature'
import { judgedHashes } from '@/lib/verify/contents'
import type { Finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { contentHashOf, isSignedHash, isSignedText } from '@/lib/verify/primitives'

type LineOf<Type extends ExportLine['type']> = Extract<ExportLine, { type: Type }>

/** State from earlier lines; of a record only what the lines after it need. */
export interface Reading {
  /** When the export was made; null before its head. */
  takenAt: string | null
  readonly keys: KeyPeriod[]
  readonly rules: Set<string>
  /** The amount and content hash of each ledger entry, by its id. */
  readonly ledger: Map<number, { readonly amount: number; readonly hash: string }>
  /** The highest id of the ledger so far; 0 before the first entry. */
  lastEntry: number
  readonly sums: Map<string, number>
  readonly balances: Set<string>
  challenge: LineOf<'challenge'>['challenge'] | null
  mission: LineOf<'mission'>['mission'] | null
  /** The id of the receipt that must follow the last mission. */
  awaited: string | null
}

export const newReading = (): Reading => ({
  takenAt: null,
  keys: [],
  rules: new Set(),
  ledger: new Map(),
  lastEntry: 0,
  sums: new Map(),
  balances: new Set(),
  challenge: null,
  mission: null,
  awaited: null,
})

/** The result of a line: findings of the receipt checks, and other faults as sentences. */
export interface LineResult {
  readonly findings?: readonly Finding[]
  readonly faults?: readonly (string | false | undefined)[]
}

function readSeeds(reading: Reading, { entry }: LineOf<'seeds'>): LineResult {
  // Receipts contain entries without their reason.
  const { reason: _reason, ...kept } = entry
  const { id, wallet, amount, reversesId } = kept
  const last = reading.lastEntry
  const reversed = reversesId === null ? null : reading.ledger.get(reversesId)
  reading.lastEntry = Math.max(last, id)
  reading.ledger.set(id, { amount, hash: contentHashOf(kept) })
  reading.sums.set(wallet, (reading.sums.get(wallet) ?? 0) + amount)
  return {
    faults: [
      id <= last && `Entry ${id} of the ledger does not come after entry ${last}.`,
      reversed === undefined && `Entry ${id} reverses entry ${reversesId}, which is not there.`,
      reversed != null &&
        reversed.amount !== -amount &&
        `Entry ${id} takes back another amount than entry ${reversesId} gave.`,
    ],
  }
}

function readBalance(reading: Reading, { wallet, balance }: LineOf<'balance'>): LineResult {
  reading.balances.add(wallet)
  const sum = reading.sums.get(wallet) ?? 0
  return { faults: [sum !== balance && `The entries of ${wallet} make ${sum} Seeds, and not ${balance}.`] }
}

async function readMuseLink({ publicKey, message, signature, museId }: MuseLinkView): Promise<LineResult> {
  if (publicKey === null || message === null || signature === null || isErasedText(message)) return {}
  const holds = await isSignedText(message, signature, publicKey)
  return { faults: [!holds && `The signature of ${museId} does not stand under its message.`] }
}

function stateFault(state: string, events: Events): string | false {
  const last = events.findLast(({ to }) => to !== null)?.to
  return last !== state && `It is ${state}, and its history leads to ${last ?? 'no state'}.`
}

/** The export is signed as a whole. */
const everyEvent = () => true

type Decision = NonNullable<LineOf<'challenge'>['challenge']['decision']>

function checkDecision(challengeId: string, decision: Decision, signed: NonNullable<Decision['verification']>) {
  const isErased = [decision.decisionUrl, decision.explanation].some(isErasedText)
  return checkSignature('Decision', signed, signed.explanation, isErased ? null : judgedDecision(challengeId, decision))
}

async function readChallenge(reading: Reading, { challenge }: LineOf<'challenge'>): Promise<LineResult> {
  reading.challenge = challenge
  const { id, state, decision, history } = challenge
  const verdict = decision?.verification ? await checkDecision(id, decision, decision.verification) : []
  return {
    findings: [
      checkHistory('Challenge', history),
      ...verdict,
      ...(await checkChallengeDecisions(id, history, everyEvent)),
    ],
    faults: [stateFault(state, history)],
  }
}

type Proof = LineOf<'mission'>['mission']['proofs'][number]

async function checkReviews(proof: Proof): Promise<Finding[]> {
  const isErased = [proof.url, proof.note].some(isErasedText)
  const hashIn = isErased ? () => null : judgedHashes({ ...proof, proofId: proof.id })
  const reviews = proof.reviews.map((review) =>
    checkSignatureOver(`Review of proof ${proof.id}`, review, review.reason, hashIn(review)),
  )
  return (await Promise.all(reviews)).flat()
}

type ProjectDecision = LineOf<'mission'>['decisions'][number]

/** Checks a signed decision on the mission against the content that its event holds. */
async function checkProjectDecision(
  { id, verification }: ProjectDecision,
  event: Events[number] | undefined,
): Promise<Finding[]> {
  if (!verification) return []
  const content = event && !isErasedEvent(event) ? eventVerdict(event.data)?.content : undefined
  return checkSignature(`Decision on the mission ${id}`, verification, verification.reason, content ?? null)
}

async function readMission(reading: Reading, { mission, decisions }: LineOf<'mission'>): Promise<LineResult> {
  reading.mission = mission
  reading.awaited = mission.receiptId
  const { id, state, history, proofs } = mission
  const reviews = await Promise.all(proofs.map(checkReviews))
  const eventOf = new Map(history.toReversed().map((event) => [event.data['decisionId'], event]))
  const decided = await Promise.all(
    decisions.map((decision) => checkProjectDecision(decision, eventOf.get(decision.id))),
  )
  return {
    findings: [
      checkHistory('Mission', history),
      ...reviews.flat(),
      ...decided.flat(),
      ...(await checkProjectDecisions(id, history, everyEvent)),
    ],
    faults: [stateFault(state, history)],
  }
}

async function readReceipt(reading: Reading, { receipt }: LineOf<'receipt'>): Promise<LineResult> {
  const { mission, challenge, keys, awaited } = reading
  reading.awaited = null
  const isOfChallenge = challenge !== null && challenge.id === receipt.discussion.challengeId
  const histories = { mission: mission?.history, challenge: isOfChallenge ? challenge.history : undefined }
  const unlisted = receipt.seeds.filter((entry) => reading.ledger.get(entry.id)?.hash !== contentHashOf(entry))
  return {
    // The end of the export signs every line, and thus the whole histories.
    findings: await checkReceipt(receipt, histories, keys, true),
    faults: [
      awaited !== receipt.id && 'It is not the receipt of the mission before it.',
      !keys.some(({ publicKey }) => publicKey === receipt.serviceKey) && 'Its key is no key of the service.',
      receipt.rulesHash !== undefined &&
        !reading.rules.has(receipt.rulesHash) &&
        'The rules that it names are not there.',
      unlisted.length > 0 && `Its Seeds (entry ${unlisted[0]?.id}) are not what the ledger says.`,
    ],
  }
}

const missingReceipt = (awaited: string | null) =>
  awaited !== null && `The receipt ${awaited} of the mission before it is missing.`

/** Checks one line against the lines before it. */
export async function readLine(reading: Reading, line: ExportLine): Promise<LineResult> {
  const missing = line.type === 'receipt' ? false : missingReceipt(reading.awaited)
  if (missing) reading.awaited = null
  const shown = await readByType(reading, line)
  return { ...shown, faults: [missing, ...(shown.faults ?? [])] }
}

async function readByType(reading: Reading, line: ExportLine): Promise<LineResult> {
  switch (line.type) {
    case 'export':
      reading.takenAt ??= line.takenAt
      return {}
    case 'key':
      reading.keys.push(line)
      return {}
    case 'rules':
      reading.rules.add(line.hash)
      return { faults: [sha256Hex(line.text) !== line.hash && 'The rules are not those of their hash.'] }
    case 'seeds':
      return readSeeds(reading, line)
    case 'balance':
      return readBalance(reading, line)
    case 'muse-link':
      return readMuseLink(line.link)
    case 'challenge':
      return readChallenge(reading, line)
    case 'mission':
      return readMission(reading, line)
    case 'receipt':
      return readReceipt(reading, line)
    default:
      return {}
  }
}

/** @param before the count and hash of the lines before the end. @returns the faults of the end line. */
export async function endFaults(end: ExportEnd, reading: Reading, before: { lines: number; sha256: string }) {
  const unsummed = [...reading.sums.keys()].find((wallet) => !reading.balances.has(wallet))
  return [
    end.lines !== before.lines && `There are ${before.lines} lines before it, and not ${end.lines}.`,
    end.sha256 !== before.sha256 &&
      'What comes before it is not what was written: a line was changed, left out or put in.',
    !(await isSignedHash(end.sha256, end.signature, end.serviceKey)) && 'The service did not sign it.',
    missingReceipt(reading.awaited),
    unsummed && `The balance of ${unsummed} is not there.`,
  ]
}
