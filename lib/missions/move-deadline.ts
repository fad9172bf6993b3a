import { type RecordCommand, requireOwner } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { lockMission, MISSION } from '@/lib/missions/load'
import type { MoveDeadline } from '@/lib/missions/schemas'
import { HAS_ENDED, isOpen } from '@/lib/missions/states'
import { showMission } from '@/lib/missions/views'
import { missionDeadlineMoved } from '@/lib/notifications/notices'
import {
  countMoves,
  deadlineMovedEvent,
  requireForward,
  requireMovesLeft,
  requireNotPast,
} from '@/lib/records/deadline'
import { recordChange } from '@/lib/records/record-change'

/** The owner moves the deadline forward. A late proof stays late. */
export const moveDeadline: RecordCommand<typeof MoveDeadline> = async (ctx, { params, body: { deadline, reason } }) => {
  requireNotPast('deadline', deadline, ctx.at)
  const [mission, moves] = await Promise.all([lockMission(ctx, params.id), countMoves(ctx.tx, params.id)])
  requireOwner(mission, ctx.caller.wallet)
  if (!isOpen(mission.state)) throw conflict(HAS_ENDED)
  requireForward('deadline', deadline, mission.deadline)
  requireMovesLeft(moves)
  recordChange(ctx, MISSION, mission, null, {
    event: deadlineMovedEvent({ reason, deadline, previous: mission.deadline }),
    set: sql`, deadline = ${deadline}::date`,
    notify: missionDeadlineMoved(mission, mission.contributorWallet),
  })
  return { show: showMission(mission.id) }
}
