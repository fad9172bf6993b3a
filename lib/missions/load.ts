import { z } from 'zod'
import type { WriteContext } from '@/lib/context'
import { type Db, findOne } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { expired } from '@/lib/errors'
import { HistoryHead } from '@/lib/history/chain'
import { follow, HEAD_COLUMNS } from '@/lib/history/record'
import { missionNotFound } from '@/lib/missions/queries'
import { MISSION_STATES, type MissionState, type MissionTrigger, missionMachine } from '@/lib/missions/states'
import type { RecordKind } from '@/lib/records/record-change'

const MissionRow = HistoryHead.extend({
  id: z.string(),
  state: z.enum(MISSION_STATES),
  owner: z.string(),
  title: z.string(),
  deadline: z.string(),
  contributorWallet: z.string().nullable(),
  designatedWallet: z.string().nullable(),
  hidden: z.boolean(),
})
export type LoadedMission = z.infer<typeof MissionRow>

/**
 * Loads a mission for a write. After waiting for a lock, only the row itself is current: read the mission's other tables
 * in a later statement.
 * @param which SQL for the mission's id. @param missing the refusal if there is none.
 * @throws Refusal `not_found`, or `expired` if a moderator hid it.
 */
export async function loadMission(
  executor: Db,
  which: Sql,
  lock: boolean,
  missing = missionNotFound,
): Promise<LoadedMission> {
  const mission = await findOne(
    executor,
    sql`SELECT id, state, owner, title, to_char(deadline, 'YYYY-MM-DD') AS deadline, "contributorWallet", "designatedWallet",
        ${HEAD_COLUMNS}, "hiddenAt" IS NOT NULL AS hidden
      FROM "Mission" WHERE id = (${which}) ${lock ? sql`FOR UPDATE` : sql``}`,
    MissionRow,
  )
  if (!mission) throw missing()
  if (mission.hidden) throw expired('This mission was hidden by a moderator.')
  return mission
}

/** Loads a mission and locks it until the transaction ends. The write happens after the mission's last event. */
export async function lockMissionOf(ctx: WriteContext, which: Sql, missing = missionNotFound): Promise<LoadedMission> {
  const mission = await loadMission(ctx.tx, which, true, missing)
  follow(ctx, mission)
  return mission
}

/** The same for the mission named in the path. */
export const lockMission = (ctx: WriteContext, id: string) => lockMissionOf(ctx, sql`${id}::uuid`)

export const MISSION: RecordKind<MissionState, MissionTrigger> = {
  table: '"Mission"',
  stateType: '"MissionState"',
  machine: missionMachine,
  isDated: true,
  changed: 'The mission has moved a moment ago. Read it again.',
}
