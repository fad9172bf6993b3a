import { finals, type Machine } from '@/lib/machine/machine'

export const CHALLENGE_STATES = [
  'DRAFT',
  'OPEN',
  'AWAITING_DECISION',
  'DECISION_SUBMITTED',
  'DECISION_VERIFIED',
  'CONVERTED_TO_MISSION',
  'CANCELLED',
] as const
export type ChallengeState = (typeof CHALLENGE_STATES)[number]

/** The refusal of each trigger in states where no row allows it. */
const REFUSALS = {
  create: 'A challenge is created once.',
  link: 'Response links are recorded only until the submission deadline ends.',
  time: 'The submission deadline has no further effect on this challenge.',
  decide:
    'A decision can be submitted only while the challenge awaits one: from the end of the submission deadline, once both responses are recorded.',
  'withdraw-decision': 'Only a submitted decision that no verifier has signed yet can be withdrawn.',
  'verify-approve': 'There is no submitted decision to verify.',
  'verify-reject': 'There is no submitted decision to verify.',
  convert: 'A challenge becomes a mission only once its decision is verified.',
  cancel: 'A challenge can be cancelled only before its decision is verified.',
}
export type ChallengeTrigger = keyof typeof REFUSALS
export type ChallengeActor = 'wallet' | 'owner' | 'verifier' | 'schedule'

/** In these states, a side whose link a moderator hid accepts another link. */
export const LINKING_STATES: readonly ChallengeState[] = ['DRAFT', 'OPEN']

/** Whether a side without a link still takes one. @param today the UTC date, `YYYY-MM-DD`. */
export const takesLinks = (
  { state, submissionDeadline }: { readonly state: ChallengeState; readonly submissionDeadline: string },
  today: string,
): boolean => LINKING_STATES.includes(state) && submissionDeadline >= today

export const DEADLINE_NAMES = ['submissionDeadline', 'decisionDeadline'] as const

/** The deadlines that the owner may move forward, by state. */
export const MOVABLE_DEADLINES: Readonly<Partial<Record<ChallengeState, readonly (typeof DEADLINE_NAMES)[number][]>>> =
  {
    DRAFT: DEADLINE_NAMES,
    AWAITING_DECISION: ['decisionDeadline'],
  }

/** docs/interface.md#states, Challenge states. */
export const challengeMachine: Machine<ChallengeState, ChallengeTrigger, ChallengeActor> = {
  states: CHALLENGE_STATES,
  rows: [
    { from: null, on: 'create', to: 'DRAFT', by: 'wallet', when: 'fewer than two response links are given' },
    { from: null, on: 'create', to: 'OPEN', by: 'wallet', when: 'both response links are given' },
    { from: 'DRAFT', on: 'link', to: 'DRAFT', by: 'wallet', when: 'one side still has no link' },
    { from: 'DRAFT', on: 'link', to: 'OPEN', by: 'wallet', when: 'both sides have a link' },
    { from: 'OPEN', on: 'link', to: 'OPEN', by: 'wallet', when: 'a moderator hid the link of that side' },
    { from: 'OPEN', on: 'time', to: 'AWAITING_DECISION', by: 'schedule', when: 'the submission deadline has ended' },
    { from: 'AWAITING_DECISION', on: 'decide', to: 'DECISION_SUBMITTED', by: 'owner' },
    { from: 'DECISION_SUBMITTED', on: 'withdraw-decision', to: 'AWAITING_DECISION', by: 'owner' },
    {
      from: 'DECISION_SUBMITTED',
      on: 'verify-approve',
      to: 'DECISION_VERIFIED',
      by: 'verifier',
      when: 'not the owner',
    },
    { from: 'DECISION_SUBMITTED', on: 'verify-reject', to: 'AWAITING_DECISION', by: 'verifier', when: 'not the owner' },
    { from: 'DECISION_VERIFIED', on: 'convert', to: 'CONVERTED_TO_MISSION', by: 'owner', when: 'a mission is created' },
    { from: 'DRAFT', on: 'cancel', to: 'CANCELLED', by: 'owner' },
    { from: 'OPEN', on: 'cancel', to: 'CANCELLED', by: 'owner' },
    { from: 'AWAITING_DECISION', on: 'cancel', to: 'CANCELLED', by: 'owner' },
    { from: 'DECISION_SUBMITTED', on: 'cancel', to: 'CANCELLED', by: 'owner' },
  ],
  refusals: REFUSALS,
  ended: {
    CONVERTED_TO_MISSION: 'This challenge has become a mission.',
    CANCELLED: 'This challenge was cancelled.',
  },
}

/** Whether nothing can happen to a challenge any more. */
export const isFinal = (state: ChallengeState): boolean => finals(challengeMachine).includes(state)
