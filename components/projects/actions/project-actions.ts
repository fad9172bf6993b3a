import type { SessionView } from '@/lib/auth/schemas'
import { MILESTONES_MAX } from '@/lib/contract/limits'
import { allows } from '@/lib/machine/machine'
import { missionMachine, OUTCOME_TRIGGERS, type OutcomeWord, takesMilestones } from '@/lib/missions/states'
import type { ProjectRecord } from '@/lib/projects/schemas'
import type { Action } from '@/lib/turns/actions'

export type ProjectActionName =
  | 'commit'
  | 'fund'
  | 'evidence'
  | 'decide'
  | 'sign'
  | 'milestone'
  | 'status'
  | 'outcome'
  | 'expire'

export interface ProjectFormProps {
  readonly project: ProjectRecord
}

const OWNERS: readonly Exclude<OutcomeWord, 'expired'>[] = ['completed', 'failed', 'rejected', 'abandoned']

/** The outcomes that an owner may record in the project's state. */
export const ownersOutcomes = ({ state }: ProjectRecord) =>
  OWNERS.filter((outcome) => allows(missionMachine, state, OUTCOME_TRIGGERS[outcome]))

interface Viewing {
  readonly project: ProjectRecord
  readonly viewer: SessionView
  readonly today: string
}

/** What is wrong with somebody's own hand in it; null when they have none. */
function conflictOf({ project, viewer: { address } }: Viewing, what: string): string | null {
  if (project.owner === address) return `You own this project, so you cannot ${what}.`
  if (project.contributorWallet === address) return `You are the contributor, so you cannot ${what}.`
  return null
}

/** A verifier does not judge what is their own. */
function broughtBy({ project: { evidence, funding }, viewer: { address } }: Viewing): string | null {
  if (evidence.some(({ submittedBy }) => submittedBy === address))
    return 'You added evidence to this project, so you cannot sign a decision on it.'
  if (funding.some(({ recordedBy }) => recordedBy === address))
    return 'You recorded funding for this project, so you cannot sign a decision on it.'
  return null
}

const ownerOnly = ({ project, viewer }: Viewing): string | null =>
  project.owner === viewer.address ? null : 'Only the owner of this project may do this.'

interface Spec {
  readonly title: string
  readonly meaning: string
  readonly refusal?: (viewing: Viewing) => string | null
}

const SPECS: Readonly<Record<ProjectActionName, Spec>> = {
  commit: {
    title: 'Pledge work, funds or resources',
    meaning: 'A commitment is your word: nothing is held, sent or released here.',
  },
  fund: {
    title: 'Record funding',
    meaning:
      'Name the public page of a transaction that funds the project. It was sent from a wallet, never from here.',
  },
  evidence: {
    title: 'Add evidence',
    meaning: 'A public address, a receipt, a deliverable or a transaction that shows the work.',
  },
  decide: {
    title: 'Decide under a name',
    meaning: 'Speak for the project or against it. It is an opinion, and verifies nothing.',
    refusal: (viewing) => conflictOf(viewing, 'decide on it'),
  },
  sign: {
    title: 'Sign a decision as a verifier',
    meaning: 'Approve or reject the project as it stands, by your wallet’s signature.',
    refusal: (viewing) =>
      conflictOf(viewing, 'sign a decision on it') ??
      broughtBy(viewing) ??
      (viewing.viewer.isVerifier ? null : 'Only a verifier may do this: a wallet on the list of this service.'),
  },
  milestone: {
    title: 'Add a milestone',
    meaning: 'It takes proof like the others. Once the project is claimed it can only be an optional one.',
    refusal: (viewing) =>
      ownerOnly(viewing) ??
      (takesMilestones(viewing.project.state) ? null : 'Every required milestone is verified, so none is added.') ??
      (viewing.project.milestones.length >= MILESTONES_MAX
        ? `${MILESTONES_MAX} milestones are the most that a project can have.`
        : null),
  },
  status: {
    title: 'Set a milestone’s state',
    meaning: 'Pending, delivered or cancelled: your remark, which verifies nothing.',
    refusal: ownerOnly,
  },
  outcome: {
    title: 'Record the outcome',
    meaning: 'The project ends, and its permanent receipt is issued.',
    refusal: ({ project, viewer }) =>
      project.owner === viewer.address
        ? null
        : 'Only the owner records the outcome. Once the deadline has passed without finished work, anybody may record the project as expired.',
  },
  expire: {
    title: 'Record it as expired',
    meaning: 'Its deadline has passed without an outcome. The project ends, and its permanent receipt is issued.',
  },
}

const NAMES: readonly ProjectActionName[] = [
  'commit',
  'fund',
  'evidence',
  'decide',
  'sign',
  'milestone',
  'status',
  'outcome',
]

/** What can be done on a project now, and whether this wallet may. @param today the service's UTC date. */
export function projectActions(
  project: ProjectRecord,
  viewer: SessionView,
  today: string,
): readonly Action<ProjectActionName>[] {
  if (project.outcome !== null) return []
  const viewing = { project, viewer, today }
  const mayExpire = project.deadline < today && allows(missionMachine, project.state, 'expire')
  const names: readonly ProjectActionName[] = mayExpire ? [...NAMES, 'expire'] : NAMES
  return names.map((name) => {
    const { title, meaning, refusal } = SPECS[name]
    return { name, title, meaning, refusal: refusal?.(viewing) ?? null, until: null, aside: true }
  })
}
