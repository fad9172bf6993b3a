import { z } from 'zod'
import { hasEnded } from '@/lib/clock'
import type { RecordCommand } from '@/lib/context'
import { CLAIM_IDLE_DAYS, RELEASES_MAX } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/durations'
import { conflict, forbidden } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { requireAllowed } from '@/lib/machine/machine'
import { lockMission, MISSION } from '@/lib/missions/load'
import type { ReleaseMission } from '@/lib/missions/schemas'
import { missionMachine, WORK_EVENTS } from '@/lib/missions/states'
import { showMission } from '@/lib/missions/views'
import { missionReleased } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'

const IDLE_MS = CLAIM_IDLE_DAYS * DAY_MS

const EVENT = 'mission-released'

const WorkRow = z.object({ since: z.date().nullable(), givenBack: z.int() })

/**
 * Ends a claim: by the contributor, or by the owner after the deadline or a long idle time. Verified milestones stay verified.
 * The mission can be claimed again, only by the designated wallet if there is one. Only what contributors give back is
 * counted and capped: otherwise they could use up the releases of the owner, who can only release what time has made overdue.
 */
export const releaseMission: RecordCommand<typeof ReleaseMission> = async (ctx, { params, body: { reason } }) => {
  const [mission, { since, givenBack }] = await Promise.all([
    lockMission(ctx, params.id),
    one(
      ctx.tx,
      sql`SELECT max(at) FILTER (WHERE kind = ANY(${WORK_EVENTS}::text[])) AS since,
        (count(*) FILTER (WHERE kind = ${EVENT} AND data->>'by' = 'contributor'))::int AS "givenBack"
        FROM "HistoryEvent" WHERE "recordId" = ${params.id}::uuid`,
      WorkRow,
    ),
  ])
  const { contributorWallet } = mission
  const isContributor = contributorWallet === ctx.caller.wallet
  if (!isContributor && mission.owner !== ctx.caller.wallet)
    throw forbidden('Only the contributor and the owner may release a claim.')
  const trigger = isContributor ? 'release' : 'release-overdue'
  requireAllowed(missionMachine, mission.state, trigger)
  const isIdle = since !== null && ctx.at.getTime() - since.getTime() >= IDLE_MS
  if (!isContributor && !isIdle && !hasEnded(mission.deadline, ctx.at))
    throw conflict(
      `The owner releases a claim once the day of the deadline has ended (UTC), or ${CLAIM_IDLE_DAYS} days have passed without a proof.`,
    )
  if (isContributor && givenBack >= RELEASES_MAX)
    throw conflict(
      `Contributors give a mission back ${RELEASES_MAX} times at most. Its owner releases it once it is overdue.`,
    )

  const by = isContributor ? 'contributor' : 'owner'
  const releaseId = uuidv7(ctx.at.getTime())
  recordChange(ctx, MISSION, mission, trigger, {
    event: { kind: EVENT, data: { releaseId, reason, by, contributorWallet } },
    set: sql`, "contributorWallet" = "designatedWallet"`,
    rows: {
      released: sql`INSERT INTO "Release" (id, "missionId", "releasedBy", reason, "releasedAt")
        VALUES (${releaseId}::uuid, ${mission.id}::uuid, ${ctx.caller.wallet}, ${reason}, ${ctx.at})`,
    },
    notify: missionReleased(mission, contributorWallet, by),
  })
  return { show: showMission(mission.id) }
}
