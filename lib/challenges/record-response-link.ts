import type { z } from 'zod'
import { insertLinks } from '@/lib/challenges/create-challenge'
import { lockChallenge, moveChallenge } from '@/lib/challenges/load'
import type { ResponseLink } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { hasEnded } from '@/lib/clock'
import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { next } from '@/lib/machine/machine'
import { linkRecorded } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

/** Records a side's permanent link; the second one opens the challenge. */
export async function recordResponseLink(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof ResponseLink> },
): Promise<Shown> {
  const challenge = await lockChallenge(ctx, params.id)
  const taken = await ctx.tx.query<{ side: string }>(
    sql`SELECT side FROM "Submission" WHERE "challengeId" = ${challenge.id}::uuid`,
  )
  if (taken.some((link) => link.side === body.side))
    throw conflict(`Side ${body.side} already has its permanent response link.`)
  const to = next(challengeMachine, challenge.state, 'link', taken.length === 1 ? 'OPEN' : 'DRAFT')
  if (hasEnded(challenge.submissionDeadline, ctx.at))
    throw conflict('The submission deadline of this challenge has ended.')

  const event = eventOf(challenge, ctx, {
    kind: 'link-recorded',
    from: challenge.state,
    to,
    data: { side: body.side, url: body.url },
  })
  const linked = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveChallenge(challenge, to, event, ctx)}), linked AS (${insertLinks(challenge.id, [body], ctx)}),
      event AS (${insertHistory(event)}), told AS (${insertNotices([linkRecorded(challenge, body.side)], ctx.caller.wallet, ctx.at)})
      SELECT side FROM linked, moved`,
  )
  if (!linked) throw conflict(`Side ${body.side} already has its permanent response link.`)
  return { show: showChallenge(challenge.id) }
}
