import { holdsErased } from '@/lib/erasure/marks'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { checkHistories, checkProjectDecisions, type Histories } from '@/lib/verify/check-history'
import { checkMilestones } from '@/lib/verify/check-milestones'
import { checkSignature } from '@/lib/verify/check-signature'
import { judgedBy } from '@/lib/verify/contents'
import { type Finding, finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { contentHashOf, isSignedHash } from '@/lib/verify/primitives'
import { checkKey, isTrusted } from '@/lib/verify/trust'

/**
 * Checks a receipt with nothing but itself: content hash, service signature, every wallet signature and what it was
 * made over, that verified milestones have their approvals; with histories, their chains and that they lead to the receipt.
 * @param trusted the service's keys as the reader knows them. A receipt made by somebody else's service with
 *   somebody else's key is consistent in itself, so without them whose key this is stays unknown.
 */
export async function checkReceipt(
  receipt: ReceiptView,
  histories: Histories = {},
  trusted: readonly KeyPeriod[] = [],
): Promise<Finding[]> {
  const { contentHash, serviceSignature, payments: _later, ...content } = receipt
  return [
    receipt.erased
      ? await checkErased(receipt, receipt.erased, trusted)
      : finding(
          'content-hash',
          'Content hash',
          contentHashOf(content) === contentHash,
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
    checkKey(receipt, trusted),
    ...(await checkDecision(receipt)),
    ...(await Promise.all(receipt.verifierDecisions.map((review, at) => checkReview(receipt, review, at)))).flat(),
    ...checkMilestones(receipt),
    ...checkHistories(receipt, histories),
    ...(await checkProjectDecisions(histories)),
  ]
}

/**
 * Where content was erased, the hash of the whole cannot be computed any more. That only the service took anything out is
 * proven by its signature over what is left.
 */
async function checkErased(
  receipt: ReceiptView,
  erased: NonNullable<ReceiptView['erased']>,
  trusted: readonly KeyPeriod[],
): Promise<Finding> {
  const { contentHash, serviceSignature, ...said } = erased
  const { payments: _later, ...left } = receipt
  const isOurs = said.serviceKey === receipt.serviceKey || isTrusted(trusted, said.serviceKey)
  const holds =
    isOurs &&
    contentHashOf({ ...left, erased: said }) === contentHash &&
    (await isSignedHash(contentHash, serviceSignature, said.serviceKey))
  const because = holds
    ? `Content was erased by law on ${said.at.slice(0, 10)} (${said.reason}), so the hash of the whole cannot be computed. The service signed what is left.`
    : 'It says that content was erased, but the service did not sign what is left.'
  return { check: 'content-hash', what: 'Content hash', result: holds ? 'unknown' : 'invalid', because }
}

async function checkDecision(receipt: ReceiptView): Promise<Finding[]> {
  const { decisionVerification: signed, discussion } = receipt
  if (!signed) return []
  const { challengeId, chosenSide: side, decisionUrl, explanation } = discussion
  const judged = { challengeId, side, decisionUrl, explanation }
  const isErased = receipt.erased !== undefined && holdsErased(judged)
  return checkSignature('Decision', signed, signed.explanation, isErased ? null : judged)
}

type Review = ReceiptView['verifierDecisions'][number]

async function checkReview(receipt: ReceiptView, review: Review, at: number): Promise<Finding[]> {
  const proof = receipt.evidence.find(({ proofId }) => proofId === review.proofId)
  const isErased = receipt.erased !== undefined && holdsErased(proof)
  const content = proof && !isErased ? judgedBy(review, { ...proof, missionId: receipt.missionId }) : null
  return checkSignature(`Review ${at + 1} (${review.verdict})`, review, review.reason, content)
}
