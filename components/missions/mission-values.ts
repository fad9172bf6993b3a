import { blank } from '@/components/forms/use-form'
import { FIRST_MILESTONE, type MilestoneDraft, milestonesBody } from '@/components/missions/milestone-drafts'
import type { RequestInput } from '@/lib/api/client'
import type { createMission } from '@/lib/missions/contract'
import { APPROVAL_RULE } from '@/lib/missions/schemas'

const MILESTONES: readonly MilestoneDraft[] = [FIRST_MILESTONE]
/** What is typed into the form of a mission or project. */
export const NO_MISSION_VALUES = {
  sourceUrl: '',
  title: '',
  summary: '',
  deliverable: '',
  definitionOfDone: '',
  requiredProof: '',
  rewardTerms: '',
  deadline: '',
  milestones: MILESTONES,
  contributorWallet: '',
  bountyAmount: '',
  bountyCurrency: '',
  bountyChainId: '',
  bountyTxHash: '',
}

export type MissionValues = typeof NO_MISSION_VALUES

/** As the contract takes them. */
export const missionBody = ({ milestones, ...texts }: MissionValues): RequestInput<typeof createMission>['body'] => ({
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
