import { z } from 'zod'
import type { Caller, CommandResult, OnRecord, RecordCommand, WriteContext } from '@/lib/context'
import { parseFields } from '@/lib/contract/parse-fields'
import type { SignStep } from '@/lib/contract/signed-step'
import { type Db, findOne } from '@/lib/db/db'
import { day, raw, sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'
import { type LoadedMission, loadMission, MISSION } from '@/lib/missions/load'
import { isOpen } from '@/lib/missions/states'
import { projectReviewed } from '@/lib/notifications/notices'
import { projectNotFound } from '@/lib/projects/queries'
import { SIGNED_ALREADY, signedRefusal } from '@/lib/projects/room'
import { EvidenceView, FundingView } from '@/lib/projects/schemas'
import { prepareVerification } from '@/lib/projects/verification-contract'
import { evidenceSaidJson, fundingSaidJson, showDecision } from '@/lib/projects/views'
import { recordChange } from '@/lib/records/record-change'
import {
  applySigned,
  insertSignedVerdict,
  type LoadedSubject,
  type Look,
  type Prefetched,
  prefetchSigned,
  prepareSigned,
  type SignedAction,
} from '@/lib/signing/two-step'

interface JudgedProject {
  readonly project: LoadedMission
  readonly content: object
}

const SignedRow = z.object({ contentHash: z.string() })

async function load(executor: Db, id: string, { caller, lock }: Look): Promise<LoadedSubject<JudgedProject>> {
  const { wallet } = caller
  // Sent together: the later statements run after the lock and see what it waited for.
  const [project, judged, signed] = await Promise.all([
    loadMission(executor, sql`${id}::uuid`, lock, projectNotFound),
    findJudgedContent(executor, id),
    executor.query(
      sql`SELECT "contentHash" FROM "ProjectDecision" WHERE "missionId" = ${id}::uuid AND "decidedBy" = ${wallet} AND signed`,
      SignedRow,
    ),
  ])
  if (!judged) throw projectNotFound()
  refuseInterest(project, judged, wallet)
  if (!isOpen(project.state)) throw conflict('This mission has its final outcome: its receipt tells of it.')
  const full = signedRefusal(signed.length)
  if (full) throw conflict(full)
  const { content } = judged
  const contentHash = jcsHash(content)
  if (signed.some((known) => known.contentHash === contentHash)) throw conflict(SIGNED_ALREADY)
  return {
    subject: { project, content },
    subjectId: project.id,
    records: [['Project', project.id]],
    content,
    head: project,
  }
}

/** Refuses verifiers who are involved in the project (docs/interface.md#states). @throws Refusal `forbidden`. */
function refuseInterest(
  project: LoadedMission,
  { fundingBy, evidenceBy, provenBy }: Pick<z.infer<typeof JudgedRow>, 'fundingBy' | 'evidenceBy' | 'provenBy'>,
  wallet: string,
): void {
  if (project.owner === wallet) throw forbidden('You own this mission, so you cannot verify it.')
  if (project.contributorWallet === wallet)
    throw forbidden('You are the contributor, so you cannot verify this mission.')
  // A released claim leaves its proofs behind.
  if (provenBy.includes(wallet)) throw forbidden('You submitted proof for this mission, so you cannot verify it.')
  if (evidenceBy.includes(wallet)) throw forbidden('You submitted evidence for this mission, so you cannot verify it.')
  if (fundingBy.includes(wallet)) throw forbidden('You recorded funding for this mission, so you cannot verify it.')
}

/** A verifier's signed decision on a project. Anyone can check it; it does not change the project's state. */
export const projectVerification: SignedAction<JudgedProject> = {
  purpose: 'project-verification',
  tag: 'svc-project-verification-v1',
  wordsName: 'Reason',
  parse(fields) {
    const { verdict, reason } = parseFields(prepareVerification.body, fields)
    return { verdict, words: reason }
  },
  load,
  async record(ctx, { project, content }, signed, consumeNonce) {
    const decisionId = uuidv7(ctx.at.getTime())
    const verifier = ctx.caller.wallet
    const { verdict, words: reason, message, signature } = signed
    const review = { verdict, reason, verifier, message, signature, signedAt: ctx.at.toISOString() }
    recordChange(ctx, MISSION, project, null, {
      event: { kind: 'project-verification', data: { decisionId, project: content, review } },
      rows: {
        used: consumeNonce,
        decided: sql`INSERT INTO "ProjectDecision" (id, "missionId", verdict, reason, "decidedBy", "decidedAt", signed, "contentHash")
          VALUES (${decisionId}::uuid, ${project.id}::uuid, ${verdict}::"Verdict", ${reason}, ${verifier}, ${ctx.at}, true, ${jcsHash(content)})`,
        signed: insertSignedVerdict(decisionId, 'project-verification', signed, ctx),
      },
      requires: { used: 'This nonce was used a moment ago. Read the mission again.' },
      notify: projectReviewed(project, project.contributorWallet, verdict === 'approve'),
    })
    return { show: showDecision(decisionId) }
  },
}

type Sign = OnRecord<typeof SignStep>

// In `/api` each step of a signed action has its own path.

/** Step 1: stores the exact text with its nonce and responds with the text. */
export const prepareProjectVerification: RecordCommand<typeof prepareVerification.body> = (ctx, { params, body }) =>
  prepareSigned(projectVerification, ctx, params.id, projectVerification.parse(body))

/** Step 2: recovers the signer before it takes a lock, then checks everything again under the lock. */
export const recordProjectVerification = {
  prefetch: ({ caller, at }: { caller: Caller; at: Date }, { params, body }: Sign): Promise<Prefetched> =>
    prefetchSigned(projectVerification, caller, at, params.id, body),
  run: (ctx: WriteContext, { params, prefetched }: Sign & { prefetched: Prefetched }): Promise<CommandResult> =>
    applySigned(projectVerification, ctx, params.id, prefetched),
}

// The content that decisions on a project judge, without commitments and other decisions. It names evidence and funding by
// the hash that their history events also hold, so that the signed content can be proven even if a moderator hides them.

const milestoneJson = `json_build_object('milestoneId', s.id, 'title', s.title, 'amount', s.amount, 'required', s.required,
    'status', s.status, 'verified', s."verifiedProofId" IS NOT NULL)`

const termsJson = `json_build_object('projectId', m.id, 'owner', m.owner, 'contributorWallet', m."contributorWallet",
    'title', m.title, 'summary', m.summary, 'deliverable', m.deliverable, 'definitionOfDone', m."definitionOfDone",
    'requiredProof', m."requiredProof", 'rewardTerms', m."rewardTerms", 'deadline', ${day('m.deadline')},
    'milestones', (SELECT coalesce(json_agg(${milestoneJson} ORDER BY s.position), '[]') FROM "Milestone" s WHERE s."missionId" = m.id))`

const JudgedRow = z.object({
  terms: z.looseObject({ projectId: z.string() }),
  funding: z.array(FundingView.omit({ check: true })),
  evidence: z.array(EvidenceView.omit({ check: true })),
  fundingBy: z.array(z.string()),
  evidenceBy: z.array(z.string()),
  provenBy: z.array(z.string()),
})

/**
 * The present content that a decision judges, and the authors of its parts, including hidden ones; null if there is no such
 * project. The decision and the signed text hold the SHA-256 of its RFC 8785 form. Send this statement after any lock.
 */
export async function findJudgedContent(executor: Db, missionId: string) {
  const facts = await findOne(
    executor,
    sql`SELECT ${raw(termsJson)} AS terms, ${raw(fundingSaidJson)} AS funding, ${raw(evidenceSaidJson)} AS evidence,
        ARRAY(SELECT f."recordedBy" FROM "FundingRecord" f WHERE f."missionId" = m.id) AS "fundingBy",
        ARRAY(SELECT e."submittedBy" FROM "ProjectEvidence" e WHERE e."missionId" = m.id) AS "evidenceBy",
        ARRAY(SELECT p."submittedBy" FROM "Proof" p WHERE p."missionId" = m.id) AS "provenBy"
      FROM "Mission" m WHERE m.id = ${missionId}::uuid`,
    JudgedRow,
  )
  if (!facts) return null
  const { terms, funding, evidence, ...authors } = facts
  return {
    content: {
      ...terms,
      funding: funding.map((said) => ({ fundingId: said.id, sha256: jcsHash(said) })),
      evidence: evidence.map((said) => ({ evidenceId: said.id, sha256: jcsHash(said) })),
    },
    ...authors,
  }
}
