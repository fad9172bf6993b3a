import { CHALLENGE_ACTOR_LABELS } from '@/lib/challenges/labels'
import type { Step } from '@/lib/machine/labels'
import { MISSION_ACTOR_LABELS } from '@/lib/missions/labels'
import type { Action, Viewer } from '@/lib/turns/actions'
import { type ChallengeFacts, challengeAwaits, type MissionFacts, missionAwaits } from '@/lib/turns/awaited'
import { type ChallengeActionName, challengeActions } from '@/lib/turns/challenge-actions'
import { type MissionActionName, missionMoves } from '@/lib/turns/mission-actions'

// Whose turn it is, derived from the rows of the state machines. No state is named here.

/** The kinds of turns; `report` is for moderators. */
export const TURN_KINDS = [
  'link',
  'decide',
  'verify',
  'convert',
  'move-deadlines',
  'claim',
  'prove',
  'review',
  'complete',
  'move-deadline',
  'report',
] as const
type ActionName = ChallengeActionName | MissionActionName
type TurnKind = Extract<ActionName, (typeof TURN_KINDS)[number]>

/** What a record waits for from the viewer. */
export interface Turn {
  readonly kind: TurnKind
  /** The label of the button. */
  readonly action: string
  /** The UTC date by whose end it is due. */
  readonly until: string | null
  /** The path of the page where it is done. */
  readonly href: string
}

export const WAITED_FOR = ['owner', 'contributor', 'verifier', 'anyone', 'time'] as const

/** What a record waits for from somebody else. */
export interface Wait {
  readonly on: (typeof WAITED_FOR)[number]
  /** Who does what, as a sentence without the full stop. */
  readonly action: string
  readonly until: string | null
}

const WAITED: Readonly<Record<string, Wait['on']>> = {
  owner: 'owner',
  contributor: 'contributor',
  verifier: 'verifier',
  schedule: 'time',
}

/** The anchor of the forms on a record's page. */
const ACT_ANCHOR = 'act'

const isKind = (name: ActionName): name is TurnKind => TURN_KINDS.some((kind) => kind === name)

/** Whether an action is one that any wallet may do, and not a task of somebody's. */
const isOpenToAll = ({ by }: Action<ActionName>) => by === 'wallet' || by === 'anyone'

/** The first action that the record waits for and the viewer may do, of those that `isMeant` admits. */
function turnOf(
  actions: readonly Action<ActionName>[],
  page: string,
  isMeant: (action: Action<ActionName>) => boolean,
): Turn | null {
  const asked = actions.find((action) => action.refusal === null && !action.aside && isMeant(action))
  if (!asked || !isKind(asked.name)) return null
  return { kind: asked.name, action: asked.title, until: asked.until, href: `${page}#${ACT_ANCHOR}` }
}

function waitOf<A extends string, D extends string>(
  steps: readonly Step<A, D>[],
  days: Readonly<Record<D, string>>,
  who: Readonly<Record<A, string>>,
): Wait | null {
  const step = steps.find(({ aside }) => !aside)
  if (!step) return null
  const { by, does, until } = step
  return { on: WAITED[by] ?? 'anyone', action: `${who[by]} ${does}`, until: until && days[until] }
}

/** What a challenge waits for from the viewer; null when it is not their turn. @param today the service's UTC date. */
export const challengeTurn = (challenge: ChallengeFacts, viewer: Viewer, today: string): Turn | null =>
  turnOf(
    challengeActions(challenge, viewer, today),
    `/challenges/${challenge.id}`,
    // What any wallet may do on a challenge is its owner's turn.
    (action) => !isOpenToAll(action) || challenge.owner === viewer.address,
  )

/** The actor that a challenge waits for; null once it has ended. */
export const challengeWait = (challenge: ChallengeFacts, today: string): Wait | null =>
  waitOf(challengeAwaits(challenge, today), challenge, CHALLENGE_ACTOR_LABELS)

/** What a mission waits for from the viewer; null when it is not their turn. @param today the service's UTC date. */
export const missionTurn = (mission: MissionFacts, viewer: Viewer, today: string): Turn | null =>
  turnOf(
    missionMoves(mission, viewer, today),
    `/missions/${mission.id}`,
    (action) => !isOpenToAll(action) || mission.contributorWallet === viewer.address,
  )

/** What the viewer may do for a challenge, although it is not their turn: any wallet may. @param today the service's UTC date. */
export const challengeOffer = (challenge: ChallengeFacts, viewer: Viewer, today: string): Turn | null =>
  turnOf(challengeActions(challenge, viewer, today), `/challenges/${challenge.id}`, isOpenToAll)

/** The same of a mission, which any wallet may claim unless it is meant for one. */
export const missionOffer = (mission: MissionFacts, viewer: Viewer, today: string): Turn | null =>
  turnOf(missionMoves(mission, viewer, today), `/missions/${mission.id}`, isOpenToAll)

/** The actor that a mission waits for; null once it has ended. */
export function missionWait(mission: MissionFacts, today: string): Wait | null {
  const isReserved = mission.contributorWallet !== null
  const who = isReserved ? { ...MISSION_ACTOR_LABELS, wallet: 'The designated contributor' } : MISSION_ACTOR_LABELS
  const wait = waitOf(missionAwaits(mission, today), mission, who)
  return wait?.on === 'anyone' && isReserved ? { ...wait, on: 'contributor' } : wait
}
