import { CLAIM_IDLE_DAYS } from '@/lib/contract/limits'
import { DAY_MS } from '@/lib/durations'
import { allows } from '@/lib/machine/machine'
import { MISSION_TRIGGER_LABELS } from '@/lib/missions/labels'
import type { MilestoneView, MissionRecord, ProofView } from '@/lib/missions/schemas'
import {
  IS_RESERVED,
  isOpen,
  type MissionActor,
  type MissionTrigger,
  missionMachine,
  takesFiles,
  WORK_EVENTS,
} from '@/lib/missions/states'
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
import { isStuck, type MissionFacts, missionAwaits } from '@/lib/turns/awaited'

const NAMES = ['claim', 'prove', 'review', 'complete', 'give-back', 'release', 'end'] as const
export type MissionActionName = (typeof NAMES)[number] | 'attach' | 'expire' | 'move-deadline' | 'pay'

const SPECS: Readonly<Record<(typeof NAMES)[number], ActionSpec<MissionTrigger>>> = {
  claim: {
    title: 'Claim this mission',
    meaning: 'You become its contributor. From then on only your wallet submits proof.',
    triggers: ['claim'],
  },
  prove: {
    title: 'Submit proof',
    meaning: 'For one milestone at a time. A verifier reads it before it counts.',
    triggers: ['submit-proof'],
  },
  review: {
    title: 'Review the waiting proof',
    meaning: 'Hold it against the terms, and sign your verdict with your wallet.',
    triggers: ['review-approve', 'review-request-changes', 'review-reject'],
  },
  complete: {
    title: 'Record the outcome',
    meaning: 'The mission ends, and its permanent receipt is issued.',
    triggers: ['complete-completed'],
  },
  'give-back': {
    title: 'Give the mission back',
    meaning: 'The mission looks for a contributor again. What was verified of your work stays yours.',
    triggers: ['release'],
    unlisted: true,
  },
  release: {
    title: 'Release the claim',
    meaning: 'The mission looks for a contributor again. What was verified stays on record.',
    triggers: ['release-overdue'],
    unlisted: true,
  },
  end: {
    title: 'Close without completing',
    meaning: 'As failed, rejected or abandoned. It gets a permanent receipt all the same.',
    triggers: ['complete-failed', 'complete-abandoned'],
  },
}

/** The proof that waits for a review, of which there is at most one. */
export const waitingProof = <P extends Pick<ProofView, 'status'>>({ proofs }: { readonly proofs: readonly P[] }) =>
  proofs.find((proof) => proof.status === 'submitted') ?? null

export const openMilestones = <M extends Pick<MilestoneView, 'verified' | 'status'>>({
  milestones,
}: {
  readonly milestones: readonly M[]
}) => milestones.filter(({ verified, status }) => !verified && status !== 'Cancelled')

const ownerOnly = 'Only the owner of this mission may do this.'

const ACTOR_CHECKS: ActorChecks<MissionActor, MissionFacts> = {
  wallet({ owner, contributorWallet }, { address }) {
    if (owner === address) return 'You own this mission, so you cannot claim it.'
    const isTaken = contributorWallet !== null && contributorWallet !== address
    return isTaken ? IS_RESERVED : null
  },
  owner: ({ owner }, { address }) => (owner === address ? null : ownerOnly),
  contributor: ({ contributorWallet }, { address }) =>
    contributorWallet === address ? null : 'Only the contributor of this mission may do this.',
  verifier(mission, viewer) {
    const { owner, contributorWallet } = mission
    const submittedBy = waitingProof(mission)?.submittedBy ?? null
    return judgeRefusal({ kind: 'proof', owner, contributorWallet, submittedBy }, viewer)
  },
  anyone: () => null,
  moderator: () => 'Only a moderator may do this.',
}

const ACTIONS = {
  machine: missionMachine,
  labels: MISSION_TRIGGER_LABELS,
  specs: SPECS,
  names: NAMES,
  actorChecks: ACTOR_CHECKS,
}

/**
 * Whether the owner may release the claim, by UTC days. The service measures the idle days to the second, so it may allow it
 * some hours earlier, and never later.
 */
