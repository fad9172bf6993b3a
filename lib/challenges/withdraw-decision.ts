import { CHALLENGE, lockChallenge } from '@/lib/challenges/load'
import type { WithdrawDecision } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { type RecordCommand, requireOwner } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { IdRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import { verifierWallets } from '@/lib/env'
import { requireAllowed } from '@/lib/machine/machine'
import { decisionWithdrawn } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'

/** The owner withdraws a decision that no verifier has signed. The challenge awaits a decision again. */
export const withdrawDecision: RecordCommand<typeof WithdrawDecision> = async (ctx, { params, body: { reason } }) => {
  const [challenge, decision] = await Promise.all([
    lockChallenge(ctx, params.id),
    findOne(
      ctx.tx,
      sql`SELECT id FROM "Decision" WHERE "challengeId" = ${params.id}::uuid AND status = 'submitted'`,
      IdRow,
    ),
  ])
  requireOwner(challenge, ctx.caller.wallet)
  requireAllowed(challengeMachine, challenge.state, 'withdraw-decision')
  recordChange(ctx, CHALLENGE, challenge, 'withdraw-decision', {
    event: { kind: 'decision-withdrawn', data: { decisionId: decision?.id, reason } },
    rows: {
      withdrawn: sql`UPDATE "Decision" SET status = 'rejected', "withdrawnAt" = ${ctx.at}
        WHERE id = ${decision?.id}::uuid AND status = 'submitted' RETURNING id`,
    },
    requires: { withdrawn: challengeMachine.refusals['withdraw-decision'] },
    notify: decisionWithdrawn(challenge, verifierWallets()),
  })
  return { show: showChallenge(challenge.id) }
}
