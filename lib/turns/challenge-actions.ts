import { CHALLENGE_TRIGGER_LABELS, hasFreeSide } from '@/lib/challenges/labels'
import {
  type ChallengeActor,
  type ChallengeTrigger,
  challengeMachine,
  MOVABLE_DEADLINES,
} from '@/lib/challenges/states'
import {
  type Action,
  type ActionSpec,
  type ActorChecks,
  actionsOn,
  asideAction,
  awaitedFirst,
  judgeRefusal,
  type Viewer,
} from '@/lib/turns/actions'
import { type ChallengeFacts, challengeAwaits, isStuck } from '@/lib/turns/awaited'

const NAMES = ['link', 'decide', 'verify', 'convert', 'withdraw', 'cancel'] as const
export type ChallengeActionName = (typeof NAMES)[number] | 'move-deadlines'

const SPECS: Readonly<Record<(typeof NAMES)[number], ActionSpec<ChallengeTrigger>>> = {
  link: {
    title: 'Record a response link',
    meaning: 'Where one side’s response stands for good. It cannot be changed afterwards.',
    triggers: ['link'],
  },
  decide: {
    title: 'Record the decision',
    meaning: 'Which side the community chose, with the public post that says so. A verifier reads it next.',
    triggers: ['decide'],
  },
  verify: {
    title: 'Verify the decision',
    meaning: 'Hold what the owner recorded against the public post, and sign your verdict with your wallet.',
    triggers: ['verify-approve', 'verify-reject'],
  },
  convert: {
    title: 'Turn it into a mission',
    meaning: 'The verified decision becomes work with terms, milestones and proof.',
    triggers: ['convert'],
  },
  withdraw: {
    title: 'Withdraw the decision',
    meaning: 'The challenge awaits a decision again. The withdrawn one stays in the history, with your reason.',
    triggers: ['withdraw-decision'],
    unlisted: true,
  },
  cancel: {
    title: 'Cancel this challenge',
    meaning: 'It ends for good, with your reason in public. Nothing is deleted.',
    triggers: ['cancel'],
  },
}

const ACTOR_CHECKS: ActorChecks<ChallengeActor, ChallengeFacts> = {
  wallet: () => null,
  owner: ({ owner }, { address }) => (owner === address ? null : 'Only the owner of this challenge may do this.'),
  verifier: ({ owner }, viewer) => judgeRefusal({ kind: 'decision', owner }, viewer),
  schedule: () => 'This happens by itself.',
}

const ACTIONS = {
  machine: challengeMachine,
  labels: CHALLENGE_TRIGGER_LABELS,
  specs: SPECS,
  names: NAMES,
  actorChecks: ACTOR_CHECKS,
}

/** The owner may move deadlines, which are no states. A draft whose deadline has passed waits for it. */
function deadlineMoves(
  challenge: ChallengeFacts,
  { address }: Viewer,
  today: string,
): readonly Action<'move-deadlines'>[] {
  const { state, owner } = challenge
  if (!MOVABLE_DEADLINES[state] || owner !== address) return []
  const action = asideAction('move-deadlines', 'Move the deadline', 'To a later day, with your reason in public.')
  return [{ ...action, by: 'owner', aside: !isStuck(challengeAwaits(challenge, today)) }]
}

/** The actions on a challenge, and whether this wallet may do them. @param today the service's UTC date. */
export const challengeActions = (
  challenge: ChallengeFacts,
  viewer: Viewer,
  today: string,
): readonly Action<ChallengeActionName>[] =>
  awaitedFirst([
    ...actionsOn(ACTIONS, challenge, viewer, today).filter(({ name }) => name !== 'link' || hasFreeSide(challenge)),
    ...deadlineMoves(challenge, viewer, today),
  ])