function isOverdue({ deadline, history }: MissionRecord, today: string): boolean {
  const since = history.findLast(({ kind }) => WORK_EVENTS.includes(kind))?.at.slice(0, 10)
  return deadline < today || (since !== undefined && daysBetween(since, today) > CLAIM_IDLE_DAYS)
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Adds to `release` how long the owner has to wait for the contributor. */
function withPatience(
  mission: MissionRecord,
  actions: readonly Action<MissionActionName>[],
  today: string,
): readonly Action<MissionActionName>[] {
  if (isOverdue(mission, today)) return actions
  const refusal = `You may once the deadline has passed, or ${CLAIM_IDLE_DAYS} days have passed without a proof.`
  return actions.map((action) => (action.name === 'release' ? { ...action, refusal } : action))
}

/** The owner may move the deadline, which is no state. A mission that can no longer be claimed waits for it. */
function deadlineMove(mission: MissionFacts, { address }: Viewer, today: string): readonly Action<'move-deadline'>[] {
  if (!isOpen(mission.state) || mission.owner !== address) return []
  const action = asideAction(
    'move-deadline',
    'Move the deadline',
    'To a later day, with your reason in public. The contributor is told.',
  )
  return [{ ...action, by: 'owner', aside: !isStuck(missionAwaits(mission, today)) }]
}

/** A verified mission waits for its outcome. Work on a remaining optional milestone is listed after that. */
function offered(
  mission: MissionFacts,
  actions: readonly Action<(typeof NAMES)[number]>[],
): readonly Action<(typeof NAMES)[number]>[] {
  if (!allows(missionMachine, mission.state, 'complete-completed')) return actions
  const waits = waitingProof(mission) !== null
  const hidden = waits ? 'prove' : 'review'
  const isLeft = waits || openMilestones(mission).length > 0
  return actions
    .filter(({ name }) => name !== hidden && (isLeft || name !== 'prove'))
    .map((action) => (action.name === 'prove' ? { ...action, aside: true } : action))
}

/** The actions that move a mission's state or deadline. */
export const missionMoves = (
  mission: MissionFacts,
  viewer: Viewer,
  today: string,
): readonly Action<MissionActionName>[] =>
  awaitedFirst([
    ...offered(mission, actionsOn(ACTIONS, mission, viewer, today)),
    ...deadlineMove(mission, viewer, today),
  ])

/** A payment moves no state. It can be recorded once a receipt names a contributor, whatever the outcome. */
function payment(mission: MissionRecord, { address }: Viewer): readonly Action<'pay'>[] {
  if (mission.receiptId === null || mission.contributorWallet === null) return []
  const check = mission.bounty?.check
  const isSponsor = check?.status === 'confirmed' && check.from === address
  const isTheirs = mission.owner === address || isSponsor
  const meaning = 'Name the transaction that paid the contributor. It joins the receipt; nothing is sent from here.'
  const refusal = isTheirs ? null : 'Only the owner, or the sponsor of the bounty, may record a payment.'
  return [{ ...asideAction('pay', 'Record a payment', meaning), refusal, aside: false }]
}

/** Anybody may record the expiry after the deadline has passed without finished work. */
function expiry({ state, deadline }: MissionRecord, today: string): readonly Action<'expire'>[] {
  if (!allows(missionMachine, state, 'expire') || deadline >= today) return []
  return [
    asideAction(
      'expire',
      'Record it as expired',
      'Its deadline has passed without an outcome. It ends, and its permanent receipt is issued.',
    ),
  ]
}

/** A file moves no state. Only the contributor may add one. */
function attachment(mission: MissionRecord, { address }: Viewer, storesFiles: boolean): readonly Action<'attach'>[] {
  if (!storesFiles || !takesFiles(mission.state) || mission.contributorWallet !== address) return []
  return [
    asideAction(
      'attach',
      'Add a file as evidence',
      'A picture, a document or a text that shows the work. Its hash stands in the history for good.',
    ),
  ]
}

/**
 * The actions on a mission, and whether this wallet may do them.
 * @param today the service's UTC date. @param storesFiles whether the service has storage for files.
 */
export const missionActions = (
  mission: MissionRecord,
  viewer: Viewer,
  today: string,
  storesFiles = false,
): readonly Action<MissionActionName>[] => [
  ...withPatience(mission, missionMoves(mission, viewer, today), today),
  ...attachment(mission, viewer, storesFiles),
  ...expiry(mission, today),
  ...payment(mission, viewer),
]
