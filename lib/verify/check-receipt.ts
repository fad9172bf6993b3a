import { judgedDecision } from '@/lib/challenges/judged-decision'
import type { HistoryEventView } from '@/lib/history/schemas'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { canVerify } from '@/lib/signing/verify-ed25519'
import { holdsErased } from '@/lib/text/erased'
import { checkChallengeDecisions } from '@/lib/verify/check-challenge-decisions'
import { checkErased, isAsIssued, isErasureSigned } from '@/lib/verify/check-erased'
import { checkHistories, type Histories } from '@/lib/verify/check-histories'
import { checkMilestones, proofsById } from '@/lib/verify/check-milestones'
import { checkPayments } from '@/lib/verify/check-payments'
import { checkProjectDecisions } from '@/lib/verify/check-project-decisions'
import { checkSignature, checkSignatureOver } from '@/lib/verify/check-signature'
import { judgedHashes } from '@/lib/verify/contents'
import { CANNOT_VERIFY, type Finding, finding, unknown } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { isSignedHash } from '@/lib/verify/primitives'
import { checkKey } from '@/lib/verify/trust'

/**
 * Checks a receipt offline: content hash, service signature, every wallet signature and the content it covers, and that
 * verified milestones have their approvals; with histories, also their chains and that they lead to the receipt. Payments are not
 * signed.
 * @param trusted the service's keys that the reader knows. A receipt of another service with another key is also consistent in
 *   itself, so without them the owner of the key stays unknown.
 * @param areHistoriesSigned whether the service signed the histories as a whole, as in an export. Otherwise only their beginnings
 *   are bound by what the receipt signs.
 */
export async function checkReceipt(
  receipt: ReceiptView,
  histories: Histories = {},
  trusted: readonly KeyPeriod[] = [],
  areHistoriesSigned = false,
): Promise<Finding[]> {
  const chains = checkHistories(receipt, histories, areHistoriesSigned)
  const isProven = (event: HistoryEventView) => chains.proven.has(event)
  // It hashes the whole receipt: once, and not for each text that reads as erased.
  const areErasuresSigned = isErasureSigned(receipt)
  const reviews = await checkReviews(receipt, areErasuresSigned)
  const signed = new Set(receipt.verifierDecisions.filter((_, at) => reviews[at]?.some(isOwnSignature)))
  return [
    receipt.erased
      ? await checkErased(receipt, receipt.erased, trusted)
      : finding(
          'content-hash',
          'Content hash',
          isAsIssued(receipt),
          'The receipt is as it was issued.',
          'The receipt was changed after it was issued.',
        ),
    await checkServiceSignature(receipt),
    checkKey(receipt, trusted),
    ...(await checkDecision(receipt, areErasuresSigned)),
    ...reviews.flat(),
    ...checkMilestones(receipt, (review) => signed.has(review), areErasuresSigned),
    ...chains.findings,
    ...(await checkChallengeDecisions(receipt.discussion.challengeId, histories.challenge, isProven)),
    ...(await checkProjectDecisions(receipt.missionId, histories.mission, isProven, receipt.historyHead)),
    ...checkPayments(receipt, histories.mission, areHistoriesSigned),
  ]
}

async function checkServiceSignature({ contentHash, serviceSignature, serviceKey }: ReceiptView): Promise<Finding> {
  const [check, what] = ['service-signature', 'Service signature'] as const
  if (!canVerify()) return unknown(check, what, CANNOT_VERIFY)
  return finding(
    check,
    what,
    await isSignedHash(contentHash, serviceSignature, serviceKey),
    `Signed by the service key ${serviceKey}.`,
    'The service did not sign this content.',
  )
}

async function checkDecision(receipt: ReceiptView, areErasuresSigned: boolean): Promise<Finding[]> {
  const { decisionVerification: signed, discussion } = receipt
  if (!signed) return []
  const judged = judgedDecision(discussion.challengeId, { ...discussion, side: discussion.chosenSide })
  const isErased = holdsErased(judged) && areErasuresSigned
  return checkSignature('Decision', signed, signed.explanation, isErased ? null : judged)
}

const isOwnSignature = ({ check, result }: Finding) => check === 'wallet-signature' && result === 'valid'

/** Checks each review of a proof. Each proof is found and hashed once, however many reviews name it. */
function checkReviews(receipt: ReceiptView, areErasuresSigned: boolean): Promise<Finding[][]> {
  const proofs = [...proofsById(receipt)].map(([id, proof]) => {
    const isErased = holdsErased(proof) && areErasuresSigned
    return [id, isErased ? null : judgedHashes({ ...proof, missionId: receipt.missionId })] as const
  })
  const hashIn = new Map(proofs)
  const found = receipt.verifierDecisions.map((review, at) => {
    const hash = hashIn.get(review.proofId)?.(review) ?? null
    return checkSignatureOver(`Review ${at + 1} (${review.verdict})`, review, review.reason, hash)
  })
  return Promise.all(found)
}
