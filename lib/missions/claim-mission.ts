import { hasEnded } from '@/lib/clock'
import type { CommandResult, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { allows, requireAllowed } from '@/lib/machine/machine'
import { lockMission, MISSION } from '@/lib/missions/load'
import { CLAIM_ENDED, IS_RESERVED, missionMachine } from '@/lib/missions/states'
import { showMission } from '@/lib/missions/views'
import { missionClaimed } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'

/** The caller becomes the contributor. */
export async function claimMission(ctx: WriteContext, { params }: { params: { id: string } }): Promise<CommandResult> {
  const mission = await lockMission(ctx, params.id)
  const { wallet } = ctx.caller
  if (mission.owner === wallet) throw forbidden('The owner cannot claim their own mission.')
  // Before the claim, `contributorWallet` is the designated wallet. A previous version of the service that still runs sets only
  // this column.
  const isOpen = allows(missionMachine, mission.state, 'claim')
  const designated = isOpen ? mission.contributorWallet : mission.designatedWallet
  if (designated !== null && designated !== wallet) throw forbidden(IS_RESERVED)
  requireAllowed(missionMachine, mission.state, 'claim')
  if (hasEnded(mission.deadline, ctx.at)) throw conflict(CLAIM_ENDED)
  recordChange(ctx, MISSION, mission, 'claim', {
    event: { kind: 'mission-claimed', data: { contributorWallet: wallet } },
    set: sql`, "contributorWallet" = ${wallet}, "designatedWallet" = coalesce("designatedWallet", "contributorWallet")`,
    notify: [missionClaimed(mission)],
  })
  return { show: showMission(mission.id) }
}
