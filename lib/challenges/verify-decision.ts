import { z } from 'zod'
import { judgedDecision } from '@/lib/challenges/judged-decision'
import { CHALLENGE, type LoadedChallenge, loadChallenge } from '@/lib/challenges/load'
import { Disclosure, VerifyDecision } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { Side } from '@/lib/contract/fields'
import { parseFields } from '@/lib/contract/parse-fields'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'
import { conflictOf } from '@/lib/machine/conflict'
import { requireAllowed } from '@/lib/machine/machine'
import { decisionReviewed } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'
import { type Credit, creditSeeds, SEEDS } from '@/lib/seeds/ledger'
import { insertSignedVerdict, type LoadedSubject, type Look, type SignedAction } from '@/lib/signing/two-step'

const DecisionRow = z.object({ id: z.string(), side: Side, decisionUrl: z.string(), explanation: z.string() })

interface JudgedDecision {
  readonly challenge: LoadedChallenge
  readonly content: object
  readonly disclosures: readonly Disclosure[]
}

/**
 * A wallet's own involvement in a challenge. It may still judge the decision; the signed record discloses the involvement. Every
 * link to a Muse that overlaps the time of the challenge counts: ending one before the signature hides nothing.
 */
const partsOf = (challengeId: string, wallet: string) =>
  sql`SELECT 'recorded-link' AS fact, s.id, s.side, NULL AS "museId" FROM "Submission" s
      WHERE s."challengeId" = ${challengeId}::uuid AND s."submittedBy" = ${wallet}
    UNION ALL SELECT 'wrote-proposal', p.id, p.side, p."museId" FROM "Proposal" p
      JOIN "Challenge" c ON c.id = p."challengeId"
      WHERE c.id = ${challengeId}::uuid AND EXISTS (SELECT 1 FROM "MuseLink" l WHERE l."museId" = p."museId"
        AND l.wallet = ${wallet} AND (l."unlinkedAt" IS NULL OR l."unlinkedAt" >= c."createdAt"))
    ORDER BY id`

async function load(executor: Db, id: string, { caller, lock }: Look): Promise<LoadedSubject<JudgedDecision>> {
  // Sent together: the later statements run after the lock and see what it waited for.
  const [challenge, decision, disclosures] = await Promise.all([
    loadChallenge(executor, id, lock),
    findOne(
      executor,
      sql`SELECT id, side, "decisionUrl", explanation FROM "Decision" WHERE "challengeId" = ${id}::uuid AND status = 'submitted'`,
      DecisionRow,
    ),
    executor.query(partsOf(id, caller.wallet), Disclosure),
  ])
  const part = conflictOf({ kind: 'decision', owner: challenge.owner }, caller.wallet)
  if (part) throw forbidden(part)
  requireAllowed(challengeMachine, challenge.state, 'verify-approve')
  if (!decision) throw conflict(challengeMachine.refusals['verify-approve'])
  const content = judgedDecision(challenge.id, decision)
  return {
    subject: { challenge, content, disclosures },
    subjectId: decision.id,
    records: [
      ['Challenge', challenge.id],
      ['Decision', decision.id],
    ],
    content,
    head: challenge,
  }
}

/** A verifier approves or rejects the community's decision (docs/interface.md#states, docs/decisions.md#signed-messages). */
export const decisionVerification: SignedAction<JudgedDecision> = {
  purpose: 'decision-verification',
  tag: 'svc-decision-verification-v1',
  wordsName: 'Explanation',
  parse(fields) {
    const { verdict, explanation } = parseFields(VerifyDecision, fields)
    return { verdict, words: explanation }
  },
  load,
  async record(ctx, { challenge, content, disclosures }, signed, consumeNonce) {
    const approved = signed.verdict === 'approve'
    const signedId = uuidv7(ctx.at.getTime())
    const { verdict, words: explanation, message, signature } = signed
    const signedBy = { verifier: ctx.caller.wallet, message, signature, signedAt: ctx.at.toISOString() }
    const verification = { verdict, explanation, ...signedBy, disclosures }
    const credit: Credit = {
      wallet: challenge.owner,
      amount: SEEDS.decisionVerified,
      kind: 'decision-verified',
      challengeId: challenge.id,
      evidenceHash: jcsHash(content),
    }
    recordChange(ctx, CHALLENGE, challenge, approved ? 'verify-approve' : 'verify-reject', {
      event: {
        kind: approved ? 'decision-verified' : 'decision-rejected',
        data: { decisionId: signed.subjectId, decision: content, verification },
      },
      rows: {
        used: consumeNonce,
        decided: sql`UPDATE "Decision" SET status = ${approved ? 'verified' : 'rejected'}::"DecisionStatus"
          WHERE id = ${signed.subjectId}::uuid AND status = 'submitted'`,
        signed: insertSignedVerdict(signedId, 'decision-verification', signed, ctx, disclosures),
        credited: creditSeeds(approved ? [credit] : [], ctx.at),
      },
      requires: { used: 'This nonce was used a moment ago. Read the challenge again.' },
      notify: [decisionReviewed(challenge, approved, explanation)],
    })
    return { show: showChallenge(challenge.id) }
  },
}
