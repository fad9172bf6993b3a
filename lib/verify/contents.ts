import { contentHashIn } from '@/lib/verify/line-of'
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

/** The parts of a mission that a signed decision judges, as its record shows them. */
interface ShownMission {
  readonly id: string
  readonly owner: string
  readonly contributorWallet: string | null
  readonly title: string
  readonly summary: string
  readonly deliverable: string | null
  readonly definitionOfDone: string
  readonly requiredProof: string
  readonly rewardTerms: string | null
  readonly deadline: string
  readonly milestones: readonly {
    readonly id: string
    readonly title: string
    readonly amount: string | null
    readonly required: boolean
    readonly status: string
    readonly verified: boolean
  }[]
  readonly funding: readonly Said[]
  readonly evidence: readonly Said[]
}

/** Something recorded about a mission. Its check changes by itself, so it is not part of what is judged. */
interface Said {
  readonly id: string
  readonly check: unknown
}

const sumOf = ({ check, ...said }: Said): string => contentHashOf(said)

/** The content that a signed decision on a mission covers. */
export function judgedMission(mission: ShownMission) {
  const { owner, contributorWallet, title, summary, deliverable, definitionOfDone, requiredProof } = mission
  return {
    ...{ projectId: mission.id, owner, contributorWallet, title, summary, deliverable, definitionOfDone },
    ...{ requiredProof, rewardTerms: mission.rewardTerms, deadline: mission.deadline },
    milestones: mission.milestones.map(({ id, title, amount, required, status, verified }) => ({
      ...{ milestoneId: id, title, amount, required, status, verified },
    })),
    funding: mission.funding.map((said) => ({ fundingId: said.id, sha256: sumOf(said) })),
    evidence: mission.evidence.map((said) => ({ evidenceId: said.id, sha256: sumOf(said) })),
  }
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
  const isOlder = contentHashIn(review.message) === contentHashOf(older)
  const joinedLater = proof.files.some(({ uploadedAt }) => !(Date.parse(uploadedAt) <= signedAt))
  return isOlder && !joinedLater ? older : judgedProof(proof)
}
