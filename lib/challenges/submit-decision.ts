import type { z } from 'zod'
import { requireOwner } from '@/lib/access'
import { lockChallenge, moveChallenge } from '@/lib/challenges/load'
import type { SubmitDecision } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { hasEnded } from '@/lib/clock'
import type { Shown, WriteContext } from '@/lib/context'
import { DECISIONS_MAX } from '@/lib/contract/limits'
import { findOne, one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { verifierWallets } from '@/lib/env'
import { conflict } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import { decisionWaiting } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'
import { requirePlatformPost } from '@/lib/platform/post-url'

/** Records the community's public decision; a late one is accepted and marked. */
export async function submitDecision(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof SubmitDecision> },
): Promise<Shown> {
  requirePlatformPost('decisionUrl', body.decisionUrl)
  // Sent in one flight: what is counted after the lock no other decision changes.
  const [challenge, { decisions }] = await Promise.all([
    lockChallenge(ctx, params.id),
    one<{ decisions: number }>(
      ctx.tx,
      sql`SELECT count(*)::int AS decisions FROM "Decision" WHERE "challengeId" = ${params.id}::uuid`,
    ),
  ])
  requireOwner(challenge, ctx.caller.wallet)
  const to = next(challengeMachine, challenge.state, 'decide')
  if (decisions >= DECISIONS_MAX) throw conflict(`A challenge takes ${DECISIONS_MAX} decisions at most.`)

  const decisionId = uuidv7(ctx.at.getTime())
  const late = hasEnded(challenge.decisionDeadline, ctx.at)
  const event = eventOf(challenge, ctx, {
    kind: 'decision-submitted',
    from: challenge.state,
    to,
    data: { decisionId, side: body.side, decisionUrl: body.decisionUrl, explanation: body.explanation, late },
  })
  const moved = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveChallenge(challenge, to, event, ctx)}), decided AS (
        INSERT INTO "Decision" (id, "challengeId", side, "decisionUrl", explanation, "submittedBy", "submittedAt", late, status)
        VALUES (${decisionId}::uuid, ${challenge.id}::uuid, ${body.side}::"Side", ${body.decisionUrl}, ${body.explanation},
          ${ctx.caller.wallet}, ${ctx.at}, ${late}, 'submitted')
      ), event AS (${insertHistory(event)}),
      told AS (${insertNotices(decisionWaiting(challenge, verifierWallets()), ctx.caller.wallet, ctx.at)})
      SELECT id FROM moved`,
  )
  if (!moved) throw conflict('The challenge has moved a moment ago. Read it again.')
  return { show: showChallenge(challenge.id) }
}
