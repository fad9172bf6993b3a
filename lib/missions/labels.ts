import type { z } from 'zod'
import { CLAIM_IDLE_DAYS } from '@/lib/contract/limits'
import { type Label, type StateLabel, stepsFrom, type TriggerLabel } from '@/lib/machine/labels'
import type { MissionView, PROOF_KINDS, PROOF_STATUSES, ReviewVerdictWord } from '@/lib/missions/schemas'
import {
  CLAIM_ENDED,
  type MissionActor,
  type MissionState,
  type MissionTrigger,
  missionMachine,
  type OutcomeWord,
} from '@/lib/missions/states'
import type { SEED_KINDS } from '@/lib/seeds/schemas'
import { plural } from '@/lib/text/plural'

export const MISSION_STATE_LABELS: Readonly<Record<MissionState, StateLabel>> = {
  SEED: {
    word: 'Looking for a contributor',
    tone: 'growing',
    mark: 'seed',
    meaning: 'The terms stand, and nobody holds it.',
  },
  CLAIMED: {
    word: 'Claimed',
    tone: 'growing',
    mark: 'hand',
    meaning: 'A contributor has taken it on and works towards a proof.',
  },
  GROWING: {
    word: 'In progress',
    tone: 'growing',
    mark: 'sprout',
    meaning: 'Work goes on: a milestone was verified, and required ones remain.',
  },
  PROOF_SUBMITTED: {
    word: 'Proof submitted',
    tone: 'waiting',
    mark: 'lens',
    meaning: 'A proof waits for a verifier. Until it is reviewed, nothing is verified by it.',
  },
  CHANGES_REQUESTED: {
    word: 'Changes requested',
    tone: 'waiting',
    mark: 'pencil',
    meaning: 'A verifier sent the last proof back with a reason. Another attempt is welcome.',
  },
  VERIFIED: {
    word: 'Verified',
    tone: 'done',
    mark: 'seal',
    meaning: 'Every required milestone is verified. Its owner records the outcome.',
  },
  COMPLETED: {
    word: 'Completed',
    tone: 'done',
    mark: 'flower',
    meaning: 'Done and recorded. The receipt is permanent.',
  },
  FAILED: {
    word: 'Failed',
    tone: 'refused',
    mark: 'cross',
    meaning: 'It ended without success. The receipt keeps what was tried.',
  },
  ABANDONED: {
    word: 'Abandoned',
    tone: 'resting',
    mark: 'leaf',
    meaning: 'It was given up. The receipt keeps what was done until then.',
  },
}

/** The states of a successful mission, for the stepper. */
export const MISSION_PATH = [
  'SEED',
  'CLAIMED',
  'GROWING',
  'VERIFIED',
  'COMPLETED',
] as const satisfies readonly MissionState[]

/** The step at which the stepper shows each other state. */
export const MISSION_DETOURS: Readonly<Partial<Record<MissionState, (typeof MISSION_PATH)[number]>>> = {
  PROOF_SUBMITTED: 'GROWING',
  CHANGES_REQUESTED: 'GROWING',
}

export const MISSION_TRIGGER_LABELS: Readonly<Record<MissionTrigger, TriggerLabel<'deadline'>>> = {
  create: { does: 'publishes the mission' },
  claim: {
    does: 'claims the mission',
    until: 'deadline',
    closed: CLAIM_ENDED,
  },
  release: { does: 'may give the mission back with a public reason', aside: true },
  'release-overdue': {
    does: `may release the claim once the deadline has passed, or ${CLAIM_IDLE_DAYS} days without a proof`,
    aside: true,
  },
  'submit-proof': { does: 'submits proof for a milestone', until: 'deadline' },
  'review-approve': { does: 'reviews the waiting proof and signs the verdict' },
  'review-request-changes': { does: 'reviews the waiting proof and signs the verdict' },
  'review-reject': { does: 'reviews the waiting proof and signs the verdict' },
  'complete-completed': { does: 'records the outcome, which issues the receipt' },
  'complete-failed': { does: 'may end it as failed or abandoned, with a statement', aside: true },
  'complete-abandoned': { does: 'may end it as failed or abandoned, with a statement', aside: true },
  expire: { does: 'may end it as expired once the day of the deadline has ended', aside: true },
  'hide-proof': { does: 'hides a proof', unasked: true },
  'restore-proof': { does: 'restores a proof', unasked: true },
}

export const MISSION_ACTOR_LABELS: Readonly<Record<MissionActor, string>> = {
  wallet: 'Any signed-in wallet but the owner’s',
  owner: 'The owner',
  contributor: 'The contributor',
  verifier: 'A verifier who is not involved',
  anyone: 'Any signed-in wallet',
  moderator: 'A moderator',
}

