import { lineOf } from '@/lib/verify/line-of'
import { contentHashOf } from '@/lib/verify/primitives'

/** The parts of a proof that a verifier judges, as a record shows them. */
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
  /** The sums of all files, hidden ones included. Missing in receipts from before reviews covered files. */
  readonly fileSums?: readonly string[]
}

/** The content that a review covers: the proof, and the sorted SHA-256 sums of its evidence files. */
export function judgedProof(proof: ShownProof) {
  const shown = proof.files.map(({ sha256 }) => sha256).sort()
  const areAllNamed = shown.every((sum) => proof.fileSums?.includes(sum))
  return { ...withoutFiles(proof), files: proof.fileSums && areAllNamed ? proof.fileSums : shown }
}

/** The content that reviews covered before they included files. */
function withoutFiles(proof: ShownProof) {
  const { proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt } = proof
  return { proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt }
}

/**
 * The content that one signed review of a proof covers, taken from a record that may show more. A review from before reviews
 * included files covers the proof without them, but not if a file was added after the signature: a review never covers what
 * the verifier could not see.
 */
export function judgedBy(review: { readonly message: string; readonly signedAt: string }, proof: ShownProof): object {
  const signedAt = Date.parse(review.signedAt)
  const older = withoutFiles(proof)
  const isOlder = lineOf(review.message, 'Content SHA-256') === contentHashOf(older)
  const joinedLater = proof.files.some(({ uploadedAt }) => !(Date.parse(uploadedAt) <= signedAt))
  return isOlder && !joinedLater ? older : judgedProof(proof)
}
