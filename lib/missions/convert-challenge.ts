import { z } from 'zod'
import { CHALLENGE, lockChallenge } from '@/lib/challenges/load'
import { challengeMachine } from '@/lib/challenges/states'
import { type RecordCommand, requireOwner } from '@/lib/context'
import { findOne, hasRow } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { expired } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { requireAllowed } from '@/lib/machine/machine'
import { faultOfDeadline, insertMission, requireOtherContributor } from '@/lib/missions/create-mission'
import type { ConvertChallenge } from '@/lib/missions/schemas'
import { showMission } from '@/lib/missions/views'
import { moveOf, writeChange } from '@/lib/records/record-change'

const ConvertedRow = z.object({
  decisionUrl: z.string().nullable(),
  missionId: z.string().nullable(),
  missionHidden: z.boolean(),
})

/**
 * Turns a verified decision into a mission, in one statement. The mission's first event names the hash of the challenge's
 * `converted` event: a receipt signs the mission's history, and thus the challenge's up to its conversion. A repeated
 * conversion by the owner responds with the same mission and 200, whatever the key (docs/decisions.md#challenges).
 */
export const convertChallenge: RecordCommand<typeof ConvertChallenge> = async (ctx, { params, body }) => {
  const fault = faultOfDeadline(body.deadline, ctx.at)
  // A repeated conversion succeeds even if its deadline has ended meanwhile.
  const converted = sql`SELECT id FROM "Mission" WHERE "challengeId" = ${params.id}::uuid`
  if (fault && !(await hasRow(ctx.tx, converted))) throw fault
  const [challenge, facts] = await Promise.all([
    lockChallenge(ctx, params.id),
    findOne(
      ctx.tx,
      sql`SELECT (SELECT "decisionUrl" FROM "Decision" WHERE "challengeId" = ${params.id}::uuid AND status = 'verified') AS "decisionUrl",
        (SELECT id FROM "Mission" WHERE "challengeId" = ${params.id}::uuid) AS "missionId",
        EXISTS (SELECT 1 FROM "Mission" WHERE "challengeId" = ${params.id}::uuid AND "hiddenAt" IS NOT NULL) AS "missionHidden"`,
      ConvertedRow,
    ),
  ])
  requireOwner(challenge, ctx.caller.wallet)
  if (facts?.missionHidden) throw expired('The mission of this challenge was hidden by a moderator.')
  if (facts?.missionId) return { show: showMission(facts.missionId), status: 200 }
  requireOtherContributor(body, challenge.owner)
  requireAllowed(challengeMachine, challenge.state, 'convert')

  const missionId = uuidv7(ctx.at.getTime())
  const { to, event } = moveOf(ctx, CHALLENGE, challenge, 'convert', { kind: 'converted', data: { missionId } })
  const terms = {
    ...body,
    title: challenge.title,
    summary: challenge.prompt,
    definitionOfDone: body.deliverable,
    challengeId: challenge.id,
    challengeHead: event.hash,
    decisionUrl: facts?.decisionUrl ?? undefined,
  }
  const { rows } = insertMission(terms, ctx, sql`SELECT id FROM moved`, missionId)
  writeChange(ctx, CHALLENGE, challenge, to, [event], { rows })
  return { show: showMission(missionId) }
}
