import { z } from 'zod'
import { type ChallengeState, challengeMachine, LINKING_STATES, takesLinks } from '@/lib/challenges/states'
import { utcDay } from '@/lib/clock'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { allows, next } from '@/lib/machine/machine'
import { isHeld, isOpen, type MissionState, missionMachine } from '@/lib/missions/states'

// How hiding or restoring a proof changes its milestone and mission. A proof that waits for its review blocks its
// mission; hiding it unblocks the mission, so that another proof can be submitted. Hiding the proof that verified a
// milestone ends the verification, unless another visible proof was approved too. Restoring it verifies the milestone
// again, unless another proof has taken its place.

/** The transitions by which a proof blocks its mission. Proofs of optional milestones block no verified mission. */
const ways = missionMachine.rows.filter((row) => row.on === 'submit-proof' && row.to !== row.from)

const ProofRow = z.object({
  milestoneId: z.string(),
  /** Whether it has no review yet. */
  unreviewed: z.boolean(),
  /** Whether a verifier approved it. */
  approved: z.boolean(),
  /** Whether it verifies its milestone, and whether another proof does. */
  verifies: z.boolean(),
  replaced: z.boolean(),
  /** The next two are about its milestone. */
  required: z.boolean(),
  cancelled: z.boolean(),
  /** The number of other required milestones that are neither verified nor cancelled. */
  requiredBeside: z.int(),
  /** The state of the mission before a proof last blocked it. */
  before: z.string().nullable(),
  /** The newest other visible proof of its milestone that a verifier approved. */
  successor: z.string().nullable(),
  /** Whether another visible proof waits for its review: of the mission, and of the same milestone. */
  otherWaits: z.boolean(),
  rivalWaits: z.boolean(),
})
export type ProofFacts = z.infer<typeof ProofRow>

/** The facts that a moderator's action on a proof depends on. The mission must be locked. */
export function findProofFacts(executor: Db, proofId: string): Promise<ProofFacts | null> {
  return findOne(
    executor,
    sql`SELECT s.id AS "milestoneId", p.status = 'submitted' AS unreviewed, p.status = 'verified' AS approved,
      s."verifiedProofId" IS NOT DISTINCT FROM p.id AS verifies,
      s."verifiedProofId" IS NOT NULL AND s."verifiedProofId" <> p.id AS replaced,
      s.required, s.status = 'Cancelled' AS cancelled,
      (SELECT count(*)::int FROM "Milestone" o WHERE o."missionId" = p."missionId" AND o.id <> s.id AND o.required
        AND o."verifiedProofId" IS NULL AND o.status <> 'Cancelled') AS "requiredBeside",
      (SELECT h."from" FROM "HistoryEvent" h WHERE h."recordId" = p."missionId" AND h."to" = ANY(${ways.map((row) => row.to)}::text[])
        ORDER BY h.seq DESC LIMIT 1) AS before,
      (SELECT o.id FROM "Proof" o WHERE o."milestoneId" = s.id AND o.id <> p.id AND o.status = 'verified' AND o."hiddenAt" IS NULL
        ORDER BY o.id DESC LIMIT 1) AS successor,
      waiting.other AS "otherWaits", waiting.rival AS "rivalWaits"
      FROM "Proof" p JOIN "Milestone" s ON s.id = p."milestoneId",
        LATERAL (SELECT count(*) > 0 AS other, coalesce(bool_or(o."milestoneId" = s.id), false) AS rival FROM "Proof" o
          WHERE o."missionId" = p."missionId" AND o.id <> p.id AND o.status = 'submitted' AND o."hiddenAt" IS NULL) waiting
      WHERE p.id = ${proofId}::uuid`,
    ProofRow,
  )
}

type Mission = Parameters<typeof isHeld>[0]

interface ProofEffect {
  /** The new state of the mission; null when it stays. */
  readonly to: MissionState | null
  /** The new verifying proof of the milestone, null for none; absent when it stays. */
  readonly verifiedProofId?: string | null
}

export function effectOfHiding(facts: ProofFacts, mission: Mission): ProofEffect {
  if (!facts.verifies) return { to: stateWithout(facts, mission) }
  // Another approved, visible proof keeps the milestone verified, so the mission stays.
  if (facts.successor !== null) return { to: null, verifiedProofId: facts.successor }
  return { to: stateWithout(facts, mission), verifiedProofId: null }
}

