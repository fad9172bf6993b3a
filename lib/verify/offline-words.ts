import { chainName } from '@/lib/chain/labels'
import { milestoneLabel, OUTCOME_LABELS, PROOF_STATUS_LABELS, VERDICT_LABELS } from '@/lib/missions/labels'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { bylineOfReceipt } from '@/lib/verify/byline'
import type { ReceiptFile } from '@/lib/verify/parse-file'

// The words of a saved receipt. The service writes them into the file, and the file's script draws them from what it checks.

type Row = readonly [name: string, text: string]

function rowsOf({ receipt, history }: ReceiptFile): Row[] {
  const { terms, discussion, decisionVerification: decision } = receipt
  const byline = bylineOfReceipt(receipt, history?.mission)
  const rows: (Row | null)[] = [
    [byline.wallet ? `${byline.words} (${byline.wallet})` : byline.words, receipt.statement],
    ['Owner', terms.owner],
    ['Contributor', terms.contributorWallet ?? 'Nobody, at the end'],
    ['Issued', receipt.issuedAt],
    ['Done when', terms.definitionOfDone],
    ['Deadline', `${terms.deadline}, midnight UTC`],
    [
      'Milestones',
      terms.milestones.map((one) => `${one.position}. ${one.title}: ${milestoneLabel(one, true).word}`).join('\n'),
    ],
    discussion.prompt ? ['What was asked', discussion.prompt] : null,
    discussion.explanation ? ['What the community decided', discussion.explanation] : null,
    decision ? ['Decision signed by', `${decision.verifier}\n${decision.explanation}`] : null,
    ...receipt.evidence.map(
      (proof): Row => [`Proof, ${PROOF_STATUS_LABELS[proof.status].word}`, wordsOf(receipt, proof)],
    ),
    ['Seeds credited', String(receipt.seeds.reduce((sum, { amount }) => sum + amount, 0))],
    ['Payments recorded beside it (not signed)', paymentsOf(receipt)],
    ['Content hash (SHA-256)', receipt.contentHash],
    ['Key of the service (Ed25519)', receipt.serviceKey],
  ]
  return rows.filter((row) => row !== null)
}

function wordsOf({ verifierDecisions }: ReceiptView, { proofId, url, note }: ReceiptView['evidence'][number]): string {
  const reviews = verifierDecisions.filter((review) => review.proofId === proofId)
  const signed = reviews.map(
    ({ verdict, verifier, reason }) => `${VERDICT_LABELS[verdict].word}, signed by ${verifier}: ${reason}`,
  )
  return [url, note, ...signed].join('\n')
}

const paymentsOf = ({ payments }: ReceiptView): string =>
  payments.map(({ chainId, txHash }) => `${chainName(chainId)}: ${txHash}`).join('\n') || 'None'

/** What a saved receipt says, as text. */
export function wordsOfFile(file: ReceiptFile): { title: string; outcome: string; rows: readonly Row[] } {
  const { terms, outcome } = file.receipt
  return { title: terms.title, outcome: OUTCOME_LABELS[outcome].word, rows: rowsOf(file) }
}
