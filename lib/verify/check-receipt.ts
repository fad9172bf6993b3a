import type { ReceiptView } from '@/lib/receipts/schemas'
import { checkHistories, checkProjectDecisions, type Histories } from '@/lib/verify/check-history'
import { checkMilestones } from '@/lib/verify/check-milestones'
import { checkSignature } from '@/lib/verify/check-signature'
import { judgedBy } from '@/lib/verify/contents'
import { type Finding, finding } from '@/lib/verify/finding'
import { contentHashOf, isSignedHash } from '@/lib/verify/primitives'

/**
 * Checks a receipt with nothing but itself: content hash, service signature, every wallet signature and what it was
 * made over, that verified milestones have their approvals; with histories, their chains and that they lead to the receipt.
 * @param trustedKey the service's public key as the reader knows it. A receipt made by somebody else's service with
 *   somebody else's key is consistent in itself, so without it whose key this is stays unknown.
 */
export async function checkReceipt(
  receipt: ReceiptView,
  histories: Histories = {},
  trustedKey: string | null = null,
): Promise<Finding[]> {
  const { contentHash, serviceSignature, payments: _later, ...content } = receipt
  const hash = contentHashOf(content)
  return [
    finding(
      'content-hash',
      'Content hash',
      hash === contentHash,
      'The receipt is as it was issued.',
      'The receipt was changed after it was issued.',
    ),
    finding(
      'service-signature',
      'Service signature',
      await isSignedHash(contentHash, serviceSignature, receipt.serviceKey),
      `Signed by the service key ${receipt.serviceKey}.`,
      'The service did not sign this content.',
    ),
    checkKey(receipt.serviceKey, trustedKey),
    ...(await checkDecision(receipt)),
    ...(await Promise.all(receipt.verifierDecisions.map((review, at) => checkReview(receipt, review, at)))).flat(),
    ...checkMilestones(receipt),
    ...checkHistories(receipt, histories),
    ...(await checkProjectDecisions(histories)),
  ]
}

function checkKey(key: string, trusted: string | null): Finding {
  const what = 'Service key'
  if (key === trusted) return { check: 'service-key', what, result: 'valid', because: 'It is the key of this service.' }
  const because = trusted
    ? 'It is not the key that this service signs with. Ask whoever gave you the receipt which service issued it.'
    : 'Compare it with the key that the service publishes: anybody can sign with a key of their own.'
  return { check: 'service-key', what, result: 'unknown', because }
}

async function checkDecision(receipt: ReceiptView): Promise<Finding[]> {
  const { decisionVerification: signed, discussion } = receipt
  if (!signed) return []
  const { challengeId, chosenSide: side, decisionUrl, explanation } = discussion
  return checkSignature('Decision', signed, signed.explanation, { challengeId, side, decisionUrl, explanation })
}

type Review = ReceiptView['verifierDecisions'][number]

async function checkReview(receipt: ReceiptView, review: Review, at: number): Promise<Finding[]> {
  const proof = receipt.evidence.find(({ proofId }) => proofId === review.proofId)
  const content = proof ? judgedBy(review, { ...proof, missionId: receipt.missionId }) : null
  return checkSignature(`Review ${at + 1} (${review.verdict})`, review, review.reason, content)
}
