import { lineOf } from '@/lib/verify/line-of'
import { contentHashOf } from '@/lib/verify/primitives'

/** What a record shows of a proof, as far as a verifier judged it. */
export interface ShownProof {
  readonly proofId: string
  readonly missionId: string
  readonly milestoneId: string
  readonly kind: string
  readonly url: string
  readonly txHash: string | null
  readonly chainId: string | null
  readonly note: string
  readonly submittedBy: string
  readonly submittedAt: string
  readonly files: readonly { readonly sha256: string; readonly uploadedAt: string }[]
  /** Of all files, hidden ones too. Receipts that were issued before reviews covered files have none. */
  readonly fileSums?: readonly string[]
}

/** The content that a review covers: the proof, and the sorted SHA-256 sums of its evidence files. */
export function judgedProof(proof: ShownProof) {
  const shown = proof.files.map(({ sha256 }) => sha256).sort()
  const areAllNamed = shown.every((sum) => proof.fileSums?.includes(sum))
  return { ...withoutFiles(proof), files: proof.fileSums && areAllNamed ? proof.fileSums : shown }
}

/** What reviews covered before they covered files. */
function withoutFiles(proof: ShownProof) {
  const { proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt } = proof
  return { proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt }
}

/**
 * The content to hold against one signed review of a proof, out of a record that may show more. A review that was signed
 * before files were a part of it holds for the proof without them, but never for one that shows a file which joined it after
 * the signature: what a verifier never saw is not covered.
 */
export function judgedBy(review: { readonly message: string; readonly signedAt: string }, proof: ShownProof): object {
  const signedAt = Date.parse(review.signedAt)
  const older = withoutFiles(proof)
  const isOlder = lineOf(review.message, 'Content SHA-256') === contentHashOf(older)
  const joinedLater = proof.files.some(({ uploadedAt }) => !(Date.parse(uploadedAt) <= signedAt))
  return isOlder && !joinedLater ? older : judgedProof(proof)
}
