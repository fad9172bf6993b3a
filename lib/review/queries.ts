import { prisma } from '@/lib/db/prisma'

/** How many items of each kind the queue shows at once; the oldest come first. */
const QUEUE_MAX = 50
const CLEARED_MAX = 20

/** A decision that waits for a verifier. Its owner can never verify it. */
export interface WaitingDecision {
  readonly decisionId: string
  readonly challengeId: string
  readonly title: string
  readonly prompt: string
  readonly owner: string
  readonly side: 'A' | 'B'
  readonly sideLabel: string
  readonly sideUrl: string | null
  readonly decisionUrl: string
  readonly explanation: string
  readonly late: boolean
  readonly submittedAt: string
}

/** A proof that waits for a verifier, with the criteria it is held against. */
export interface WaitingProof {
  readonly proofId: string
  readonly missionId: string
  readonly title: string
  readonly owner: string
  readonly contributorWallet: string | null
  readonly submittedBy: string
  readonly milestone: { readonly title: string; readonly required: boolean }
  readonly requiredProof: string
  readonly definitionOfDone: string
  readonly kind: string
  readonly url: string
  readonly txHash: string | null
  readonly chainId: string | null
  readonly note: string
  readonly submittedAt: string
}

/** A verdict that was signed. */
export interface ClearedItem {
  readonly id: string
  readonly purpose: string
  readonly subjectId: string
  readonly verdict: string
  readonly verifier: string
  readonly signedAt: string
}

/** Decisions that wait, oldest first. */
export async function listWaitingDecisions(): Promise<WaitingDecision[]> {
  const decisions = await prisma().decision.findMany({
    where: { status: 'submitted', challenge: { state: 'DECISION_SUBMITTED', hiddenAt: null } },
    orderBy: { id: 'asc' },
    take: QUEUE_MAX,
    include: { challenge: { include: { submissions: true } } },
  })
  return decisions.map(({ id, challenge, side, decisionUrl, explanation, late, submittedAt }) => ({
    decisionId: id,
    challengeId: challenge.id,
    title: challenge.title,
    prompt: challenge.prompt,
    owner: challenge.owner,
    side,
    sideLabel: side === 'A' ? challenge.contenderA : challenge.contenderB,
    sideUrl: challenge.submissions.find((link) => link.side === side)?.url ?? null,
    decisionUrl,
    explanation,
    late,
    submittedAt: submittedAt.toISOString(),
  }))
}

/** Proofs that wait, oldest first. */
export async function listWaitingProofs(): Promise<WaitingProof[]> {
  const proofs = await prisma().proof.findMany({
    where: { status: 'submitted', hiddenAt: null, mission: { state: 'PROOF_SUBMITTED', hiddenAt: null } },
    orderBy: { id: 'asc' },
    take: QUEUE_MAX,
    include: { mission: true, milestone: { select: { title: true, required: true } } },
  })
  return proofs.map(
    ({ id, mission, milestone, submittedAt, missionId, submittedBy, kind, url, txHash, chainId, note }) => ({
      proofId: id,
      missionId,
      title: mission.title,
      owner: mission.owner,
      contributorWallet: mission.contributorWallet,
      submittedBy,
      milestone,
      requiredProof: mission.requiredProof,
      definitionOfDone: mission.definitionOfDone,
      kind,
      url,
      txHash,
      chainId,
      note,
      submittedAt: submittedAt.toISOString(),
    }),
  )
}

/** The newest signed verdicts. @param verifier only this wallet's. */
export async function listCleared(verifier?: string): Promise<ClearedItem[]> {
  const verdicts = await prisma().signedVerdict.findMany({
    where: verifier ? { verifier } : {},
    orderBy: { id: 'desc' },
    take: CLEARED_MAX,
    select: { id: true, purpose: true, subjectId: true, verdict: true, verifier: true, signedAt: true },
  })
  return verdicts.map(({ signedAt, ...verdict }) => ({ ...verdict, signedAt: signedAt.toISOString() }))
}
