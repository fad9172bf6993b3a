import { CHALLENGE, lockChallenge } from '@/lib/challenges/load'
import type { SubmitDecision } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { hasEnded } from '@/lib/clock'
import { type RecordCommand, requireOwner } from '@/lib/context'
import { DECISIONS_MAX } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { CountRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import { verifierWallets } from '@/lib/env'
import { conflict } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { requireAllowed } from '@/lib/machine/machine'
import { decisionWaiting } from '@/lib/notifications/notices'
import { requirePlatformPost } from '@/lib/platform/urls'
import { recordChange } from '@/lib/records/record-change'

/** Records the community's public decision. A late decision is accepted and marked late. */
export const submitDecision: RecordCommand<typeof SubmitDecision> = async (ctx, { params, body }) => {
  requirePlatformPost('decisionUrl', body.decisionUrl)
  // Sent together: the count runs after the lock, so no concurrent decision can change it.
  const [challenge, { count: decisions }] = await Promise.all([
    lockChallenge(ctx, params.id),
    one(ctx.tx, sql`SELECT count(*)::int AS count FROM "Decision" WHERE "challengeId" = ${params.id}::uuid`, CountRow),
  ])
  requireOwner(challenge, ctx.caller.wallet)
  requireAllowed(challengeMachine, challenge.state, 'decide')
  if (decisions >= DECISIONS_MAX) throw conflict(`A challenge takes ${DECISIONS_MAX} decisions at most.`)

  const decisionId = uuidv7(ctx.at.getTime())
  const late = hasEnded(challenge.decisionDeadline, ctx.at)
  const { side, decisionUrl, explanation } = body
  recordChange(ctx, CHALLENGE, challenge, 'decide', {
    event: { kind: 'decision-submitted', data: { decisionId, side, decisionUrl, explanation, late } },
    rows: {
      decided: sql`INSERT INTO "Decision" (id, "challengeId", side, "decisionUrl", explanation, "submittedBy", "submittedAt", late, status)
        VALUES (${decisionId}::uuid, ${challenge.id}::uuid, ${side}::"Side", ${decisionUrl}, ${explanation},
          ${ctx.caller.wallet}, ${ctx.at}, ${late}, 'submitted')`,
    },
    notify: decisionWaiting(challenge, verifierWallets()),
  })
  return { show: showChallenge(challenge.id) }
}
