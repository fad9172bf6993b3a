import { CHALLENGE, lockChallenge } from '@/lib/challenges/load'
import type { CancelChallenge } from '@/lib/challenges/schemas'
import { showChallenge } from '@/lib/challenges/views'
import { type RecordCommand, requireOwner } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { verifierWallets } from '@/lib/env'
import { decisionWithdrawn } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'

/** Ends a challenge before its decision is verified. */
export const cancelChallenge: RecordCommand<typeof CancelChallenge> = async (ctx, { params, body }) => {
  const challenge = await lockChallenge(ctx, params.id)
  requireOwner(challenge, ctx.caller.wallet)
  recordChange(ctx, CHALLENGE, challenge, 'cancel', {
    event: { kind: 'challenge-cancelled', data: { reason: body.reason } },
    notify:
      challenge.state === 'DECISION_SUBMITTED'
        ? decisionWithdrawn(challenge, verifierWallets(), 'ended the challenge')
        : [],
    set: sql`, "cancelReason" = ${body.reason}, "cancelledAt" = ${ctx.at}`,
  })
  return { show: showChallenge(challenge.id) }
}
