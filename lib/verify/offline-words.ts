import { chainName } from '@/lib/chain/labels'
import { milestoneLabel, OUTCOME_LABELS, PROOF_STATUS_LABELS, VERDICT_LABELS } from '@/lib/missions/labels'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { bylineOfReceipt } from '@/lib/verify/byline'
import type { ReceiptFile } from '@/lib/verify/parse-file'

// The words of a saved receipt. The service writes them into the file, and the file's script draws them from what it checks.

/**
 * Each text of a person has a row of its own: a text has line breaks, and shares no row with what the file says by itself, so that
 * no line of it can pass for another's (docs/safety.md, _Promises_).
 */
type Row = readonly [name: string, text: string]

function rowsOf({ receipt, history }: ReceiptFile): Row[] {
  const { terms } = receipt
  const byline = bylineOfReceipt(receipt, history?.mission)
  return [
    [byline.wallet ? `${byline.words} (${byline.wallet})` : byline.words, receipt.statement],
    ['Owner', terms.owner],
    ['Contributor', terms.contributorWallet ?? 'Nobody, at the end'],
    ['Issued', receipt.issuedAt],
    ['Done when', terms.definitionOfDone],
    ['Deadline', `${terms.deadline}, midnight UTC`],
    ...terms.milestones.map((one): Row => [`Milestone ${one.position}: ${milestoneLabel(one, true).word}`, one.title]),
    ...discussionRows(receipt),
    ...receipt.evidence.flatMap((proof, place) => proofRows(receipt, proof, place + 1)),
    ['Seeds credited', String(receipt.seeds.reduce((sum, { amount }) => sum + amount, 0))],
    ['Payments recorded beside it (not signed)', paymentsOf(receipt)],
    ['Content hash (SHA-256)', receipt.contentHash],
    ['Key of the service (Ed25519)', receipt.serviceKey],
  ]
}

const verdictWords = ({ verdict, verifier }: { verdict: keyof typeof VERDICT_LABELS; verifier: string }) =>
  `${VERDICT_LABELS[verdict].word}, signed by ${verifier}`

function discussionRows({ discussion, decisionVerification: decision }: ReceiptView): Row[] {
  const { prompt, chosenSide: side, decisionUrl, explanation, submissions } = discussion
  const label = side && submissions?.[side]?.label
  const rows: (Row | null)[] = [
    prompt ? ['What was asked', prompt] : null,
    side ? [`Recorded as the community’s choice: side ${side}`, label ?? 'Its label is not in this receipt.'] : null,
    decisionUrl ? ['The public decision', decisionUrl] : null,
    explanation ? ['Why, in the owner’s words', explanation] : null,
    decision ? [`Decision: ${verdictWords(decision)}`, decision.explanation] : null,
  ]
  return rows.filter((row) => row !== null)
}

/** @param number of the proof among those of the receipt. */
function proofRows({ verifierDecisions }: ReceiptView, proof: ReceiptView['evidence'][number], number: number): Row[] {
  const reviews = verifierDecisions.filter(({ proofId }) => proofId === proof.proofId)
  return [
    [`Proof ${number}: ${PROOF_STATUS_LABELS[proof.status].word}`, proof.url],
    [`Proof ${number}, in the words of ${proof.submittedBy}`, proof.note],
    ...reviews.map((review): Row => [`Proof ${number}: ${verdictWords(review)}`, review.reason]),
  ]
}

const paymentsOf = ({ payments }: ReceiptView): string =>
  payments.map(({ chainId, txHash }) => `${chainName(chainId)}: ${txHash}`).join('\n') || 'None'

/** What a saved receipt says, as text. */
export function wordsOfFile(file: ReceiptFile): { title: string; outcome: string; rows: readonly Row[] } {
  const { terms, outcome } = file.receipt
  return { title: terms.title, outcome: OUTCOME_LABELS[outcome].word, rows: rowsOf(file) }
}
