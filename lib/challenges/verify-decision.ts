import { type LoadedChallenge, loadChallenge, moveChallenge } from '@/lib/challenges/load'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import type { Caller } from '@/lib/context'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { eventOf, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import { decisionReviewed } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'
import { creditSeeds, SEEDS } from '@/lib/seeds/credit'
import { insertSignedVerdict, type Judged, type SignedAction } from '@/lib/signing/two-step'

interface JudgedDecision {
  readonly challenge: LoadedChallenge
  readonly content: object
}

async function judge(
  executor: Db,
  id: string,
  caller: Caller,
  _verdict: string,
  lock: boolean,
): Promise<Judged<JudgedDecision>> {
  // Sent in one flight; the second statement sees what the lock waited for.
  const [challenge, decision] = await Promise.all([
    loadChallenge(executor, id, lock),
    findOne<{ id: string; side: string; decisionUrl: string; explanation: string }>(
      executor,
      sql`SELECT id, side, "decisionUrl", explanation FROM "Decision" WHERE "challengeId" = ${id}::uuid AND status = 'submitted'`,
    ),
  ])
  if (challenge.owner === caller.wallet) throw forbidden('The owner can never verify their own decision.')
  next(challengeMachine, challenge.state, 'verify-approve')
  if (!decision) throw conflict(challengeMachine.refusals['verify-approve'])
  const { side, decisionUrl, explanation } = decision
  const content = { challengeId: challenge.id, side, decisionUrl, explanation }
  return {
    subject: { challenge, content },
    subjectId: decision.id,
    records: [
      ['Challenge', challenge.id],
      ['Decision', decision.id],
    ],
    content,
  }
}

/** A verifier signs off on the community's decision, or rejects it (docs/interface.md#states, docs/decisions.md#signed-messages). */
export const decisionVerification: SignedAction<JudgedDecision> = {
  purpose: 'decision-verification',
  tag: 'svc-decision-verification-v1',
  wordsName: 'Explanation',
  judge,
  async apply(ctx, { challenge, content }, signed, consumeNonce) {
    const approved = signed.verdict === 'approve'
    const to = next(challengeMachine, challenge.state, approved ? 'verify-approve' : 'verify-reject')
    const signedId = uuidv7(ctx.at.getTime())
    const { verdict, words: explanation, message, signature } = signed
    const verification = {
      verdict,
      explanation,
      verifier: ctx.caller.wallet,
      message,
      signature,
      signedAt: ctx.at.toISOString(),
    }
    const event = eventOf(challenge, ctx, {
      kind: approved ? 'decision-verified' : 'decision-rejected',
      from: challenge.state,
      to,
      data: { decisionId: signed.subjectId, decision: content, verification },
    })
    const seeds = approved
      ? [
          {
            wallet: challenge.owner,
            amount: SEEDS.decisionVerified,
            kind: 'decision-verified',
            challengeId: challenge.id,
            evidenceHash: jcsHash(content),
          },
        ]
      : []
    const moved = await findOne(
      ctx.tx,
      sql`WITH used AS (${consumeNonce}), moved AS (${moveChallenge(challenge, to, event, ctx)}), decided AS (
          UPDATE "Decision" SET status = ${approved ? 'verified' : 'rejected'}::"DecisionStatus"
          WHERE id = ${signed.subjectId}::uuid AND status = 'submitted'
        ), signed AS (${insertSignedVerdict(signedId, 'decision-verification', signed, ctx)}),
        credited AS (${creditSeeds(seeds, ctx.at)}), event AS (${insertHistory(event)}),
        told AS (${insertNotices([decisionReviewed(challenge, approved)], ctx.caller.wallet, ctx.at)})
        SELECT moved.id FROM moved, used`,
    )
    if (!moved) throw conflict('This decision was verified or this nonce used a moment ago. Read the challenge again.')
    return { show: showChallenge(challenge.id) }
  },
}