function stateWithout(facts: ProofFacts, mission: Mission): MissionState | null {
  const { state } = mission
  const isMissed = facts.required && !facts.cancelled
  if (facts.unreviewed && ways.some((way) => way.to === state)) {
    const isProven = facts.requiredBeside === 0 && (!isMissed || facts.replaced)
    const from = ways.find((way) => way.from === facts.before)?.from ?? 'GROWING'
    return next(missionMachine, state, 'hide-proof', isProven ? 'VERIFIED' : from)
  }
  const isProven = allows(missionMachine, state, 'complete-completed')
  if (!isProven || !facts.verifies || !isMissed) return null
  // Nobody could go on with a mission that grows and that nobody holds. Where nobody holds it, no proof waits either.
  if (!isHeld(mission)) return next(missionMachine, state, 'hide-proof', 'SEED')
  return next(missionMachine, state, 'hide-proof', facts.otherWaits ? 'PROOF_SUBMITTED' : 'GROWING')
}

/**
 * The effect of restoring a proof. Without a review it waits again while the mission runs. An approved proof verifies
 * its milestone again, unless another proof verifies it or it is cancelled.
 * @throws Refusal `conflict` when another proof has to be reviewed first.
 */
export function effectOfRestoring(id: string, facts: ProofFacts, mission: Mission): ProofEffect {
  const { state } = mission
  if (facts.unreviewed) return { to: stateWithWaiting(facts, mission) }
  if (!facts.approved || facts.verifies || facts.replaced || facts.cancelled) return { to: null }
  if (facts.rivalWaits && allows(missionMachine, state, 'review-approve'))
    throw conflict('Another proof of this milestone waits for its review. Restore this one when that is reviewed.')
  const isComplete = facts.requiredBeside === 0 && leadsToVerified(state)
  return { to: isComplete ? next(missionMachine, state, 'restore-proof', 'VERIFIED') : null, verifiedProofId: id }
}

function stateWithWaiting(facts: ProofFacts, mission: Mission): MissionState | null {
  const { state } = mission
  if (facts.otherWaits)
    throw conflict(
      isOpen(state)
        ? 'Another proof of this mission waits for its review. Restore this one when that is reviewed.'
        : 'The mission has ended, and another proof that was never reviewed is shown. Only one can be: hide that one first.',
    )
  if (isOpen(state) && !isHeld(mission))
    throw conflict(
      'Nobody holds this mission, so no proof can wait. Restore it once it is claimed again, or has ended.',
    )
  if (!allows(missionMachine, state, 'submit-proof')) return null
  if (facts.replaced || facts.cancelled)
    throw conflict('The milestone of this proof takes no proof any more, so it cannot wait while the mission runs.')
  // A proof for an optional milestone waits without moving the verified mission.
  return ways.some((way) => way.from === state) ? next(missionMachine, state, 'restore-proof', 'PROOF_SUBMITTED') : null
}

/** A mission in which a proof waits does not move before its review. */
const leadsToVerified = (state: MissionState): boolean =>
  missionMachine.rows.some((row) => row.from === state && row.on === 'restore-proof' && row.to === 'VERIFIED')

// While links are accepted, hiding a response link frees its side. Later the side stays taken, with the URL withheld.
// Restoring the link takes the side again, if no other link has it.

const SideRow = z.object({
  /** The link of the side that is shown; null for none. */
  shown: z.string().nullable(),
  /** The last link of the side, shown or not. */
  last: z.string(),
  /** Whether the other side has a visible link. */
  otherShown: z.boolean(),
  submissionDeadline: z.string(),
})
export type SideFacts = z.infer<typeof SideRow>

/** The facts that restoring a link depends on. The challenge must be locked. */
export function findSideFacts(executor: Db, submissionId: string): Promise<SideFacts | null> {
  return findOne(
    executor,
    sql`SELECT
      (SELECT o.id FROM "Submission" o WHERE o."challengeId" = c.id AND o.side = s.side AND o."hiddenAt" IS NULL) AS shown,
      (SELECT o.id FROM "Submission" o WHERE o."challengeId" = c.id AND o.side = s.side ORDER BY o.id DESC LIMIT 1) AS last,
      EXISTS (SELECT 1 FROM "Submission" o WHERE o."challengeId" = c.id AND o.side <> s.side AND o."hiddenAt" IS NULL) AS "otherShown",
      to_char(c."submissionDeadline", 'YYYY-MM-DD') AS "submissionDeadline"
      FROM "Submission" s JOIN "Challenge" c ON c.id = s."challengeId" WHERE s.id = ${submissionId}::uuid`,
    SideRow,
  )
}

/**
 * The state of a challenge after one of its links is restored: a draft that now has both links opens.
 * @throws Refusal `conflict` when another link has the side.
 */
export function stateWithLink(facts: SideFacts, submissionId: string, state: ChallengeState, at: Date): ChallengeState {
  const holder = facts.shown ?? (LINKING_STATES.includes(state) ? submissionId : facts.last)
  if (holder !== submissionId)
    throw conflict('Another link was recorded for this side meanwhile, so this one cannot be restored beside it.')
  const opens = facts.otherShown && takesLinks({ ...facts, state }, utcDay(at))
  return opens ? next(challengeMachine, state, 'link', 'OPEN') : state
}