/** Who acts next on a mission, what they do, and until when. */
export const missionSteps = (state: MissionState) => stepsFrom(missionMachine, state, MISSION_TRIGGER_LABELS)

export const PROOF_STATUS_LABELS: Readonly<Record<(typeof PROOF_STATUSES)[number], Label>> = {
  submitted: { word: 'Submitted, not reviewed', tone: 'waiting', mark: 'lens' },
  verified: { word: 'Verified', tone: 'done', mark: 'seal' },
  'changes-requested': { word: 'Changes requested', tone: 'waiting', mark: 'pencil' },
  rejected: { word: 'Rejected', tone: 'refused', mark: 'cross' },
}

export const VERDICT_LABELS: Readonly<Record<z.infer<typeof ReviewVerdictWord>, Label>> = {
  approve: { word: 'Approved', tone: 'done', mark: 'seal' },
  'request-changes': { word: 'Changes requested', tone: 'waiting', mark: 'pencil' },
  reject: { word: 'Rejected', tone: 'refused', mark: 'cross' },
}

export const PROOF_KIND_LABELS: Readonly<Record<(typeof PROOF_KINDS)[number], string>> = {
  Link: 'Link',
  Transaction: 'Transaction',
  CodeHost: 'Source code',
  Deliverable: 'Deliverable',
}

type Milestone = Pick<MissionView['milestones'][number], 'status' | 'verified' | 'required'>

const MILESTONE_LABELS: Readonly<Record<Milestone['status'], Label>> = {
  Pending: { word: 'Not verified yet', tone: 'resting', mark: 'outline' },
  Delivered: { word: 'Delivered, says the owner; not verified', tone: 'waiting', mark: 'hourglass' },
  Cancelled: { word: 'Cancelled', tone: 'refused', mark: 'cross' },
}

/**
 * Only a verifier's signature makes a milestone verified; the owner's remark never does.
 * @param ended whether the mission has ended, so that the milestone is no longer pending.
 */
export function milestoneLabel({ verified, status }: Milestone, ended: boolean): Label {
  if (verified) return { word: 'Verified', tone: 'done', mark: 'seal' }
  return ended && status === 'Pending'
    ? { ...MILESTONE_LABELS.Pending, word: 'Not verified' }
    : MILESTONE_LABELS[status]
}

/** `1 of 2 verified`; once what is left is optional, which reads as unfinished by its numbers, that all required ones are. */
export function verifiedWords(milestones: readonly Milestone[]): string {
  const { isEnough, verified, count } = verifiedOf(milestones)
  return isEnough ? `All required verified (${verified} of ${count})` : `${verified} of ${count} verified`
}

/** The same where nothing else names milestones: `1 of 2 milestones verified`. */
export function milestonesWords(milestones: readonly Milestone[]): string {
  const { isEnough, verified, count } = verifiedOf(milestones)
  if (isEnough) return `All required milestones verified (${verified} of ${count})`
  return `${verified} of ${plural(count, 'milestone')} verified`
}

/** How many milestones a verifier has verified, and of how many: those that the owner cancelled are no part of the work. */
function verifiedOf(milestones: readonly Milestone[]) {
  const counted = milestones.filter(({ status }) => status !== 'Cancelled')
  const left = counted.filter(({ verified }) => !verified)
  const isEnough =
    left.length > 0 && counted.some(({ required }) => required) && left.every(({ required }) => !required)
  return { isEnough, verified: counted.length - left.length, count: counted.length }
}

export const OUTCOME_LABELS: Readonly<Record<OutcomeWord, Label>> = {
  completed: { word: 'Completed', tone: 'done', mark: 'flower' },
  failed: { word: 'Failed', tone: 'refused', mark: 'cross' },
  rejected: { word: 'Rejected', tone: 'refused', mark: 'cross' },
  abandoned: { word: 'Abandoned', tone: 'resting', mark: 'leaf' },
  expired: { word: 'Expired', tone: 'resting', mark: 'hourglass' },
}

export const SEED_KIND_LABELS: Readonly<Record<(typeof SEED_KINDS)[number], string>> = {
  'milestone-verified': 'Milestone verified',
  'mission-completed': 'Mission completed',
  'decision-verified': 'Decision verified',
  reversal: 'Reversal',
}

/** The commit or pull request that the URL of a `CodeHost` proof ends in, in words. */
export function codeHostReference(url: string): string | null {
  const match = /\/(commit\/([0-9a-fA-F]{7,64})|pull\/(\d+))$/.exec(new URL(url).pathname)
  if (!match) return null
  return match[2] ? `commit ${match[2].slice(0, 10)}` : `pull request ${match[3]}`
}
