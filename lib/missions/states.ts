import { allows, type Machine } from '@/lib/machine/machine'

export const MISSION_STATES = [
  'SEED',
  'CLAIMED',
  'GROWING',
  'PROOF_SUBMITTED',
  'CHANGES_REQUESTED',
  'VERIFIED',
  'COMPLETED',
  'FAILED',
  'ABANDONED',
] as const
export type MissionState = (typeof MISSION_STATES)[number]

export const MISSION_TRIGGERS = [
  'create',
  'claim',
  'submit-proof',
  'review-approve',
  'review-request-changes',
  'review-reject',
  'complete-completed',
  'complete-failed',
  'complete-abandoned',
  'expire',
] as const
export type MissionTrigger = (typeof MISSION_TRIGGERS)[number]
export type MissionActor = 'wallet' | 'owner' | 'contributor' | 'verifier' | 'anyone'

const REFUSALS: Record<MissionTrigger, string> = {
  create: 'A mission is created once.',
  claim: 'This mission already has a contributor or has ended.',
  'submit-proof': 'Proof is accepted while the mission is claimed, growing, or has changes requested.',
  'review-approve': 'This proof is not waiting for a review.',
  'review-request-changes': 'This proof is not waiting for a review.',
  'review-reject': 'This proof is not waiting for a review.',
  'complete-completed': 'A mission is completed only once every required milestone is verified.',
  'complete-failed': 'This mission already has its final outcome.',
  'complete-abandoned': 'This mission already has its final outcome.',
  expire: 'This mission already has its final outcome.',
}

const RUNNING = ['SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED', 'VERIFIED'] as const

/** Interface §3, Mission states. Proof statuses follow the same reviews. */
export const missionMachine: Machine<MissionState, MissionTrigger, MissionActor> = {
  states: MISSION_STATES,
  rows: [
    { from: null, on: 'create', to: 'SEED', by: 'wallet' },
    { from: 'SEED', on: 'claim', to: 'CLAIMED', by: 'wallet', when: 'not the owner; if designated, only that wallet' },
    { from: 'CLAIMED', on: 'submit-proof', to: 'PROOF_SUBMITTED', by: 'contributor' },
    { from: 'GROWING', on: 'submit-proof', to: 'PROOF_SUBMITTED', by: 'contributor' },
    { from: 'CHANGES_REQUESTED', on: 'submit-proof', to: 'PROOF_SUBMITTED', by: 'contributor' },
    { from: 'PROOF_SUBMITTED', on: 'review-request-changes', to: 'CHANGES_REQUESTED', by: 'verifier' },
    { from: 'PROOF_SUBMITTED', on: 'review-reject', to: 'CHANGES_REQUESTED', by: 'verifier' },
    {
      from: 'PROOF_SUBMITTED',
      on: 'review-approve',
      to: 'GROWING',
      by: 'verifier',
      when: 'required milestones remain',
    },
    {
      from: 'PROOF_SUBMITTED',
      on: 'review-approve',
      to: 'VERIFIED',
      by: 'verifier',
      when: 'every required milestone is verified',
    },
    { from: 'VERIFIED', on: 'complete-completed', to: 'COMPLETED', by: 'owner', when: 'a receipt is created' },
    ...RUNNING.map((from) => ({ from, on: 'complete-failed', to: 'FAILED', by: 'owner' }) as const),
    ...RUNNING.map((from) => ({ from, on: 'complete-abandoned', to: 'ABANDONED', by: 'owner' }) as const),
    ...RUNNING.map(
      (from) => ({ from, on: 'expire', to: 'FAILED', by: 'anyone', when: 'the deadline has ended' }) as const,
    ),
  ],
  refusals: REFUSALS,
}

/** Where evidence files may be added: from the claim until the outcome. */
const FILE_STATES: readonly MissionState[] = RUNNING.filter((state) => state !== 'SEED')
export const takesFiles = (state: MissionState): boolean => FILE_STATES.includes(state)

/** Where commitments, decisions, funding, evidence and remarks on milestones are added: until the outcome. */
const OPEN_STATES: readonly MissionState[] = RUNNING
export const isOpen = (state: MissionState): boolean => OPEN_STATES.includes(state)

/** Where the required milestones may still change: from the claim on they stand. */
export const hasOpenTerms = (state: MissionState): boolean => allows(missionMachine, state, 'claim')

/** Where milestones may be added: while there can be a proof for them. */
const MILESTONE_STATES: readonly MissionState[] = RUNNING.filter((state) => state !== 'VERIFIED')
export const takesMilestones = (state: MissionState): boolean => MILESTONE_STATES.includes(state)

/** The status a proof takes by a verdict, and the trigger of the mission it belongs to. */
export const REVIEW_EFFECTS = {
  approve: { status: 'verified', trigger: 'review-approve' },
  'request-changes': { status: 'changes-requested', trigger: 'review-request-changes' },
  reject: { status: 'rejected', trigger: 'review-reject' },
} as const

/** How an outcome word maps to a state (decisions §1). */
export const OUTCOME_TRIGGERS = {
  completed: 'complete-completed',
  failed: 'complete-failed',
  rejected: 'complete-failed',
  expired: 'expire',
  abandoned: 'complete-abandoned',
} as const satisfies Record<string, MissionTrigger>

export type OutcomeWord = keyof typeof OUTCOME_TRIGGERS
