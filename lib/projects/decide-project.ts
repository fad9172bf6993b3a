import type { RecordCommand } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { forbidden } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'
import { addPart, lockToGrow } from '@/lib/projects/add-part'
import type { DecideProject } from '@/lib/projects/schemas'
import { findJudgedContent } from '@/lib/projects/verification'
import { showDecision } from '@/lib/projects/views'

/** A named reviewer approves or rejects a project. This opinion verifies nothing and changes no state. */
export const decideProject: RecordCommand<typeof DecideProject> = async (ctx, { params, body }) => {
  const [growing, judged] = await Promise.all([
    lockToGrow(ctx, params.id, 'project-decision'),
    findJudgedContent(ctx.tx, params.id),
  ])
  const { project } = growing
  const { wallet } = ctx.caller
  if (project.owner === wallet) throw forbidden('You own this mission, so you cannot decide on it.')
  if (project.contributorWallet === wallet)
    throw forbidden('You are the contributor of this mission, so you cannot decide on it.')

  const { verdict, reason, reviewerName } = body
  const id = uuidv7(ctx.at.getTime())
  const contentHash = jcsHash(judged?.content ?? null)
  const decided = { decidedBy: wallet, decidedAt: ctx.at.toISOString(), contentHash, signed: false }
  return addPart(ctx, growing, {
    content: { id, verdict, reason, reviewerName, ...decided },
    eventData: { decisionId: id, verdict, signed: false },
    insert: sql`INSERT INTO "ProjectDecision" (id, "missionId", verdict, reason, "reviewerName", "decidedBy", "decidedAt", signed, "contentHash")
      VALUES (${id}::uuid, ${project.id}::uuid, ${verdict}::"Verdict", ${reason}, ${reviewerName}, ${wallet}, ${ctx.at}, false, ${contentHash})`,
    again: 'You have decided on this mission as it stands. Decide again once the mission has changed.',
    show: showDecision(id),
  })
}
