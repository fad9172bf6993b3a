import type { z } from 'zod'
import { requireOwner } from '@/lib/access'
import { lockChallenge, moveChallenge } from '@/lib/challenges/load'
import type { CancelChallenge } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { next } from '@/lib/machine/machine'

/** Ends a challenge before its decision is verified. */
export async function cancelChallenge(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof CancelChallenge> },
): Promise<Shown> {
  const challenge = await lockChallenge(ctx, params.id)
  requireOwner(challenge, ctx.caller.wallet)
  const to = next(challengeMachine, challenge.state, 'cancel')

  const event = eventOf(challenge, ctx, {
    kind: 'challenge-cancelled',
    from: challenge.state,
    to,
    data: { reason: body.reason },
  })
  const also = sql`, "cancelReason" = ${body.reason}, "cancelledAt" = ${ctx.at}`
  const moved = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveChallenge(challenge, to, event, ctx, also)}), event AS (${insertHistory(event)}) SELECT id FROM moved`,
  )
  if (!moved) throw conflict('The challenge has moved a moment ago. Read it again.')
  return { show: showChallenge(challenge.id) }
}
