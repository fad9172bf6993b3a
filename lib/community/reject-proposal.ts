import { CHALLENGE } from '@/lib/challenges/load'
import { lockProposal, requireRunning } from '@/lib/community/discussion'
import { proposalMachine } from '@/lib/community/states'
import { showDiscussion } from '@/lib/community/views'
import { type CommandResult, requireOwner, type WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { next } from '@/lib/machine/machine'
import { recordChange } from '@/lib/records/record-change'

/** Turns a pending proposal down, until its challenge has ended; it stays on record. The owner may, and a moderator. */
export async function rejectProposal(
  ctx: WriteContext,
  { params }: { params: { id: string; pid: string } },
): Promise<CommandResult> {
  const { challenge, proposal } = await lockProposal(ctx, params)
  if (!ctx.caller.isAdmin) requireOwner(challenge, ctx.caller.wallet)
  requireRunning(challenge)
  const to = next(proposalMachine, proposal.status, 'reject')

  const { id: proposalId, url, museId, postId } = proposal
  recordChange(ctx, CHALLENGE, challenge, null, {
    event: { kind: 'proposal-rejected', data: { proposalId, url, museId, postId } },
    rows: {
      decided: sql`UPDATE "Proposal" SET status = ${to}::"ProposalStatus", "decidedBy" = ${ctx.caller.wallet}, "decidedAt" = ${ctx.at}
        WHERE id = ${proposalId}::uuid AND status = 'pending' RETURNING id`,
    },
    requires: { decided: proposalMachine.refusals.reject },
  })
  return { show: showDiscussion(challenge.id) }
}
