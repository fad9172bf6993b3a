import { CLAIM_IDLE_DAYS } from '@/lib/contract/limits'
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
  'release',
  'release-overdue',
  'submit-proof',
  'review-approve',
  'review-request-changes',
  'review-reject',
  'complete-completed',
  'complete-failed',
  'complete-abandoned',
  'expire',
  'hide-proof',
  'restore-proof',
] as const
export type MissionTrigger = (typeof MISSION_TRIGGERS)[number]
export type MissionActor = 'wallet' | 'owner' | 'contributor' | 'verifier' | 'anyone' | 'moderator'

const REFUSALS: Record<MissionTrigger, string> = {
  create: 'A mission is created once.',
  claim: 'This mission already has a contributor.',
  release: 'A claim is given back while the mission is claimed, growing, or has changes requested.',
  'release-overdue': 'A claim is released while the mission is claimed, growing, or has changes requested.',
  'submit-proof':
    'Proof is accepted from the claim on while none waits, for an optional milestone also once the mission is verified.',
  'review-approve': 'This proof is not waiting for a review.',
  'review-request-changes': 'This proof is not waiting for a review.',
  'review-reject': 'This proof is not waiting for a review.',
  'complete-completed': 'A mission is completed only once every required milestone is verified.',
  'complete-failed': 'This mission cannot end as failed now.',
  'complete-abandoned': 'This mission cannot end as abandoned now.',
  expire: 'A mission is not expired while a proof waits for its review, nor once every required milestone is verified.',
  'hide-proof': 'Hiding this proof does not move its mission.',
  'restore-proof': 'Restoring this proof does not move its mission.',
}

const HAS_ENDED = 'This mission already has its final outcome.'

const RUNNING = ['SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED', 'VERIFIED'] as const

/** Where a proof is accepted, and a claim ends: work is under way, and no proof waits for its review. */
const WORKING = ['CLAIMED', 'GROWING', 'CHANGES_REQUESTED'] as const

/** Where anybody may say that the deadline has passed: nothing that was finished is taken away by it. */
const EXPIRABLE = ['SEED', ...WORKING] as const

/** What a contributor was last waited for after: their claim, their last proof, or what came back of it. */
export const WORK_EVENTS: readonly string[] = ['mission-claimed', 'proof-submitted', 'proof-reviewed']

/** When an owner need not wait for a contributor any longer. */
const OVERDUE = `the day of the deadline has ended, or ${CLAIM_IDLE_DAYS} days have passed without a proof`

/** A proof that waits holds its mission; hidden, it lets it go to where it came from. */
const LET_GO: Readonly<Record<(typeof WORKING)[number], string>> = {
  CLAIMED: 'it was waiting, the first one',
  GROWING: 'it was waiting, after a milestone was verified',
  CHANGES_REQUESTED: 'it was waiting, after changes were requested',
}

/** Both ways of turning a proof down end alike. */
const TURNED_DOWN = ['review-request-changes', 'review-reject'] as const

const REVIEWS = ['review-approve', ...TURNED_DOWN] as const

/** What goes on beside the outcome that a verified mission waits for. */
const OPTIONAL = 'the proof is for an optional milestone'

