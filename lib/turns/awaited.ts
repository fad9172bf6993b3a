import { type ChallengeDeadline, challengeSteps } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import type { Step } from '@/lib/machine/labels'
import { missionSteps } from '@/lib/missions/labels'
import type { MilestoneView, MissionView, ProofView } from '@/lib/missions/schemas'

// What a record waits for today, independent of the viewer.

/** The fields of a challenge's view that the rules need. */
export interface ChallengeFacts
  extends Pick<ChallengeView, 'id' | 'state' | 'title' | 'owner' | 'submissionDeadline' | 'decisionDeadline'> {
  readonly submissions: Readonly<Record<'A' | 'B', object | null>>
}

/** The fields of a mission's view that the rules need. */
export interface MissionFacts
  extends Pick<MissionView, 'id' | 'state' | 'title' | 'owner' | 'contributorWallet' | 'deadline'> {
  readonly milestones: readonly Pick<MilestoneView, 'verified' | 'status'>[]
  readonly proofs: readonly Pick<ProofView, 'status' | 'submittedBy'>[]
}

const linkOf = (link: object | null) => (link === null ? null : {})

/** Reduces a challenge to the fields that the rules need. */
export const challengeFacts = (challenge: ChallengeFacts): ChallengeFacts => {
  const { id, state, title, owner, submissionDeadline, decisionDeadline, submissions } = challenge
  const { A, B } = submissions
  return { id, state, title, owner, submissionDeadline, decisionDeadline, submissions: { A: linkOf(A), B: linkOf(B) } }
}

/** Reduces a mission to the fields that the rules need. */
export const missionFacts = (mission: MissionFacts): MissionFacts => {
  const { id, state, title, owner, contributorWallet, deadline } = mission
  return {
    ...{ id, state, title, owner, contributorWallet, deadline },
    milestones: mission.milestones.map(({ verified, status }) => ({ verified, status })),
    proofs: mission.proofs.map(({ status, submittedBy }) => ({ status, submittedBy })),
  }
}

/** Whether an open record waits for nothing but more time, because a deadline has passed. */
export const isStuck = (steps: readonly Pick<Step<string, string>, 'does'>[]): boolean =>
  steps.some(({ does }) => does === MORE_TIME.does)

const MORE_TIME = {
  by: 'owner',
  does: 'gives more time, or closes it: its day has passed',
  until: null,
  closes: false,
  aside: false,
} as const

/** The steps that are open today. If only optional ones are left, the owner has to give more time. */
function openSteps<A extends string, D extends string>(
  steps: readonly Step<A, D>[],
  days: Readonly<Record<D, string>>,
  today: string,
): readonly Step<A | 'owner', D>[] {
  const open = steps.filter(({ closes, until }) => !(closes && until !== null && days[until] < today))
  return open.length > 0 && open.every(({ aside }) => aside) ? [MORE_TIME, ...open] : open
}

/** @param today the service's UTC date. */
export const challengeAwaits = (
  challenge: Pick<ChallengeFacts, 'state' | 'submissions' | ChallengeDeadline>,
  today: string,
) => openSteps(challengeSteps(challenge), challenge, today)

/** @param today the service's UTC date. */
export const missionAwaits = (mission: Pick<MissionFacts, 'state' | 'deadline'>, today: string) =>
  openSteps(missionSteps(mission.state), mission, today)
