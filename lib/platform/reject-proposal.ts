import { requireOwner } from '@/lib/access'
import { moveChallenge } from '@/lib/challenges/load'
import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { next } from '@/lib/machine/machine'
import { lockProposal } from '@/lib/platform/discussion'
import { proposalMachine } from '@/lib/platform/states'
import { showDiscussion } from '@/lib/platform/views'

/** Turns a pending proposal down; it stays on record. The owner may, and a moderator. */
export async function rejectProposal(
  ctx: WriteContext,
  { params }: { params: { id: string; pid: string } },
): Promise<Shown> {
  const { challenge, proposal } = await lockProposal(ctx, params)
  if (!ctx.caller.isAdmin) requireOwner(challenge, ctx.caller.wallet)
  const to = next(proposalMachine, proposal.status, 'reject')

  const { id: proposalId, url, museId, postId } = proposal
  const event = eventOf(challenge, ctx, { kind: 'proposal-rejected', data: { proposalId, url, museId, postId } })
  const moved = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveChallenge(challenge, challenge.state, event, ctx)}), event AS (${insertHistory(event)}), decided AS (
        UPDATE "Proposal" SET status = ${to}::"ProposalStatus", "decidedBy" = ${ctx.caller.wallet}, "decidedAt" = ${ctx.at}
        WHERE id = ${proposalId}::uuid AND status = 'pending' RETURNING id
      ) SELECT decided.id FROM decided, moved`,
  )
  if (!moved) throw conflict(proposalMachine.refusals.reject)
  return { show: showDiscussion(challenge.id) }
}
