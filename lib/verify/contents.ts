/** What a verifier judges when judging a proof, field by field (decisions §8). */
export interface JudgedProof {
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
}

/** The content whose hash a review's signed text names, out of a record that may hold more. */
export function judgedProof(proof: JudgedProof): JudgedProof {
  const { proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt } = proof
  return { proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt }
}
