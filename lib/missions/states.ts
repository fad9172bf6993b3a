import { CLAIM_IDLE_DAYS } from '@/lib/contract/limits'
import { allows, type Machine, type Row } from '@/lib/machine/machine'

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

/** The refusal of each trigger in states where no row allows it. */
const REFUSALS = {
  create: 'A mission is created once.',
  claim: 'This mission already has a contributor.',
  release: 'A claim is given back while the mission is claimed, growing, or has changes requested.',
  'release-overdue': 'A claim is released while the mission is claimed, growing, or has changes requested.',
  'submit-proof': 'Claim this mission before you submit proof.',
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
export type MissionTrigger = keyof typeof REFUSALS
export type MissionActor = 'wallet' | 'owner' | 'contributor' | 'verifier' | 'anyone' | 'moderator'

export const HAS_ENDED = 'This mission already has its final outcome.'
export const CLAIM_ENDED = 'The deadline of this mission has ended. It can be claimed once its owner moves it.'
export const IS_RESERVED = 'This mission is reserved for its designated contributor.'

const RUNNING: readonly MissionState[] = [
  'SEED',
  'CLAIMED',
  'GROWING',
  'PROOF_SUBMITTED',
  'CHANGES_REQUESTED',
  'VERIFIED',
]

/** Work is under way and no proof awaits review: a proof may be submitted and the claim released. */
const WORKING = ['CLAIMED', 'GROWING', 'CHANGES_REQUESTED'] as const

/** Anyone may record that the deadline passed in these states: no finished work is lost. */
const EXPIRABLE = ['SEED', ...WORKING] as const

/** Events that restart the contributor's idle time: the claim, a proof, and its review. */
export const WORK_EVENTS: readonly string[] = ['mission-claimed', 'proof-submitted', 'proof-reviewed']

/** When the owner may release the claim. */
const OVERDUE = `the day of the deadline has ended, or ${CLAIM_IDLE_DAYS} days have passed without a proof`

/** Hiding the proof that awaits review returns the mission to its previous state. */
const LET_GO: Readonly<Record<(typeof WORKING)[number], string>> = {
  CLAIMED: 'it was waiting, the first one',
  GROWING: 'it was waiting, after a milestone was verified',
  CHANGES_REQUESTED: 'it was waiting, after changes were requested',
}

const TURNED_DOWN = ['review-request-changes', 'review-reject'] as const

const REVIEWS = ['review-approve', ...TURNED_DOWN] as const

/** Proofs of optional milestones do not move a verified mission, which awaits its outcome. */
const OPTIONAL = 'the proof is for an optional milestone'
const RESTORED_MEANWHILE = 'the proof of the last required milestone was restored meanwhile'
const REQUIRED_AGAIN = 'every required milestone is thereby verified again'

type MissionRow = Row<MissionState, MissionTrigger, MissionActor>

/** One row for each of several source states. */
const fromEach = (states: readonly MissionState[], step: Omit<MissionRow, 'from'>): MissionRow[] =>
  states.map((from) => ({ from, ...step }))

const REVIEW = { from: 'PROOF_SUBMITTED', by: 'verifier' } as const
const HIDE = { on: 'hide-proof', by: 'moderator', aside: true } as const
const RESTORE = { on: 'restore-proof', by: 'moderator', aside: true } as const

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
    ...fromEach(WORKING, { on: 'release', to: 'SEED', by: 'contributor' }),
    ...fromEach(WORKING, { on: 'release-overdue', to: 'SEED', by: 'owner', when: OVERDUE }),
    ...fromEach(WORKING, { on: 'submit-proof', to: 'PROOF_SUBMITTED', by: 'contributor' }),
    { from: 'VERIFIED', on: 'submit-proof', to: 'VERIFIED', by: 'contributor', when: OPTIONAL, aside: true },
    ...REVIEWS.map<MissionRow>((on) => ({
      ...REVIEW,
      on,
      from: 'VERIFIED',
      to: 'VERIFIED',
      when: OPTIONAL,
      aside: true,
    })),
    ...TURNED_DOWN.flatMap<MissionRow>((on) => [
      { ...REVIEW, on, to: 'CHANGES_REQUESTED', when: 'required milestones remain' },
      { ...REVIEW, on, to: 'VERIFIED', when: RESTORED_MEANWHILE, aside: true },
    ]),
    { ...REVIEW, on: 'review-approve', to: 'GROWING', when: 'required milestones remain' },
    { ...REVIEW, on: 'review-approve', to: 'VERIFIED', when: 'every required milestone is verified' },
    { from: 'VERIFIED', on: 'complete-completed', to: 'COMPLETED', by: 'owner', when: 'a receipt is created' },
    ...fromEach(RUNNING, { on: 'complete-failed', to: 'FAILED', by: 'owner' }),
    ...fromEach(RUNNING, { on: 'complete-abandoned', to: 'ABANDONED', by: 'owner' }),
    ...fromEach(EXPIRABLE, { on: 'expire', to: 'FAILED', by: 'anyone', when: 'the day of the deadline has ended' }),
    ...WORKING.map<MissionRow>((to) => ({ ...HIDE, from: 'PROOF_SUBMITTED', to, when: LET_GO[to] })),
    {
      ...HIDE,
      from: 'PROOF_SUBMITTED',
      to: 'VERIFIED',
      when: 'it was waiting, and every required milestone is verified',
    },
    { ...HIDE, from: 'VERIFIED', to: 'GROWING', when: 'a required milestone is thereby verified no more' },
    { ...HIDE, from: 'VERIFIED', to: 'PROOF_SUBMITTED', when: 'the same, and another proof was never reviewed' },
    { ...HIDE, from: 'VERIFIED', to: 'SEED', when: 'the same, and nobody holds the mission' },
    ...fromEach(WORKING, { ...RESTORE, to: 'PROOF_SUBMITTED', when: 'it was never reviewed, so it waits again' }),
    ...fromEach(['SEED', ...WORKING], { ...RESTORE, to: 'VERIFIED', when: REQUIRED_AGAIN }),
  ],
  refusals: REFUSALS,
  ended: { COMPLETED: HAS_ENDED, FAILED: HAS_ENDED, ABANDONED: HAS_ENDED },
}

