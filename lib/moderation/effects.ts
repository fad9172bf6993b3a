import { z } from 'zod'
import { type ChallengeState, challengeMachine, LINKING_STATES } from '@/lib/challenges/states'
import { hasEnded } from '@/lib/clock'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { allows, next } from '@/lib/machine/machine'
import { type MissionState, missionMachine } from '@/lib/missions/states'

// What becomes of a milestone and its mission when a proof is hidden or shown again. A proof that waits for its review holds
// its mission: hidden, it lets go of it, so that another can be submitted. A proof that verified its milestone takes that
// away with it, unless another that is shown was approved too, and gives it back unless another has taken its place.

/** The ways by which a proof begins to hold its mission: one for an optional milestone leaves a verified mission as it is. */
const ways = missionMachine.rows.filter((row) => row.on === 'submit-proof' && row.to !== row.from)

const ProofRow = z.object({
  milestoneId: z.string(),
  /** Whether it was never reviewed. */
  unreviewed: z.boolean(),
  /** Whether a verifier approved it. */
  approved: z.boolean(),
  /** Whether its milestone is verified by it, and whether by another proof. */
  verifies: z.boolean(),
  replaced: z.boolean(),
  /** Of its milestone. */
  required: z.boolean(),
  cancelled: z.boolean(),
  /** The required milestones beside its own that are neither verified nor cancelled. */
  requiredBeside: z.int(),
  /** The state of the mission before a proof last began to wait. */
  before: z.string().nullable(),
  /** Another shown proof of its milestone that a verifier approved, the newest one. */
  successor: z.string().nullable(),
  /** Whether another shown proof was not reviewed either: of the mission, and of the same milestone. */
  otherWaits: z.boolean(),
  rivalWaits: z.boolean(),
})
export type ProofFacts = z.infer<typeof ProofRow>

/** What a moderator's action on a proof depends on. Sent after the mission was locked. */
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

interface ProofEffect {
  /** Where the mission goes; null where it stays. */
  readonly to: MissionState | null
  /** The proof by which the milestone is verified from now on, null for none; absent where that stays as it is. */
  readonly verifiedProofId?: string | null
}

export function effectOfHiding(facts: ProofFacts, state: MissionState): ProofEffect {
  if (!facts.verifies) return { to: stateWithout(facts, state) }
  // Another approval of the same milestone that is shown holds it, and with it the mission.
  if (facts.successor !== null) return { to: null, verifiedProofId: facts.successor }
  return { to: stateWithout(facts, state), verifiedProofId: null }
}

function stateWithout(facts: ProofFacts, state: MissionState): MissionState | null {
  const isMissed = facts.required && !facts.cancelled
  if (facts.unreviewed && ways.some((way) => way.to === state)) {
    const isProven = facts.requiredBeside === 0 && (!isMissed || facts.replaced)
    const from = ways.find((way) => way.from === facts.before)?.from ?? 'GROWING'
    return next(missionMachine, state, 'hide-proof', isProven ? 'VERIFIED' : from)
  }
  const isProven = allows(missionMachine, state, 'complete-completed')
  if (!isProven || !facts.verifies || !isMissed) return null
  return next(missionMachine, state, 'hide-proof', facts.otherWaits ? 'PROOF_SUBMITTED' : 'GROWING')
}

/**
 * What showing a proof again does: one without a review waits again while the mission runs, an approved one verifies its
 * milestone again where that is neither verified by another nor cancelled.
 * @throws Refusal `conflict` when another proof has to be reviewed first.
 */
export function effectOfRestoring(id: string, facts: ProofFacts, state: MissionState): ProofEffect {
  if (facts.unreviewed) return { to: stateWithWaiting(facts, state) }
  if (!facts.approved || facts.verifies || facts.replaced || facts.cancelled) return { to: null }
  if (facts.rivalWaits && allows(missionMachine, state, 'review-approve'))
    throw conflict('Another proof of this milestone waits for its review. Restore this one when that is reviewed.')
  const isComplete = facts.requiredBeside === 0 && leadsToVerified(state)
  return { to: isComplete ? next(missionMachine, state, 'restore-proof', 'VERIFIED') : null, verifiedProofId: id }
}

function stateWithWaiting(facts: ProofFacts, state: MissionState): MissionState | null {
  if (facts.otherWaits)
    throw conflict('Another proof of this mission waits for its review. Restore this one when that is reviewed.')
  if (allows(missionMachine, state, 'claim'))
    throw conflict(
      'Nobody holds this mission, so no proof can wait. Restore it once it is claimed again, or has ended.',
    )
  if (!allows(missionMachine, state, 'submit-proof')) return null
  if (facts.replaced || facts.cancelled)
    throw conflict('The milestone of this proof takes no proof any more, so it cannot wait while the mission runs.')
  // For an optional milestone it waits beside what is verified.
  return ways.some((way) => way.from === state) ? next(missionMachine, state, 'restore-proof', 'PROOF_SUBMITTED') : null
}

/** A mission in which a proof waits stays until that is reviewed. */
const leadsToVerified = (state: MissionState): boolean =>
  missionMachine.rows.some((row) => row.from === state && row.on === 'restore-proof' && row.to === 'VERIFIED')

// A response link that is hidden lets go of its side while links are taken; later it holds the side, with its URL withheld.
// Shown again it takes its side again, if nobody else has it.

const SideRow = z.object({
  /** The link that has the side, this one or another; null while the side is free. */
  holder: z.string().nullable(),
  /** Whether the other side has a link that is shown. */
  otherShown: z.boolean(),
  submissionDeadline: z.string(),
})
export type SideFacts = z.infer<typeof SideRow>

/** What a link's return depends on. Sent after its challenge was locked. */
export function findSideFacts(executor: Db, submissionId: string): Promise<SideFacts | null> {
  return findOne(
    executor,
    sql`SELECT coalesce(
        (SELECT o.id FROM "Submission" o WHERE o."challengeId" = c.id AND o.side = s.side AND o."hiddenAt" IS NULL),
        CASE WHEN c.state <> ALL(${LINKING_STATES}::"ChallengeState"[]) THEN
          (SELECT o.id FROM "Submission" o WHERE o."challengeId" = c.id AND o.side = s.side ORDER BY o.id DESC LIMIT 1) END) AS holder,
      EXISTS (SELECT 1 FROM "Submission" o WHERE o."challengeId" = c.id AND o.side <> s.side AND o."hiddenAt" IS NULL) AS "otherShown",
      to_char(c."submissionDeadline", 'YYYY-MM-DD') AS "submissionDeadline"
      FROM "Submission" s JOIN "Challenge" c ON c.id = s."challengeId" WHERE s.id = ${submissionId}::uuid`,
    SideRow,
  )
}

/**
 * Where a challenge goes when a link of it is shown again: a draft that has both links now is open.
 * @throws Refusal `conflict` when another link has the side.
 */
export function stateWithLink(facts: SideFacts, submissionId: string, state: ChallengeState, at: Date): ChallengeState {
  if (facts.holder !== null && facts.holder !== submissionId)
    throw conflict('Another link was recorded for this side meanwhile, so this one cannot be restored beside it.')
  const opens = LINKING_STATES.includes(state) && facts.otherShown && !hasEnded(facts.submissionDeadline, at)
  return opens ? next(challengeMachine, state, 'link', 'OPEN') : state
}
