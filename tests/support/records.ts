import type { ChallengeView } from '@/lib/challenges/schemas'
import type { ChallengeState } from '@/lib/challenges/states'
import type { MilestoneView, MissionRecord, ProofView } from '@/lib/missions/schemas'
import type { MissionState } from '@/lib/missions/states'

// Records as their views show them, for tests of rules that look at nothing else.

export const OWNER = `0x${'a'.repeat(40)}`
export const CONTRIBUTOR = `0x${'b'.repeat(40)}`
export const VERIFIER = `0x${'c'.repeat(40)}`
export const STRANGER = `0x${'d'.repeat(40)}`
export const TODAY = '2026-11-21'

export const viewer = (address: string, isVerifier = address === VERIFIER) => ({
  address,
  isVerifier,
  isAdmin: false,
  expiresAt: '2026-11-28T00:00:00.000Z',
})

export const challenge = (state: ChallengeState, over: Partial<ChallengeView> = {}): ChallengeView => ({
  id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
  state,
  title: 'Which one?',
  prompt: 'This or that?',
  submissionDeadline: TODAY,
  decisionDeadline: '2026-12-01',
  reward: { type: 'reputation', label: 'Thanks.' },
  contenderA: 'This',
  contenderB: 'That',
  owner: OWNER,
  submissions: { A: null, B: null },
  decision: null,
  cancellation: null,
  missionId: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  ...over,
})

export const link = (side: 'A' | 'B'): ChallengeView['submissions']['A'] => ({
  id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8d',
  side,
  url: 'https://example.org/',
  submittedBy: STRANGER,
  submittedAt: '2026-11-20T00:00:00.000Z',
  proposalId: null,
})
export const LINKED = { submissions: { A: link('A'), B: link('B') } }

export const NO_CHECK = {
  status: 'not-applicable',
  chainId: null,
  txHash: null,
  blockNumber: null,
  from: null,
  to: null,
  value: null,
  checkedAt: null,
} as const

export const proof: ProofView = {
  id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d90',
  missionId: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8f',
  milestoneId: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d91',
  kind: 'Link',
  url: 'https://example.org/',
  txHash: null,
  chainId: null,
  note: 'Here.',
  status: 'submitted',
  submittedBy: CONTRIBUTOR,
  submittedAt: '2026-11-20T00:00:00.000Z',
  late: false,
  check: NO_CHECK,
  reviews: [],
  files: [],
  fileSums: [],
}

/** A required one, with its id as its title. */
export const milestone = (id: string, over: Partial<MilestoneView> = {}): MilestoneView => ({
  id,
  position: 1,
  title: id,
  amount: null,
  required: true,
  status: 'Pending',
  verified: false,
  ...over,
})

export const mission = (state: MissionState, over: Partial<MissionRecord> = {}): MissionRecord => ({
  id: proof.missionId,
  state,
  title: 'Do it',
  summary: 'All of it.',
  deliverable: null,
  definitionOfDone: 'Done.',
  requiredProof: 'A link.',
  rewardTerms: null,
  approvalRule: 'Owner records the outcome',
  deadline: '2026-12-01',
  owner: OWNER,
  contributorWallet: CONTRIBUTOR,
  source: { challengeId: null, sourceUrl: null, decisionUrl: null, chosenSide: null, otherSide: null },
  milestones: [],
  bounty: null,
  outcome: null,
  recordedBy: null,
  receiptId: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  proofs: [],
  files: [],
  seeds: [],
  eligibleVerifiers: 1,
  history: [],
  ...over,
})