/** Whether evidence files may be added: from the claim until the outcome. */
export const takesFiles = (state: MissionState): boolean => state !== 'SEED' && isOpen(state)

/** Whether commitments, decisions, funding, evidence and milestone remarks may be added: until the outcome. */
export const isOpen = (state: MissionState): boolean => RUNNING.includes(state)

/** Whether the required milestones may still change: only before the claim. */
export const hasOpenTerms = (state: MissionState): boolean => allows(missionMachine, state, 'claim')

/** Whether somebody claimed the mission and has not given it back. Before a claim it only names whom it is reserved for. */
export const isHeld = (mission: { readonly state: MissionState; readonly contributorWallet: string | null }): boolean =>
  !hasOpenTerms(mission.state) && mission.contributorWallet !== null

/** The states before every required milestone is verified: milestones may be added, and the deadline matters. */
export const UNPROVEN_STATES: readonly MissionState[] = RUNNING.filter((state) => state !== 'VERIFIED')
export const takesMilestones = (state: MissionState): boolean => UNPROVEN_STATES.includes(state)

/** For each verdict, the new status of the proof and the trigger of its mission. */
export const REVIEW_EFFECTS = {
  approve: { status: 'verified', trigger: 'review-approve' },
  'request-changes': { status: 'changes-requested', trigger: 'review-request-changes' },
  reject: { status: 'rejected', trigger: 'review-reject' },
} as const

export const OUTCOMES = ['completed', 'failed', 'rejected', 'abandoned', 'expired'] as const
export type OutcomeWord = (typeof OUTCOMES)[number]

/** The trigger of each outcome (docs/decisions.md#one-record-two-surfaces). */
export const OUTCOME_TRIGGERS = {
  completed: 'complete-completed',
  failed: 'complete-failed',
  rejected: 'complete-failed',
  expired: 'expire',
  abandoned: 'complete-abandoned',
} as const satisfies Record<OutcomeWord, MissionTrigger>

/** The statement if anyone but the owner records `expired`: the service does not keep what they sent. */
export const EXPIRED_STATEMENT = 'The day of the deadline has ended without an outcome.'
