import { z } from 'zod'
import { type RecordCommand, requireOwner } from '@/lib/context'
import { MILESTONES_MAX } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { lockMission, MISSION } from '@/lib/missions/load'
import type { MilestoneInput } from '@/lib/missions/schemas'
import { hasOpenTerms, takesMilestones } from '@/lib/missions/states'
import { milestonesChanged } from '@/lib/notifications/notices'
import { showMilestone } from '@/lib/projects/views'
import { recordChange } from '@/lib/records/record-change'
import { quoted } from '@/lib/text/quoted'

const PlaceRow = z.object({ count: z.int(), last: z.int() })

/** The owner adds a milestone. After the claim only optional milestones can be added. */
export const addMilestone: RecordCommand<typeof MilestoneInput> = async (ctx, { params, body }) => {
  const [project, held] = await Promise.all([
    lockMission(ctx, params.id),
    one(
      ctx.tx,
      sql`SELECT count(*)::int AS count, coalesce(max(position), 0) AS last FROM "Milestone" WHERE "missionId" = ${params.id}::uuid`,
      PlaceRow,
    ),
  ])
  requireOwner(project, ctx.caller.wallet)
  if (!takesMilestones(project.state))
    throw conflict('This mission is verified or has its outcome: its milestones stand.')
  if (body.required && !hasOpenTerms(project.state))
    throw conflict('This mission is claimed, so only optional milestones can be added.')
  if (held.count >= MILESTONES_MAX) throw conflict(`A mission has ${MILESTONES_MAX} milestones at most.`)

  const { title, amount = null, required } = body
  const milestone = { id: uuidv7(ctx.at.getTime()), position: held.last + 1, title, amount, required }
  const { id, position } = milestone
  recordChange(ctx, MISSION, project, null, {
    event: { kind: 'milestone-added', data: { milestone } },
    notify: milestonesChanged(project, project.contributorWallet, `added the milestone ${quoted(title)}`),
    rows: {
      added: sql`INSERT INTO "Milestone" (id, "missionId", position, title, amount, required, status)
        VALUES (${id}::uuid, ${project.id}::uuid, ${position}, ${title}, ${amount}, ${required}, 'Pending')`,
    },
  })
  return { show: showMilestone(id) }
}
