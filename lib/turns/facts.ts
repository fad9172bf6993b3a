import { z } from 'zod'
import { ChallengeView } from '@/lib/challenges/schemas'
import { Id, Timestamp } from '@/lib/contract/fields'
import { MilestoneView, MissionView, ProofView } from '@/lib/missions/schemas'
import { RECORD_TYPES } from '@/lib/moderation/schemas'
import { ReceiptSummary } from '@/lib/receipts/schemas'
import { PreparedView } from '@/lib/turns/schemas'

const Link = z.object({ id: Id }).nullable()
const ChallengeRow = ChallengeView.pick({
  id: true,
  state: true,
  title: true,
  owner: true,
  submissionDeadline: true,
  decisionDeadline: true,
}).extend({ submissions: z.object({ A: Link, B: Link }), since: Timestamp })

const MissionRow = MissionView.pick({
  id: true,
  state: true,
  title: true,
  owner: true,
  contributorWallet: true,
  deadline: true,
}).extend({
  milestones: z.array(MilestoneView.pick({ verified: true, status: true })),
  proofs: z.array(ProofView.pick({ status: true, submittedBy: true })),
  since: Timestamp,
})

const ReportRow = z.object({ recordType: z.enum(RECORD_TYPES), recordId: Id, title: z.string(), since: Timestamp })

/** What the rules look at: of the caller's own records, of those that they may judge, and of what was reported. */
export const FactsRow = z.object({
  challenges: z.array(ChallengeRow),
  missions: z.array(MissionRow),
  decisions: z.array(ChallengeRow),
  proofs: z.array(MissionRow),
  reports: z.array(ReportRow),
  signatures: z.array(PreparedView),
  receipts: z.array(ReceiptSummary),
  unread: z.int(),
  due: z.boolean(),
})
export type Facts = z.infer<typeof FactsRow>
