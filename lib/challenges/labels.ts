import type { ChallengeView, DecisionVerificationView } from '@/lib/challenges/schemas'
import {
  type ChallengeActor,
  type ChallengeState,
  type ChallengeTrigger,
  challengeMachine,
} from '@/lib/challenges/states'
import { type StateLabel, stepsFrom, type TriggerLabel } from '@/lib/machine/labels'
import { quoted } from '@/lib/text/quoted'

/** Both sides of a challenge in a sentence of the service's own: what strangers wrote stands in quotation marks. */
export const sidesOf = ({ contenderA, contenderB }: Pick<ChallengeView, 'contenderA' | 'contenderB'>): string =>
  `${quoted(contenderA)} versus ${quoted(contenderB)}`

export const CHALLENGE_STATE_LABELS: Readonly<Record<ChallengeState, StateLabel>> = {
  DRAFT: {
    word: 'Waiting for responses',
    tone: 'resting',
    mark: 'outline',
    meaning: 'It opens once both sides have a response link, before the submission day ends.',
  },
  OPEN: {
    word: 'Open',
    tone: 'growing',
    mark: 'sprout',
    meaning: 'The community discusses the responses in public.',
  },
  AWAITING_DECISION: {
    word: 'Awaiting decision',
    tone: 'waiting',
    mark: 'hourglass',
    meaning: 'The discussion has closed. Its owner records what the community decided.',
  },
  DECISION_SUBMITTED: {
    word: 'Decision submitted',
    tone: 'waiting',
    mark: 'quill',
    meaning: 'A decision is recorded and waits for a verifier’s signature.',
  },
  DECISION_VERIFIED: {
    word: 'Decision verified',
    tone: 'done',
    mark: 'seal',
    meaning: 'A verifier signed for the decision. It can become a mission.',
  },
  CONVERTED_TO_MISSION: {
    word: 'Became a mission',
    tone: 'done',
    mark: 'branch',
    meaning: 'The decision grows on as a mission. Both sides stay on record here.',
  },
  CANCELLED: {
    word: 'Cancelled',
    tone: 'refused',
    mark: 'cross',
    meaning: 'Its owner ended it before a decision was verified. Nothing was deleted.',
  },
}

/** The states of a successful challenge, for the stepper. */
export const CHALLENGE_PATH = [
  'DRAFT',
  'OPEN',
  'AWAITING_DECISION',
  'DECISION_SUBMITTED',
  'DECISION_VERIFIED',
  'CONVERTED_TO_MISSION',
] as const satisfies readonly ChallengeState[]

export type ChallengeDeadline = 'submissionDeadline' | 'decisionDeadline'

export const CHALLENGE_TRIGGER_LABELS: Readonly<Record<ChallengeTrigger, TriggerLabel<ChallengeDeadline>>> = {
  create: { does: 'publishes the challenge' },
  link: {
    does: 'records a response link that is still missing',
    until: 'submissionDeadline',
    closed: challengeMachine.refusals.link,
  },
  time: { does: 'closes the discussion when the submission day ends', until: 'submissionDeadline' },
  decide: { does: 'records what the community decided', until: 'decisionDeadline' },
  'withdraw-decision': { does: 'may withdraw the decision with a public reason', aside: true },
  'verify-approve': { does: 'reads the decision and signs for it, or rejects it with a reason' },
  'verify-reject': { does: 'reads the decision and signs for it, or rejects it with a reason' },
  convert: { does: 'turns the verified decision into a mission' },
  cancel: { does: 'may cancel it with a public reason', aside: true },
}

export const CHALLENGE_ACTOR_LABELS: Readonly<Record<ChallengeActor, string>> = {
  wallet: 'Any signed-in wallet',
  owner: 'The owner',
  verifier: 'A verifier who is not the owner',
  schedule: 'The clock',
}

interface Sides {
  readonly submissions: Readonly<Record<'A' | 'B', object | null>>
}

/** Whether a side has no response link, or only one that a moderator hid while links are accepted. */
export const hasFreeSide = ({ submissions }: Sides): boolean => submissions.A === null || submissions.B === null

/** Who acts next on a challenge, what they do, and by which of its two deadlines. */
export const challengeSteps = (challenge: Pick<ChallengeView, 'state'> & Sides) =>
  stepsFrom(challengeMachine, challenge.state, CHALLENGE_TRIGGER_LABELS).filter(
    ({ does }) => does !== CHALLENGE_TRIGGER_LABELS.link.does || hasFreeSide(challenge),
  )

/** A sentence about a verifier's own involvement in the challenge they judged; null if none is recorded. */
export function disclosureWords({ disclosures }: Pick<DecisionVerificationView, 'disclosures'>): string | null {
  if (!disclosures || disclosures.length === 0) return null
  const words = disclosures.map(({ fact, side }) => {
    if (fact === 'recorded-link') return `recorded the response link of side ${side}`
    if (side) return `has been linked to a Muse whose proposal was accepted as the response of side ${side}`
    return 'has been linked to a Muse that wrote a proposal'
  })
  return `Disclosed: the verifier ${new Intl.ListFormat('en').format(words)}.`
}
