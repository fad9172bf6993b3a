import { blank } from '@/components/forms/use-form'
import type { RequestInput } from '@/lib/api/request'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import type { createProject } from '@/lib/projects/contract'

export interface MilestoneDraft {
  /** React key of the row while rows are moved; it is not sent. */
  readonly key: string
  readonly title: string
  readonly amount: string
  readonly required: boolean
}

/** The first row of every list. */
export const FIRST_MILESTONE: MilestoneDraft = { key: 'first', title: '', amount: '', required: true }

/** The milestones of the request. */
export const milestonesBody = (drafts: readonly MilestoneDraft[]) =>
  drafts.map(({ title, amount, required }) => ({ title, amount: blank(amount), required }))

export const FIRST_MILESTONES: readonly MilestoneDraft[] = [FIRST_MILESTONE]

export const NO_MISSION_VALUES = {
  sourceUrl: '',
  title: '',
  summary: '',
  deliverable: '',
  definitionOfDone: '',
  requiredProof: '',
  rewardTerms: '',
  deadline: '',
  milestones: FIRST_MILESTONES,
  contributorWallet: '',
  bountyAmount: '',
  bountyCurrency: '',
  bountyChainId: '',
  bountyTxHash: '',
}

export type MissionValues = typeof NO_MISSION_VALUES

/** The body of the request. */
export const missionBody = ({ milestones, ...texts }: MissionValues): RequestInput<typeof createProject>['body'] => ({
  ...texts,
  deliverable: blank(texts.deliverable),
  rewardTerms: blank(texts.rewardTerms),
  contributorWallet: blank(texts.contributorWallet),
  bountyAmount: blank(texts.bountyAmount),
  bountyCurrency: blank(texts.bountyCurrency),
  bountyChainId: blank(texts.bountyChainId),
  bountyTxHash: blank(texts.bountyTxHash),
  approvalRule: APPROVAL_RULE,
  milestones: milestonesBody(milestones),
})

/** Moves one row to another position. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_row, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}
