import { z } from 'zod'
import { signedVerdictJson, submissionJson } from '@/lib/challenges/views'
import { type Db, findOne } from '@/lib/db/db'
import { iso, raw, sql } from '@/lib/db/sql'
import { FileView } from '@/lib/evidence/schemas'
import { fileSumsJson, looseFilesJson, proofFilesJson } from '@/lib/evidence/views'
import {
  BOUNTY,
  bountyFields,
  missionSeedsJson,
  proofFactsJson,
  provenMilestonesJson,
  termFields,
} from '@/lib/missions/views'
import { ReceiptView } from '@/lib/receipts/schemas'

const { terms, discussion, decisionVerification, evidence, verifierDecisions, seeds } = ReceiptView.shape
/** The parts of a receipt that come from the database. */
const FactsRow = z.object({
  ...{ terms, discussion, decisionVerification, evidence, verifierDecisions, seeds },
  /** Whether the mission's challenge is hidden now. */
  withheld: z.boolean(),
  /** Evidence files that belong to no proof. */
  files: z.array(FileView),
  /** The reason of the newest erasure of the mission, its challenge or a part of them; null where nothing was erased. */
  erasureReason: z.string().nullable(),
  /** The id reserved for the completion's ledger entry, so that the receipt can name it. */
  nextSeedId: z.int(),
})
export type ReceiptFacts = z.infer<typeof FactsRow>

const termsJson = `json_build_object(${termFields}, 'milestones', ${provenMilestonesJson},
    'bounty', CASE WHEN ${BOUNTY} IS NOT NULL THEN json_build_object(${bountyFields}) END)`

const discussionJson = `json_build_object('challengeId', c.id, 'prompt', c.prompt, 'sourceUrl', m."sourceUrl",
    'decisionUrl', m."decisionUrl", 'chosenSide', d.side, 'explanation', d.explanation,
    'submissions', CASE WHEN c.id IS NOT NULL THEN json_build_object('A', ${submissionJson('c', "'A'", 'c."contenderA"')},
      'B', ${submissionJson('c', "'B'", 'c."contenderB"')}) END)`

const evidenceJson = `(SELECT coalesce(json_agg(json_build_object('proofId', p.id, 'milestoneId', p."milestoneId", ${proofFactsJson},
    'files', ${proofFilesJson('p.id')}, 'fileSums', ${fileSumsJson('p.id')}) ORDER BY p.id), '[]') FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL)`

const verifierDecisionsJson = `(SELECT coalesce(json_agg(json_build_object('proofId', p.id, 'verdict', v.verdict, 'reason', v.words,
    'verifier', v.verifier, 'message', v.message, 'signature', v.signature, 'signedAt', ${iso('v."signedAt"')}) ORDER BY v.id), '[]')
    FROM "Proof" p JOIN "SignedVerdict" v ON v."subjectId" = p.id WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL)`

const statement = raw(`SELECT ${termsJson} AS terms, ${discussionJson} AS discussion,
    m."challengeId" IS NOT NULL AND c.id IS NULL AS withheld,
    (SELECT ${signedVerdictJson('v', 'explanation')} FROM "SignedVerdict" v WHERE v."subjectId" = d.id AND v.verdict = 'approve')
      AS "decisionVerification",
    ${evidenceJson} AS evidence, ${looseFilesJson('m.id')} AS files, ${verifierDecisionsJson} AS "verifierDecisions", ${missionSeedsJson} AS seeds,
    (SELECT e.reason FROM "Erasure" e WHERE e."recordId" IN (m.id, m."challengeId") ORDER BY e.id DESC LIMIT 1) AS "erasureReason",
    nextval('"SeedEntry_id_seq"')::int AS "nextSeedId"
  FROM "Mission" m LEFT JOIN "Challenge" c ON c.id = m."challengeId" AND c."hiddenAt" IS NULL
    LEFT JOIN "Decision" d ON d."challengeId" = c.id AND d.status = 'verified'`)

/** The present facts for a mission's receipt; null if there is no such mission. */
export function receiptFacts(executor: Db, missionId: string): Promise<ReceiptFacts | null> {
  return findOne(executor, sql`${statement} WHERE m.id = ${missionId}::uuid`, FactsRow)
}
