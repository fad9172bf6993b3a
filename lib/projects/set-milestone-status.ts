import { z } from 'zod'
import { type CommandResult, requireOwner, type WriteContext } from '@/lib/context'
import { MILESTONE_REMARKS_MAX } from '@/lib/contract/limits'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, notFound } from '@/lib/errors'
import { type LoadedMission, lockMission, MISSION } from '@/lib/missions/load'
import { hasOpenTerms, isOpen } from '@/lib/missions/states'
import { milestonesChanged } from '@/lib/notifications/notices'
import { MILESTONE_STATUSES, type SetMilestoneStatus } from '@/lib/projects/schemas'
import { showMilestone } from '@/lib/projects/views'
import { recordChange } from '@/lib/records/record-change'
import { quoted } from '@/lib/text/quoted'

type Status = z.output<typeof SetMilestoneStatus>['status']

const MilestoneRow = z.object({
  title: z.string(),
  status: z.enum(MILESTONE_STATUSES),
  required: z.boolean(),
  verified: z.boolean(),
  /** Whether one of its proofs awaits review. */
  waiting: z.boolean(),
  /** Whether a moderator hid a proof of it that a verifier approved. Restored, it verifies the milestone again, unless that is cancelled. */
  approvedHidden: z.boolean(),
  /** Other required milestones that are neither cancelled nor verified; a released mission may have verified ones. */
  requiredBeside: z.int(),
  /** How often the owner has set milestones of this project. */
  remarks: z.int(),
})
type MilestoneFacts = z.infer<typeof MilestoneRow>

const EVENT = 'milestone-set'

const SET_WORDS: Readonly<Record<Status, (title: string) => string>> = {
  Pending: (title) => `set the milestone ${quoted(title)} to pending`,
  Delivered: (title) => `noted the milestone ${quoted(title)} as delivered`,
  Cancelled: (title) => `cancelled the milestone ${quoted(title)}`,
}

const factsOf = (
  id: string,
  missionId: string,
) => sql`SELECT s.title, s.status, s.required, s."verifiedProofId" IS NOT NULL AS verified,
    EXISTS (SELECT 1 FROM "Proof" p WHERE p."milestoneId" = s.id AND p.status = 'submitted' AND p."hiddenAt" IS NULL) AS waiting,
    EXISTS (SELECT 1 FROM "Proof" p WHERE p."milestoneId" = s.id AND p.status = 'verified' AND p."hiddenAt" IS NOT NULL) AS "approvedHidden",
    (SELECT count(*)::int FROM "Milestone" o WHERE o."missionId" = s."missionId" AND o.id <> s.id AND o.required
      AND o.status <> 'Cancelled' AND o."verifiedProofId" IS NULL) AS "requiredBeside",
    (SELECT count(*)::int FROM "HistoryEvent" h WHERE h."recordId" = s."missionId" AND h.kind = ${EVENT}) AS remarks
  FROM "Milestone" s WHERE s.id = ${id}::uuid AND s."missionId" = ${missionId}::uuid`

/** Why a milestone cannot get this status (docs/decisions.md#missions-milestones-proof), or null. */
function refusalOf(project: LoadedMission, facts: MilestoneFacts, status: Status): string | null {
  if (!isOpen(project.state)) return 'This mission has its outcome: its milestones stand.'
  if (facts.remarks >= MILESTONE_REMARKS_MAX)
    return 'The milestones of this mission were set too often to be set again.'
  const changesTerms = status === 'Cancelled' || facts.status === 'Cancelled'
  if (changesTerms && facts.required && !hasOpenTerms(project.state))
    return 'This mission is claimed, so its required milestones can be neither cancelled nor brought back.'
  if (status !== 'Cancelled') return null
  if (facts.verified) return 'This milestone is verified, so it cannot be cancelled.'
  if (facts.approvedHidden)
    return 'A moderator hid an approved proof of this milestone and may restore it, so the milestone cannot be cancelled.'
  if (facts.waiting) return 'A proof for this milestone waits for its review.'
  if (facts.required && facts.requiredBeside === 0)
    return 'The last required milestone that is left cannot be cancelled.'
  return null
}

/** The owner sets a milestone's status, which never verifies it. Setting the present status writes no event. */
export async function setMilestoneStatus(
  ctx: WriteContext,
  { params, body }: { params: { id: string; milestoneId: string }; body: z.output<typeof SetMilestoneStatus> },
): Promise<CommandResult> {
  const [project, facts] = await Promise.all([
    lockMission(ctx, params.id),
    findOne(ctx.tx, factsOf(params.milestoneId, params.id), MilestoneRow),
  ])
  if (!facts) throw notFound('There is no such milestone on this mission.')
  requireOwner(project, ctx.caller.wallet)
  const { milestoneId } = params
  const { status } = body
  const refusal = refusalOf(project, facts, status)
  if (refusal) throw conflict(refusal)
  if (status === facts.status) return { show: showMilestone(milestoneId) }

  recordChange(ctx, MISSION, project, null, {
    event: { kind: EVENT, data: { milestoneId, was: facts.status, status } },
    notify: milestonesChanged(project, project.contributorWallet, SET_WORDS[status](facts.title)),
    rows: {
      set_status: sql`UPDATE "Milestone" SET status = ${status}::"MilestoneStatus" WHERE id = ${milestoneId}::uuid`,
    },
  })
  return { show: showMilestone(milestoneId) }
}
