import { z } from 'zod'
import { parseFields } from '@/lib/contract/parse-fields'
import { type Db, findOne } from '@/lib/db/db'
import { iso, raw, sql } from '@/lib/db/sql'
import { conflict, expired, forbidden, notFound } from '@/lib/errors'
import { fileSumsJson } from '@/lib/evidence/views'
import { jcsHash } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'
import { conflictOf } from '@/lib/machine/conflict'
import { requireAllowed } from '@/lib/machine/machine'
import { type LoadedMission, loadMission, MISSION } from '@/lib/missions/load'
import { PROOF_KINDS, ReviewProof, ReviewVerdictWord } from '@/lib/missions/schemas'
import { missionMachine, REVIEW_EFFECTS } from '@/lib/missions/states'
import { showProof } from '@/lib/missions/views'
import { proofReviewed } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'
import { type Credit, creditSeeds, SEEDS } from '@/lib/seeds/ledger'
import { insertSignedVerdict, type LoadedSubject, type Look, type SignedAction } from '@/lib/signing/two-step'

/** The content that a review signs. `files` are the SHA-256 sums of all evidence files, including hidden ones. */
const ProofContent = z.object({
  proofId: z.string(),
  missionId: z.string(),
  milestoneId: z.string(),
  kind: z.enum(PROOF_KINDS),
  url: z.string(),
  txHash: z.string().nullable(),
  chainId: z.string().nullable(),
  note: z.string(),
  submittedBy: z.string(),
  submittedAt: z.string(),
  files: z.array(z.string()),
})

const ProofRow = z.object({
  content: ProofContent,
  waiting: z.boolean(),
  hidden: z.boolean(),
  required: z.boolean(),
  /** Whether the milestone is already verified or was cancelled. */
  closed: z.boolean(),
  /** Other required milestones that are neither verified nor cancelled. */
  requiredBeside: z.int(),
})

interface JudgedProof {
  readonly mission: LoadedMission
  readonly facts: z.infer<typeof ProofRow>
}

const noProof = () => notFound('There is no such proof.')

const facts = (
  id: string,
) => sql`SELECT json_build_object('proofId', p.id, 'missionId', p."missionId", 'milestoneId', p."milestoneId",
    'kind', p.kind, 'url', p.url, 'txHash', p."txHash", 'chainId', p."chainId", 'note', p.note, 'submittedBy', p."submittedBy",
    'submittedAt', ${raw(iso('p."submittedAt"'))}, 'files', ${raw(fileSumsJson('p.id'))}) AS content,
  p.status = 'submitted' AS waiting, p."hiddenAt" IS NOT NULL AS hidden, s.required,
  s."verifiedProofId" IS NOT NULL OR s.status = 'Cancelled' AS closed,
  (SELECT count(*)::int FROM "Milestone" o WHERE o."missionId" = p."missionId" AND o.id <> p."milestoneId" AND o.required
    AND o."verifiedProofId" IS NULL AND o.status <> 'Cancelled') AS "requiredBeside"
  FROM "Proof" p JOIN "Milestone" s ON s.id = p."milestoneId" WHERE p.id = ${id}::uuid`

async function load(executor: Db, id: string, { caller, verdict, lock }: Look): Promise<LoadedSubject<JudgedProof>> {
  // Sent together: the second statement runs after the lock and sees what it waited for.
  const [mission, found] = await Promise.all([
    loadMission(executor, sql`SELECT "missionId" FROM "Proof" WHERE id = ${id}::uuid`, lock, noProof),
    findOne(executor, facts(id), ProofRow),
  ])
  if (!found) throw noProof()
  if (found.hidden) throw expired('This proof was hidden by a moderator.')
  const { owner, contributorWallet } = mission
  const { submittedBy } = found.content
  const part = conflictOf({ kind: 'proof', owner, contributorWallet, submittedBy }, caller.wallet)
  if (part) throw forbidden(part)
  requireAllowed(missionMachine, mission.state, 'review-reject')
  if (!found.waiting) throw conflict('This proof is not waiting for a review.')
  if (verdict === 'approve' && found.closed)
    throw conflict('The milestone of this proof is verified or cancelled already, so it cannot be approved.')
  return {
    subject: { mission, facts: found },
    subjectId: found.content.proofId,
    records: [
      ['Mission', found.content.missionId],
      ['Milestone', found.content.milestoneId],
      ['Proof', found.content.proofId],
    ],
    content: found.content,
    head: mission,
  }
}

/** A verifier approves or rejects a proof, or requests changes (docs/interface.md#states). */
export const proofReview: SignedAction<JudgedProof> = {
  purpose: 'proof-review',
  tag: 'svc-proof-review-v1',
  wordsName: 'Reason',
  parse(fields) {
    const { verdict, reason } = parseFields(ReviewProof, fields)
    return { verdict, words: reason }
  },
  load,
  async record(ctx, { mission, facts: { content, required, closed, requiredBeside } }, signed, consumeNonce) {
    const verdict = ReviewVerdictWord.parse(signed.verdict)
    const { status, trigger } = REVIEW_EFFECTS[verdict]
    const approved = verdict === 'approve'
    const isComplete = requiredBeside === 0 && (approved || !required || closed)
    const to = isComplete ? 'VERIFIED' : approved ? 'GROWING' : undefined
    const signedId = uuidv7(ctx.at.getTime())
    const { proofId, milestoneId } = content
    const { words: reason, message, signature } = signed
    const review = { verdict, reason, verifier: ctx.caller.wallet, message, signature, signedAt: ctx.at.toISOString() }
    const credit: Credit = {
      wallet: content.submittedBy,
      amount: required ? SEEDS.milestoneVerifiedRequired : SEEDS.milestoneVerifiedOptional,
      kind: 'milestone-verified',
      missionId: mission.id,
      proofId,
      evidenceHash: jcsHash(content),
    }
    recordChange(
      ctx,
      MISSION,
      mission,
      { on: trigger, to },
      {
        event: { kind: 'proof-reviewed', data: { proofId, milestoneId, status, review } },
        rows: {
          used: consumeNonce,
          proof: sql`UPDATE "Proof" SET status = ${status}::"ProofStatus" WHERE id = ${proofId}::uuid AND status = 'submitted'`,
          milestone: sql`UPDATE "Milestone" SET "verifiedProofId" = ${proofId}::uuid
          WHERE ${approved} AND id = ${milestoneId}::uuid AND "verifiedProofId" IS NULL`,
          signed: insertSignedVerdict(signedId, 'proof-review', signed, ctx),
          credited: creditSeeds(approved ? [credit] : [], ctx.at),
        },
        requires: { used: 'This nonce was used a moment ago. Read the mission again.' },
        notify: proofReviewed(mission, content.submittedBy, verdict, reason),
      },
    )
    return { show: showProof(proofId) }
  },
}
