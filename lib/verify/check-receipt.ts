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
 * Checks a receipt offline: content hash, service signature, every wallet signature and the content it covers, and that
 * verified milestones have their approvals; with histories, also their chains and that they lead to the receipt.
 * @param trusted the service's keys that the reader knows. A receipt of another service with another key is also consistent in
 *   itself, so without them the owner of the key stays unknown.
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
 * After an erasure, the hash of the whole content cannot be computed. The service's signature over the rest proves that only
 * the service removed anything.
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
