import type { HistoryEventView } from '@/lib/history/schemas'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { checkHistory } from '@/lib/verify/check-history'
import { checkSignature } from '@/lib/verify/check-signature'
import { type Finding, finding } from '@/lib/verify/finding'
import { contentHashOf, isSignedHash } from '@/lib/verify/primitives'

/** The histories that a downloaded file may carry beside the receipt. */
export interface Histories {
  readonly mission?: readonly HistoryEventView[]
  readonly challenge?: readonly HistoryEventView[]
}

/**
 * Checks a receipt with nothing but itself: content hash, service signature, every wallet signature and what it was
 * made over; with histories, their chains and that they lead to the receipt.
 */
export async function checkReceipt(receipt: ReceiptView, histories: Histories = {}): Promise<Finding[]> {
  const { contentHash, serviceSignature, payments: _later, ...content } = receipt
  const hash = contentHashOf(content)
  return [
    finding(
      'Content hash',
      hash === contentHash,
      'The receipt is as it was issued.',
      'The receipt was changed after it was issued.',
    ),
    finding(
      'Service signature',
      await isSignedHash(contentHash, serviceSignature, receipt.serviceKey),
      `Signed by the service key ${receipt.serviceKey}.`,
      'The service did not sign this content.',
    ),
    ...(await checkDecision(receipt)),
    ...(await Promise.all(receipt.verifierDecisions.map((review) => checkReview(receipt, review)))).flat(),
    ...checkHistories(receipt, histories),
  ]
}

async function checkDecision(receipt: ReceiptView): Promise<Finding[]> {
  const { decisionVerification: signed, discussion } = receipt
  if (!signed) return []
  const { challengeId, chosenSide: side, decisionUrl, explanation } = discussion
  return checkSignature('Decision', signed, signed.explanation, { challengeId, side, decisionUrl, explanation })
}

type Review = ReceiptView['verifierDecisions'][number]

async function checkReview(receipt: ReceiptView, review: Review): Promise<Finding[]> {
  const proof = receipt.evidence.find(({ proofId }) => proofId === review.proofId)
  const content = proof
    ? {
        proofId: proof.proofId,
        missionId: receipt.missionId,
        milestoneId: proof.milestoneId,
        kind: proof.kind,
        url: proof.url,
        txHash: proof.txHash,
        chainId: proof.chainId,
        note: proof.note,
        submittedBy: proof.submittedBy,
        submittedAt: proof.submittedAt,
      }
    : null
  return checkSignature(`Review (${review.verdict})`, review, review.reason, content)
}

function checkHistories(receipt: ReceiptView, { mission, challenge }: Histories): Finding[] {
  const findings: Finding[] = []
  if (challenge) findings.push(checkHistory('Challenge', challenge))
  if (!mission)
    return [...findings, { what: 'Mission: history', result: 'unknown', because: 'The file holds no history.' }]
  findings.push(checkHistory('Mission', mission))
  const issued = mission.find((event) => event.hash === receipt.historyHead)
  const leadsHere = issued !== undefined && issued.data['receiptId'] === receipt.id
  findings.push(
    finding(
      'Mission: history head',
      leadsHere,
      'The history leads to this receipt.',
      'The history does not lead to this receipt.',
    ),
  )
  return findings
}
