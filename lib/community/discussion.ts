import { z } from 'zod'
import { type LoadedChallenge, lockChallenge } from '@/lib/challenges/load'
import { type ChallengeState, isFinal } from '@/lib/challenges/states'
import { PROPOSAL_STATUSES } from '@/lib/community/states'
import type { WriteContext } from '@/lib/context'
import { type Db, findOne, one } from '@/lib/db/db'
import { CountRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import { conflict, expired, notFound } from '@/lib/errors'
import { isThreadElsewhere } from '@/lib/platform/post-path'
import { platformHost } from '@/lib/platform/urls'
import { isErasedText } from '@/lib/text/erased'

// Shared by the commands on a challenge's discussion.

/** @throws Refusal `conflict` when the challenge has ended: its discussion is closed. */
export function requireRunning(challenge: { state: ChallengeState }): void {
  if (isFinal(challenge.state)) throw conflict('This challenge has ended.')
}

const ThreadRow = z.object({
  channel: z.string(),
  /** Any post of the thread; null until one is known. */
  postId: z.string().nullable(),
  originPostUrl: z.string().nullable(),
  /** Null while no post of it is known. */
  threadUrl: z.string().nullable(),
  linkedAt: z.date(),
})
export type LinkedThread = z.infer<typeof ThreadRow>

/** Where a challenge is discussed, or null. */
export const findThread = (executor: Db, challengeId: string): Promise<LinkedThread | null> =>
  findOne(
    executor,
    sql`SELECT channel, "postId", "originPostUrl", "threadUrl", "linkedAt" FROM "PlatformThread" WHERE "challengeId" = ${challengeId}::uuid`,
    ThreadRow,
  )

/** See `isThreadElsewhere`. */
export const isElsewhere = ({ threadUrl }: Pick<LinkedThread, 'threadUrl'>): boolean =>
  isThreadElsewhere(threadUrl, platformHost())

/** @throws Refusal `conflict` when the thread is not known to stand on the connected platform. */
export function requireHere(thread: Pick<LinkedThread, 'threadUrl'>): void {
  if (!isElsewhere(thread)) return
  throw conflict(
    isErasedText(thread.threadUrl ?? '')
      ? 'The address of this discussion was erased. Its owner may link it anew.'
      : 'This discussion was linked on another platform. Its owner may link it anew.',
  )
}

/** How often a challenge was linked to a discussion: by its owner, or by the service, which corrects the channel. */
export async function countLinks(executor: Db, challengeId: string, by: 'owner' | 'service'): Promise<number> {
  const { count } = await one(
    executor,
    sql`SELECT count(*)::int AS count FROM "HistoryEvent" WHERE "recordId" = ${challengeId}::uuid
      AND kind = 'discussion-linked' AND (actor IS NULL) = ${by === 'service'}`,
    CountRow,
  )
  return count
}

const ProposalRow = z.object({
  id: z.string(),
  postId: z.string(),
  museId: z.string(),
  url: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  hidden: z.boolean(),
})

/**
 * Loads a proposal and its challenge, and locks the challenge: every decision on a proposal is made under that lock.
 * @throws Refusal `not_found`, or `expired` when a moderator hid one of them.
 */
export async function lockProposal(
  ctx: WriteContext,
  params: { id: string; pid: string },
): Promise<{ challenge: LoadedChallenge; proposal: z.infer<typeof ProposalRow> }> {
  // Pipelined: the second statement runs after the lock is taken, so it sees what the lock waited for.
  const [challenge, proposal] = await Promise.all([
    lockChallenge(ctx, params.id),
    findOne(
      ctx.tx,
      sql`SELECT id, "postId", "museId", url, status, "hiddenAt" IS NOT NULL AS hidden FROM "Proposal"
        WHERE id = ${params.pid}::uuid AND "challengeId" = ${params.id}::uuid`,
      ProposalRow,
    ),
  ])
  if (!proposal) throw notFound('There is no such proposal.')
  if (proposal.hidden) throw expired('This proposal was hidden by a moderator.')
  return { challenge, proposal }
}