/** docs/interface.md#states, Mission states. Proof statuses follow the same reviews. */
export const missionMachine: Machine<MissionState, MissionTrigger, MissionActor> = {
  states: MISSION_STATES,
  rows: [
    { from: null, on: 'create', to: 'SEED', by: 'wallet' },
    {
      from: 'SEED',
      on: 'claim',
      to: 'CLAIMED',
      by: 'wallet',
      when: 'before the deadline ends; not the owner; if designated, only that wallet',
    },
    ...WORKING.map((from) => ({ from, on: 'release', to: 'SEED', by: 'contributor' }) as const),
    ...WORKING.map((from) => ({ from, on: 'release-overdue', to: 'SEED', by: 'owner', when: OVERDUE }) as const),
    ...WORKING.map((from) => ({ from, on: 'submit-proof', to: 'PROOF_SUBMITTED', by: 'contributor' }) as const),
    { from: 'VERIFIED', on: 'submit-proof', to: 'VERIFIED', by: 'contributor', when: OPTIONAL, aside: true },
    ...REVIEWS.map(
      (on) => ({ from: 'VERIFIED', on, to: 'VERIFIED', by: 'verifier', when: OPTIONAL, aside: true }) as const,
    ),
    ...TURNED_DOWN.flatMap(
      (on) =>
        [
          { from: 'PROOF_SUBMITTED', on, to: 'CHANGES_REQUESTED', by: 'verifier', when: 'required milestones remain' },
          {
            from: 'PROOF_SUBMITTED',
            on,
            to: 'VERIFIED',
            by: 'verifier',
            when: 'the proof of the last required milestone was restored meanwhile',
            aside: true,
          },
        ] as const,
    ),
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
    ...EXPIRABLE.map(
      (from) =>
        ({ from, on: 'expire', to: 'FAILED', by: 'anyone', when: 'the day of the deadline has ended' }) as const,
    ),
    ...WORKING.map(
      (to) =>
        ({ from: 'PROOF_SUBMITTED', on: 'hide-proof', to, by: 'moderator', when: LET_GO[to], aside: true }) as const,
    ),
    {
      from: 'PROOF_SUBMITTED',
      on: 'hide-proof',
      to: 'VERIFIED',
      by: 'moderator',
      when: 'it was waiting, and every required milestone is verified',
      aside: true,
    },
    {
      from: 'VERIFIED',
      on: 'hide-proof',
      to: 'GROWING',
      by: 'moderator',
      when: 'a required milestone is thereby verified no more',
      aside: true,
    },
    {
      from: 'VERIFIED',
      on: 'hide-proof',
      to: 'PROOF_SUBMITTED',
      by: 'moderator',
      when: 'the same, and another proof was never reviewed',
      aside: true,
    },
    ...WORKING.map(
      (from) =>
        ({
          from,
          on: 'restore-proof',
          to: 'PROOF_SUBMITTED',
          by: 'moderator',
          when: 'it was never reviewed, so it waits again',
          aside: true,
        }) as const,
    ),
    ...(['SEED', ...WORKING] as const).map(
      (from) =>
        ({
          from,
          on: 'restore-proof',
          to: 'VERIFIED',
          by: 'moderator',
          when: 'every required milestone is thereby verified again',
          aside: true,
        }) as const,
    ),
  ],
  refusals: REFUSALS,
  ended: { COMPLETED: HAS_ENDED, FAILED: HAS_ENDED, ABANDONED: HAS_ENDED },
}

/** Where evidence files may be added: from the claim until the outcome. */
const FILE_STATES: readonly MissionState[] = RUNNING.filter((state) => state !== 'SEED')
export const takesFiles = (state: MissionState): boolean => FILE_STATES.includes(state)

/** Where commitments, decisions, funding, evidence and remarks on milestones are added: until the outcome. */
const OPEN_STATES: readonly MissionState[] = RUNNING
export const isOpen = (state: MissionState): boolean => OPEN_STATES.includes(state)

/** Where the required milestones may still change: from the claim on they stand. */
export const hasOpenTerms = (state: MissionState): boolean => allows(missionMachine, state, 'claim')

/** Until every required milestone is verified: milestones may be added, and the deadline is somebody's concern. */
export const UNPROVEN_STATES: readonly MissionState[] = RUNNING.filter((state) => state !== 'VERIFIED')
export const takesMilestones = (state: MissionState): boolean => UNPROVEN_STATES.includes(state)

/** The status a proof takes by a verdict, and the trigger of the mission it belongs to. */
export const REVIEW_EFFECTS = {
  approve: { status: 'verified', trigger: 'review-approve' },
  'request-changes': { status: 'changes-requested', trigger: 'review-request-changes' },
  reject: { status: 'rejected', trigger: 'review-reject' },
} as const

/** How an outcome word maps to a state (docs/decisions.md#one-record-two-surfaces). */
export const OUTCOME_TRIGGERS = {
  completed: 'complete-completed',
  failed: 'complete-failed',
  rejected: 'complete-failed',
  expired: 'expire',
  abandoned: 'complete-abandoned',
} as const satisfies Record<string, MissionTrigger>

export type OutcomeWord = keyof typeof OUTCOME_TRIGGERS

/** What stands as the statement where anybody but the owner records `expired`: what they sent is not kept. */
export const EXPIRED_STATEMENT = 'The day of the deadline has ended without an outcome.'
