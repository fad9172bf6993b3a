import { isErasedText } from '@/lib/erasure/marks'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { type Finding, finding } from '@/lib/verify/finding'
import { lineOf } from '@/lib/verify/line-of'

type Milestone = ReceiptView['terms']['milestones'][number]
type Review = ReceiptView['verifierDecisions'][number]

/**
 * That a milestone is called verified only where the receipt holds the signed approval of a proof for it, and that a completed
 * mission has one for every required milestone. What was signed names mission, milestone, proof and the hash of the content, so
 * this holds too where a moderator has withheld the proof's text. The signatures themselves are findings of their own.
 */
export function checkMilestones(receipt: ReceiptView): Finding[] {
  const isCompleted = receipt.outcome === 'completed'
  return receipt.terms.milestones.flatMap((milestone) => {
    const isNeeded = isCompleted && milestone.required && milestone.status !== 'Cancelled'
    return milestone.verified || isNeeded ? [checkMilestone(receipt, milestone)] : []
  })
}

function checkMilestone(receipt: ReceiptView, milestone: Milestone): Finding {
  const approval = receipt.verifierDecisions.find((review) => approves(receipt, review, milestone.id))
  if (
    milestone.verified &&
    !approval &&
    receipt.verifierDecisions.some((review) => isErased(receipt, review, milestone.id))
  )
    return erasedApproval(milestone)
  return finding(
    'milestone-verified',
    `Milestone ${milestone.position}: verified`,
    milestone.verified && approval !== undefined,
    `Approved by the signed review of ${approval?.verifier}.`,
    milestone.verified
      ? 'It is called verified, and the receipt holds no signed approval of a proof for it.'
      : 'It was required, and the mission is called completed without it.',
  )
}

/** Whether a review approved a proof for a milestone by words that an erasure took; that only the service took them is a finding of its own. */
function isErased(receipt: ReceiptView, { verdict, message, proofId }: Review, milestoneId: string): boolean {
  const proof = receipt.evidence.find((candidate) => candidate.proofId === proofId)
  const isFor = proof?.milestoneId === milestoneId
  return receipt.erased !== undefined && isFor && verdict === 'approve' && isErasedText(message)
}

const erasedApproval = ({ position }: Milestone): Finding => ({
  check: 'milestone-verified',
  what: `Milestone ${position}: verified`,
  result: 'unknown',
  because: 'The signed text of the review that approved it was erased by law.',
})

function approves(receipt: ReceiptView, { verdict, message, proofId }: Review, milestoneId: string): boolean {
  const proof = receipt.evidence.find((candidate) => candidate.proofId === proofId)
  return (
    verdict === 'approve' &&
    lineOf(message, 'Verdict') === 'approve' &&
    lineOf(message, 'Mission') === receipt.missionId &&
    lineOf(message, 'Milestone') === milestoneId &&
    lineOf(message, 'Proof') === proofId &&
    (proof === undefined || proof.milestoneId === milestoneId)
  )
}
