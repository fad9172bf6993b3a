import type { z } from 'zod'
import { findLinks, linkSide } from '@/lib/challenges/record-response-link'
import { lockProposal } from '@/lib/community/discussion'
import type { AcceptProposal } from '@/lib/community/schemas'
import { proposalMachine } from '@/lib/community/states'
import { showDiscussion } from '@/lib/community/views'
import { type CommandResult, requireOwner, type WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { next } from '@/lib/machine/machine'
import { isErasedUrl } from '@/lib/text/erased'

/** Records a proposal's post as a side's permanent response link. */
export async function acceptProposal(
  ctx: WriteContext,
  { params, body }: { params: { id: string; pid: string }; body: z.output<typeof AcceptProposal> },
): Promise<CommandResult> {
  const [{ challenge, proposal }, links] = await Promise.all([lockProposal(ctx, params), findLinks(ctx.tx, params.id)])
  requireOwner(challenge, ctx.caller.wallet)
  const to = next(proposalMachine, proposal.status, 'accept')

  const { id: proposalId, url, museId, postId } = proposal
  // What stands for its address leads nowhere, and a side's response is permanent.
  if (isErasedUrl(url)) throw conflict('This reply was erased by law, so it cannot become a response. Reject it.')
  linkSide(
    ctx,
    challenge,
    links,
    { side: body.side, url, proposalId },
    {
      kind: 'proposal-accepted',
      data: { proposalId, museId, postId },
      rows: {
        decided: sql`UPDATE "Proposal" SET status = ${to}::"ProposalStatus", side = ${body.side}::"Side",
          "decidedBy" = ${ctx.caller.wallet}, "decidedAt" = ${ctx.at} WHERE id = ${proposalId}::uuid`,
      },
    },
  )
  return { show: showDiscussion(challenge.id) }
}
