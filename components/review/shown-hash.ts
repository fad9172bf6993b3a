import { judgedDecision } from '@/lib/challenges/judged-decision'
import type { ProofView } from '@/lib/missions/schemas'
import { judgedMission, judgedProof } from '@/lib/verify/contents'
import { contentHashOf } from '@/lib/verify/primitives'

// The SHA-256 of what a page shows to a verifier, as the text to sign names it. Islands load this when it is needed.

export const decisionHash = (...shown: Parameters<typeof judgedDecision>): string =>
  contentHashOf(judgedDecision(...shown))

export const proofHash = (proof: Omit<ProofView, 'status' | 'late' | 'check' | 'reviews'>): string =>
  contentHashOf(judgedProof({ ...proof, proofId: proof.id }))

export const missionHash = (mission: Parameters<typeof judgedMission>[0]): string =>
  contentHashOf(judgedMission(mission))
