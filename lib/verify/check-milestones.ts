import type { ReceiptView } from '@/lib/receipts/schemas'
import { isErasedText } from '@/lib/text/erased'
import { isErasureSigned } from '@/lib/verify/check-erased'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { lineOf } from '@/lib/verify/line-of'

type Milestone = ReceiptView['terms']['milestones'][number]
type Review = ReceiptView['verifierDecisions'][number]

/**
 * Checks that every verified milestone has a signed approval of a proof in the receipt, and that a completed mission has one for
 * every required milestone. The signed text names mission, milestone, proof and content hash, so this works even when a
 * moderator has withheld the proof's text. The signatures are checked separately.
 */
export function checkMilestones(receipt: ReceiptView): Finding[] {
  const isCompleted = receipt.outcome === 'completed'
  return receipt.terms.milestones.flatMap((milestone) => {
    const isNeeded = isCompleted && milestone.required && milestone.status !== 'Cancelled'
    return milestone.verified || isNeeded ? [checkMilestone(receipt, milestone)] : []
  })
}

function checkMilestone(receipt: ReceiptView, milestone: Milestone): Finding {
  const what = `Milestone ${milestone.position}: verified`
  const approvals = receipt.verifierDecisions.filter(({ verdict }) => verdict === 'approve')
  const approval = approvals.find((review) => approves(receipt, review, milestone.id))
  if (milestone.verified && !approval && approvals.some((review) => isErased(receipt, review, milestone.id)))
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

/** Whether an erasure removed the signed text of an approval for the milestone. That the service did it is checked separately. */
function isErased(receipt: ReceiptView, { message, proofId }: Review, milestoneId: string): boolean {
  return proofOf(receipt, proofId)?.milestoneId === milestoneId && isErasedText(message) && isErasureSigned(receipt)
}

const proofOf = ({ evidence }: ReceiptView, id: string) => evidence.find(({ proofId }) => proofId === id)

function approves(receipt: ReceiptView, { message, proofId }: Review, milestoneId: string): boolean {
  const proof = proofOf(receipt, proofId)
  return (
    lineOf(message, 'Verdict') === 'approve' &&
    lineOf(message, 'Mission') === receipt.missionId &&
    lineOf(message, 'Milestone') === milestoneId &&
    lineOf(message, 'Proof') === proofId &&
    (proof === undefined || proof.milestoneId === milestoneId)
  )
}
