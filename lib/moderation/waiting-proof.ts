import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { allows, next } from '@/lib/machine/machine'
import { type MissionState, missionMachine } from '@/lib/missions/states'

// A proof that waits for its review holds its mission. Hidden, it lets go of it, so that another can be submitted; shown
// again, it takes its place again, if that is free.

/** The ways by which a proof begins to wait, as the mission's own table has them. */
const ways = missionMachine.rows.filter((row) => row.on === 'submit-proof')

export interface WaitingFacts {
  /** Whether it was never reviewed. */
  unreviewed: boolean
  /** The state of the mission before a proof last began to wait. */
  before: string | null
  /** Whether another shown proof of the mission was not reviewed either. */
  otherWaits: boolean
  /** Whether its milestone takes no proof any more. */
  closed: boolean
}

/** What a proof's hiding depends on. Sent after the mission was locked. */
export function findWaitingFacts(executor: Db, proofId: string): Promise<WaitingFacts | null> {
  return findOne<WaitingFacts>(
    executor,
    sql`SELECT p.status = 'submitted' AS unreviewed,
      (SELECT h."from" FROM "HistoryEvent" h WHERE h."recordId" = p."missionId" AND h."to" = ANY(${ways.map((row) => row.to)}::text[])
        ORDER BY h.seq DESC LIMIT 1) AS before,
      EXISTS (SELECT 1 FROM "Proof" o WHERE o."missionId" = p."missionId" AND o.id <> p.id AND o.status = 'submitted'
        AND o."hiddenAt" IS NULL) AS "otherWaits",
      s."verifiedProofId" IS NOT NULL OR s.status = 'Cancelled' AS closed
      FROM "Proof" p JOIN "Milestone" s ON s.id = p."milestoneId" WHERE p.id = ${proofId}::uuid`,
  )
}

/** Where a mission goes when a proof of it is hidden; its own state when the proof does not hold it. */
export function stateWithout(facts: WaitingFacts, state: MissionState): MissionState {
  const way = ways.find((row) => row.to === state && row.from === facts.before)
  return facts.unreviewed && way?.from ? way.from : state
}

/**
 * Where a mission goes when a proof of it is shown again: a proof without a review waits again while the mission runs.
 * @throws Refusal `conflict` when it cannot.
 */
export function stateWith(facts: WaitingFacts, state: MissionState): MissionState {
  if (!facts.unreviewed) return state
  if (facts.otherWaits)
    throw conflict('Another proof of this mission waits for its review. Restore this one when that is reviewed.')
  if (!allows(missionMachine, state, 'submit-proof')) return state
  if (facts.closed)
    throw conflict('The milestone of this proof takes no proof any more, so it cannot wait while the mission runs.')
  return next(missionMachine, state, 'submit-proof')
}
