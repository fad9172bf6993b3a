import { z } from 'zod'
import { DueRow, persistEnded } from '@/lib/challenges/deadlines'
import { challengeNotFound } from '@/lib/challenges/queries'
import { CHALLENGE_STATES, type ChallengeState, type ChallengeTrigger, challengeMachine } from '@/lib/challenges/states'
import type { WriteContext } from '@/lib/context'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { expired } from '@/lib/errors'
import { follow, HEAD_COLUMNS } from '@/lib/history/record'
import type { RecordKind } from '@/lib/records/record-change'

const ChallengeRow = DueRow.extend({
  state: z.enum(CHALLENGE_STATES),
  prompt: z.string(),
  decisionDeadline: z.string(),
  contenderA: z.string(),
  contenderB: z.string(),
  hidden: z.boolean(),
})
export type LoadedChallenge = z.infer<typeof ChallengeRow>

const columns = sql`id, state, owner, title, prompt, to_char("submissionDeadline", 'YYYY-MM-DD') AS "submissionDeadline",
  to_char("decisionDeadline", 'YYYY-MM-DD') AS "decisionDeadline", "contenderA", "contenderB", ${HEAD_COLUMNS},
  "hiddenAt" IS NOT NULL AS hidden`

/**
 * Loads a challenge for a write. @throws Refusal `not_found`, or `expired` if a moderator hid it.
 * @param lock locks the row until the transaction ends.
 */
export async function loadChallenge(executor: Db, id: string, lock: boolean): Promise<LoadedChallenge> {
  const challenge = await findOne(
    executor,
    sql`SELECT ${columns} FROM "Challenge" WHERE id = ${id}::uuid ${lock ? sql`FOR UPDATE` : sql``}`,
    ChallengeRow,
  )
  if (!challenge) throw challengeNotFound()
  if (challenge.hidden) throw expired('This challenge was hidden by a moderator.')
  return challenge
}

/**
 * Loads and locks a challenge, and persists its submission deadline first if that has ended. The write happens after the
 * challenge's last event.
 */
export async function lockChallenge(ctx: Pick<WriteContext, 'tx' | 'at'>, id: string): Promise<LoadedChallenge> {
  const challenge = await loadChallenge(ctx.tx, id, true)
  follow(ctx, challenge)
  return persistEnded(ctx.tx, challenge, ctx.at)
}

export const CHALLENGE: RecordKind<ChallengeState, ChallengeTrigger> = {
  table: '"Challenge"',
  stateType: '"ChallengeState"',
  machine: challengeMachine,
  isDated: true,
  changed: 'The challenge has moved a moment ago. Read it again.',
}
