import type { ReceiptView } from '@/lib/receipts/schemas'
import { isErasedText } from '@/lib/text/erased'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { lineOf } from '@/lib/verify/line-of'

type Milestone = ReceiptView['terms']['milestones'][number]
type Review = ReceiptView['verifierDecisions'][number]
type Proof = ReceiptView['evidence'][number]

/** The proofs of a receipt. A file may name one twice; the first counts. */
export const proofsById = ({ evidence }: ReceiptView): ReadonlyMap<string, Proof> =>
  new Map([...evidence].reverse().map((proof) => [proof.proofId, proof]))

/** The approvals of a receipt, by the milestone that they are for. */
interface Approvals {
  /** The first whose signature holds. */
  readonly signed: ReadonlyMap<string | null, Review>
  /** The milestones with one whose signed text reads as erased. */
  readonly erased: ReadonlySet<string | undefined>
}

/**
 * Checks that every verified milestone has a signed approval of a proof in the receipt, and that a completed mission has one for
 * every required milestone. The signed text names mission, milestone, proof and content hash, so this works even when a
 * moderator has withheld the proof's text.
 * @param isSigned whether a review's signature was found to be its verifier's.
 * @param areErasuresSigned whether the service vouches for what reads as erased.
 */
export function checkMilestones(
  receipt: ReceiptView,
  isSigned: (review: Review) => boolean,
  areErasuresSigned: boolean,
): Finding[] {
  const approvals = approvalsOf(receipt, isSigned)
  const isCompleted = receipt.outcome === 'completed'
  return receipt.terms.milestones.flatMap((milestone) => {
    const isNeeded = isCompleted && milestone.required && milestone.status !== 'Cancelled'
    return milestone.verified || isNeeded ? [checkMilestone(milestone, approvals, areErasuresSigned)] : []
  })
}

function checkMilestone(milestone: Milestone, { signed, erased }: Approvals, areErasuresSigned: boolean): Finding {
  const what = `Milestone ${milestone.position}: verified`
  const approval = signed.get(milestone.id)
  if (milestone.verified && !approval && erased.has(milestone.id) && areErasuresSigned)
    return unknown('milestone-verified', what, 'The signed text of the review that approved it was erased by law.')
  return finding(
    'milestone-verified',
    what,
    milestone.verified && approval !== undefined,
    `Approved by the signed review of ${approval?.verifier}.`,
    milestone.verified
      ? 'It is called verified, and the receipt holds no signed approval of a proof for it.'
      : 'It was required, and the mission is called completed without it.',
  )
}

function approvalsOf(receipt: ReceiptView, isSigned: (review: Review) => boolean): Approvals {
  const proofs = proofsById(receipt)
  const milestoneOf = ({ proofId }: Review) => proofs.get(proofId)?.milestoneId
  const approvals = receipt.verifierDecisions.filter(({ verdict }) => verdict === 'approve')
  const signed = approvals.filter((review) => isApproval(receipt, review, milestoneOf(review)) && isSigned(review))
  const erased = approvals.filter(({ message }) => isErasedText(message))
  return {
    signed: new Map([...signed].reverse().map((review) => [lineOf(review.message, 'Milestone'), review])),
    erased: new Set(erased.map(milestoneOf)),
  }
}

/**
 * Whether a text is the approval of a proof of this receipt.
 * @param milestoneId that the proof is for; undefined if the receipt does not show it.
 */
function isApproval(
  { missionId }: ReceiptView,
  { message, proofId }: Review,
  milestoneId: string | undefined,
): boolean {
  return (
    lineOf(message, 'Verdict') === 'approve' &&
    lineOf(message, 'Mission') === missionId &&
    lineOf(message, 'Proof') === proofId &&
    (milestoneId === undefined || lineOf(message, 'Milestone') === milestoneId)
  )
}
