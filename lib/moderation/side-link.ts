import { z } from 'zod'
import { type ChallengeState, challengeMachine, LINKING_STATES } from '@/lib/challenges/states'
import { hasEnded } from '@/lib/clock'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { next } from '@/lib/machine/machine'

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
