import { z } from 'zod'
import { SIGNED_DECISIONS_PER_VERIFIER_MAX } from '@/lib/contract/limits'
import { parseFields } from '@/lib/contract/parse-fields'
import type { Db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden, notFound } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'
import { type LoadedMission, loadMission, PROJECT } from '@/lib/missions/load'
import { isOpen } from '@/lib/missions/states'
import { projectReviewed } from '@/lib/notifications/notices'
import { findJudgedContent, type JudgedContent } from '@/lib/projects/verification-content'
import { prepareVerification } from '@/lib/projects/verification-contract'
import { showDecision } from '@/lib/projects/views'
import { recordChange } from '@/lib/records/record-change'
import { insertSignedVerdict, type LoadedSubject, type Look, type SignedAction } from '@/lib/signing/two-step'

interface JudgedProject {
  readonly project: LoadedMission
  readonly content: object
}

const SignedRow = z.object({ contentHash: z.string() })

const noProject = () => notFound('There is no such project.')

async function load(executor: Db, id: string, { caller, lock }: Look): Promise<LoadedSubject<JudgedProject>> {
  const { wallet } = caller
  // Sent in one flight; the later statements see what the lock waited for.
  const [project, judged, signed] = await Promise.all([
    loadMission(executor, sql`${id}::uuid`, lock, noProject),
    findJudgedContent(executor, id),
    executor.query(
      sql`SELECT "contentHash" FROM "ProjectDecision" WHERE "missionId" = ${id}::uuid AND "decidedBy" = ${wallet} AND signed`,
      SignedRow,
    ),
  ])
  if (!judged) throw noProject()
  refuseInterest(project, judged, wallet)
  if (!isOpen(project.state)) throw conflict('This project has its final outcome: its receipt tells of it.')
  if (signed.length >= SIGNED_DECISIONS_PER_VERIFIER_MAX)
    throw conflict(`A verifier signs ${SIGNED_DECISIONS_PER_VERIFIER_MAX} decisions on a project at most.`)
  const { content } = judged
  const contentHash = jcsHash(content)
  if (signed.some((known) => known.contentHash === contentHash))
    throw conflict('You have signed a decision about exactly this. Sign again once the project has changed.')
  return { subject: { project, content }, subjectId: project.id, records: [['Project', project.id]], content }
}

/** Nobody judges what is their own (docs/interface.md#states). @throws Refusal `forbidden`. */
function refuseInterest(project: LoadedMission, { fundingBy, evidenceBy }: JudgedContent, wallet: string): void {
  if (project.owner === wallet) throw forbidden('You own this project, so you cannot verify it.')
  if (project.contributorWallet === wallet)
    throw forbidden('You are the contributor, so you cannot verify this project.')
  if (evidenceBy.includes(wallet)) throw forbidden('You submitted evidence for this project, so you cannot verify it.')
  if (fundingBy.includes(wallet)) throw forbidden('You recorded funding for this project, so you cannot verify it.')
}

/** A verifier's signed decision on a project: a record that anybody can check, and no move of its state. */
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
    recordChange(ctx, PROJECT, project, null, {
      event: { kind: 'project-verification', data: { decisionId, project: content, review } },
      rows: {
        used: consumeNonce,
        decided: sql`INSERT INTO "ProjectDecision" (id, "missionId", verdict, reason, "decidedBy", "decidedAt", signed, "contentHash")
          VALUES (${decisionId}::uuid, ${project.id}::uuid, ${verdict}::"Verdict", ${reason}, ${verifier}, ${ctx.at}, true, ${jcsHash(content)})`,
        signed: insertSignedVerdict(decisionId, 'project-verification', signed, ctx),
      },
      requires: { used: 'This nonce was used a moment ago. Read the project again.' },
      notify: projectReviewed(project, project.contributorWallet, verdict === 'approve'),
    })
    return { show: showDecision(decisionId) }
  },
}
