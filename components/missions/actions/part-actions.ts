import type { SessionView } from '@/lib/auth/schemas'
import { MILESTONES_MAX } from '@/lib/contract/limits'
import type { MissionRecord } from '@/lib/missions/schemas'
import { takesMilestones } from '@/lib/missions/states'
import { type PART_WORDS, roomRefusal, signedRefusal } from '@/lib/projects/room'
import type { ProjectDecisionView, ProjectRecord } from '@/lib/projects/schemas'
import { type Action, asideAction } from '@/lib/turns/actions'

/** A mission with its commitments, funding, evidence and decisions. */
export type WholeMission = MissionRecord & Omit<ProjectRecord, 'events'>

const NAMES = ['commit', 'fund', 'evidence', 'decide', 'sign', 'milestone', 'status'] as const

export type PartActionName = (typeof NAMES)[number]

interface Viewing {
  readonly mission: WholeMission
  readonly viewer: SessionView
}

/** The refusal for the owner and the contributor; null for everybody else. */
function conflictOf({ mission, viewer: { address } }: Viewing, what: string): string | null {
  if (mission.owner === address) return `You own this mission, so you cannot ${what}.`
  if (mission.contributorWallet === address) return `You are the contributor, so you cannot ${what}.`
  return null
}

/**
 * How many parts of a kind the viewer has brought, those too that a moderator hid, which count for the service and are in no
 * list: what the history tells of them is withheld, and not who acted.
 * @param event the kind of the event that each of them has.
 */
const broughtBy = ({ mission: { history }, viewer: { address } }: Viewing, event: string): number =>
  history.filter(({ kind, actor }) => kind === event && actor === address).length

/** Why a verifier signs no decision on a mission, by the event of what they brought to it. */
const INVOLVED: readonly (readonly [event: string, refusal: string])[] = [
  ['proof-submitted', 'You submitted proof for this mission, so you cannot sign a decision on it.'],
  ['evidence-added', 'You added evidence to this mission, so you cannot sign a decision on it.'],
  ['funding-recorded', 'You recorded funding for this mission, so you cannot sign a decision on it.'],
]

const involvementOf = (viewing: Viewing): string | null =>
  INVOLVED.find(([event]) => broughtBy(viewing, event) > 0)?.[1] ?? null

/** The event of each part of a kind. */
const EVENTS: Readonly<Record<keyof typeof PART_WORDS, string>> = {
  commitment: 'commitment-made',
  'project-decision': 'project-decided',
  funding: 'funding-recorded',
  evidence: 'evidence-added',
}

/** The refusal for a wallet that has no room left for parts of a kind. @param authors the wallets that added those shown. */
function fullOf(viewing: Viewing, part: keyof typeof PART_WORDS, authors: readonly string[]) {
  const { mission, viewer } = viewing
  const parties = [mission.owner, mission.contributorWallet]
  return roomRefusal(part, {
    own: broughtBy(viewing, EVENTS[part]),
    others: authors.filter((author) => !parties.includes(author)).length,
    isParty: parties.includes(viewer.address),
  })
}

/** The decisions on a mission that a verifier signed, without those that a moderator hid. */
export const signedBy = ({ decisions }: WholeMission, wallet: string): readonly ProjectDecisionView[] =>
  decisions.filter(({ signed, decidedBy }) => signed && decidedBy === wallet)

interface Spec {
  readonly title: string
  readonly meaning: string
  /** Who sees the action; absent if everybody does. */
  readonly isFor?: (viewing: Viewing) => boolean
  readonly refusal?: (viewing: Viewing) => string | null
}

const owns = ({ mission, viewer }: Viewing): boolean => mission.owner === viewer.address

const SPECS: Readonly<Record<PartActionName, Spec>> = {
  commit: {
    title: 'Pledge work, funds or resources',
    meaning: 'A commitment is your word: nothing is held, sent or released here.',
    refusal: (viewing) =>
      fullOf(
        viewing,
        'commitment',
        viewing.mission.commitments.map(({ committedBy }) => committedBy),
      ),
  },
  fund: {
    title: 'Record funding',
    meaning:
      'Name the public page of a transaction that funds the mission. It was sent from a wallet, never from here.',
    refusal: (viewing) =>
      fullOf(
        viewing,
        'funding',
        viewing.mission.funding.map(({ recordedBy }) => recordedBy),
      ),
  },
  evidence: {
    title: 'Add a link as evidence',
    meaning: 'A public address, a receipt, a deliverable or a transaction that shows the work.',
    refusal: (viewing) =>
      fullOf(
        viewing,
        'evidence',
        viewing.mission.evidence.map(({ submittedBy }) => submittedBy),
      ),
  },
  decide: {
    title: 'Decide on the mission under a name',
    meaning: 'Speak for the mission or against it. It is an opinion, and verifies nothing.',
    refusal: (viewing) =>
      conflictOf(viewing, 'decide on it') ??
      fullOf(
        viewing,
        'project-decision',
        viewing.mission.decisions.filter(({ signed }) => !signed).map(({ decidedBy }) => decidedBy),
      ),
  },
  sign: {
    title: 'Decide on the mission by signature',
    meaning: 'Approve or reject the mission as it stands, by your wallet’s signature.',
    isFor: ({ viewer }) => viewer.isVerifier,
    refusal: (viewing) =>
      conflictOf(viewing, 'sign a decision on it') ??
      involvementOf(viewing) ??
      signedRefusal(broughtBy(viewing, 'project-verification')),
  },
  milestone: {
    title: 'Add a milestone',
    meaning: 'It takes proof like the others. Once the mission is claimed it can only be an optional one.',
    isFor: owns,
    refusal({ mission: { state, milestones } }) {
      if (!takesMilestones(state)) return 'Every required milestone is verified, so none is added.'
      return milestones.length >= MILESTONES_MAX
        ? `${MILESTONES_MAX} milestones are the most that a mission can have.`
        : null
    },
  },
  status: {
    title: 'Set a milestone’s state',
    meaning: 'Pending, delivered or cancelled: your remark, which verifies nothing.',
    isFor: owns,
  },
}

/** The actions that add something to a mission without moving its state, and whether this wallet may use them. */
export function partActions(mission: WholeMission, viewer: SessionView): readonly Action<PartActionName>[] {
  if (mission.outcome !== null) return []
  const viewing = { mission, viewer }
  return NAMES.filter((name) => SPECS[name].isFor?.(viewing) ?? true).map((name) => {
    const { title, meaning, refusal } = SPECS[name]
    return { ...asideAction(name, title, meaning), refusal: refusal?.(viewing) ?? null }
  })
}
