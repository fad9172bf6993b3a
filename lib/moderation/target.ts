import { z } from 'zod'
import { persistEnded } from '@/lib/challenges/deadlines'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import type { WriteContext } from '@/lib/context'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { HistoryHead } from '@/lib/history/chain'
import { follow, HEAD_COLUMNS } from '@/lib/history/record'
import { MISSION_STATES } from '@/lib/missions/states'
import { challengesOf, missionsOf, partFacts, recordNotFound, tableOf } from '@/lib/moderation/records'
import type { RecordType } from '@/lib/moderation/schemas'

const HeldRow = HistoryHead.extend({ id: z.string(), owner: z.string(), title: z.string(), hidden: z.boolean() })
const ChallengeRow = HeldRow.extend({
  kind: z.literal('challenge'),
  state: z.enum(CHALLENGE_STATES),
  submissionDeadline: z.string(),
})
const MissionRow = HeldRow.extend({
  kind: z.literal('mission'),
  state: z.enum(MISSION_STATES),
  contributorWallet: z.string().nullable(),
})
const PartRow = z.object({
  table: z.string(),
  author: z.string().nullable(),
  hidden: z.boolean(),
  hasTwin: z.boolean(),
})

/** A challenge or mission, locked by this transaction. */
export type HeldRecord = z.infer<typeof ChallengeRow> | z.infer<typeof MissionRow>

/** The record that is moderated or reported, hidden or not. */
export interface Target {
  readonly type: RecordType
  readonly id: string
  /** Quoted, for SQL. */
  readonly table: string
  readonly hidden: boolean
  /** The wallet that created it; null where no wallet did. */
  readonly author: string | null
  /** Whether a duplicate is visible, of which only one may be. */
  readonly hasTwin: boolean
  /** The challenge or mission that it is or belongs to. */
  readonly parent: HeldRecord
  /** The records that show it: the challenge that a mission grew from, the mission that grew from a challenge. */
  readonly beside: readonly HeldRecord[]
}

/** Whether it is a challenge or mission itself. */
export const isWhole = ({ id, parent }: Target): boolean => id === parent.id

type Lock = 'UPDATE' | 'SHARE'

const held = (kind: HeldRecord['kind'], own: Sql, ids: Sql, lock: Lock): Sql =>
  sql`SELECT ${kind}::text AS kind, id, state, owner, title, ${HEAD_COLUMNS}, "hiddenAt" IS NOT NULL AS hidden, ${own}
      FROM ${raw(tableOf(kind))} WHERE id IN (${ids}) FOR ${raw(lock)}`

const challengeColumns = sql`to_char("submissionDeadline", 'YYYY-MM-DD') AS "submissionDeadline"`
const missionColumns = sql`"contributorWallet"`

/**
 * Finds a record with its challenge and mission, and locks these until the transaction ends: the challenge before the
 * mission, as everywhere. A challenge that may be changed has its ended submission deadline persisted first.
 * @param id a UUID. @param lock `SHARE` when they will not be changed.
 * @throws Refusal `not_found`.
 */
export async function holdTarget(ctx: WriteContext, type: RecordType, id: string, lock: Lock): Promise<Target> {
  const { tx } = ctx
  const [challenges, missions, [part]] = await Promise.all([
    tx.query(held('challenge', challengeColumns, challengesOf(type, id), lock), ChallengeRow),
    tx.query(held('mission', missionColumns, missionsOf(type, id), lock), MissionRow),
    tx.query(partFacts(type, id), PartRow),
  ])
  if (lock === 'UPDATE') for (const record of [...challenges, ...missions]) follow(ctx, record)
  const current = lock === 'SHARE' ? challenges : challenges.map((challenge) => persistEnded(tx, challenge, ctx.at))
  const records: HeldRecord[] = [...(await Promise.all(current)), ...missions]
  const parent = records.find((record) => (part ? true : record.id === id && record.kind === type))
  if (!parent) throw recordNotFound(type)
  const own = part ?? { table: tableOf(parent.kind), author: parent.owner, hidden: parent.hidden, hasTwin: false }
  return { type, id, ...own, parent, beside: records.filter((record) => record !== parent) }
}
