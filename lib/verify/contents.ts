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
  const named = new Set(proof.fileSums)
  const areAllNamed = shown.every((sum) => named.has(sum))
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

interface SignedReview {
  readonly message: string
  readonly signedAt: string
}

/**
 * Tells the content that a signed review of a proof covers, taken from a record that may show more. A review from before reviews
 * included files covers the proof without them, but not if a file was added after the signature: a review never covers what
 * the verifier could not see. What depends on the proof alone is computed once, however many reviews it has.
 */
function judgedIn(proof: ShownProof): (review: SignedReview) => object {
  const [older, whole] = [withoutFiles(proof), judgedProof(proof)]
  const olderHash = contentHashOf(older)
  const joinedLast = proof.files.reduce((last, { uploadedAt }) => Math.max(last, Date.parse(uploadedAt)), -Infinity)
  return ({ message, signedAt }) => {
    const isOlder = contentHashIn(message) === olderHash
    const joinedLater = proof.files.length > 0 && !(joinedLast <= Date.parse(signedAt))
    return isOlder && !joinedLater ? older : whole
  }
}

/** The content that one signed review of a proof covers. */
export const judgedBy = (review: SignedReview, proof: ShownProof): object => judgedIn(proof)(review)

/** Tells the hash of the content that a signed review of a proof covers. Each content is hashed once. */
export function judgedHashes(proof: ShownProof): (review: SignedReview) => string {
  const contentOf = judgedIn(proof)
  const hashes = new Map<object, string>()
  return (review) => {
    const content = contentOf(review)
    const hash = hashes.get(content) ?? contentHashOf(content)
    hashes.set(content, hash)
    return hash
  }
}
