import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { allows, next } from '@/lib/machine/machine'
import { lockMission, moveMission } from '@/lib/missions/load'
import { missionMachine } from '@/lib/missions/states'
import { showMission } from '@/lib/missions/views'
import { missionClaimed } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

/** The caller becomes the contributor. */
export async function claimMission(ctx: WriteContext, { params }: { params: { id: string } }): Promise<Shown> {
  const mission = await lockMission(ctx, params.id)
  const { wallet } = ctx.caller
  if (mission.owner === wallet) throw forbidden('The owner cannot claim their own mission.')
  // Until the claim the contributor is the designated one. An older version beside this one names it in that column alone.
  const isOpen = allows(missionMachine, mission.state, 'claim')
  const designated = isOpen ? mission.contributorWallet : mission.designatedWallet
  if (designated !== null && designated !== wallet)
    throw forbidden('This mission is reserved for its designated contributor.')
  const to = next(missionMachine, mission.state, 'claim')

  const event = eventOf(mission, ctx, {
    kind: 'mission-claimed',
    from: mission.state,
    to,
    data: { contributorWallet: wallet },
  })
  const moved = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveMission(mission, to, event, ctx, sql`, "contributorWallet" = ${wallet}`)}),
      event AS (${insertHistory(event)}), told AS (${insertNotices([missionClaimed(mission)], wallet, ctx.at)}) SELECT id FROM moved`,
  )
  if (!moved) throw conflict('This mission was claimed a moment ago.')
  return { show: showMission(mission.id) }
}
