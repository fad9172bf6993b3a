import { z } from 'zod'
import { type Db, findOne } from '@/lib/db/db'
import { day, raw, sql } from '@/lib/db/sql'
import { jcsHash } from '@/lib/history/jcs'
import { EvidenceView, FundingView } from '@/lib/projects/schemas'
import { evidenceSaidJson, fundingSaidJson } from '@/lib/projects/views'

// What is judged by whoever decides on a project. What was only pledged, and what others decided, is not part of it.
// Evidence and funding are named by the hash that their events in the history hold too: a moderator may have to hide what
// they say, and what was signed can be proven all the same.

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
})

/** What a decision on a project covers, and who gave a part of it. */
export interface JudgedContent {
  /** Its SHA-256 (RFC 8785) stands in the decision and in what is signed. */
  readonly content: object
  readonly fundingBy: readonly string[]
  readonly evidenceBy: readonly string[]
}

/** The content as it stands now; null when there is no such project. Ask for it in a statement sent after any lock. */
export async function findJudgedContent(executor: Db, missionId: string): Promise<JudgedContent | null> {
  const facts = await findOne(
    executor,
    sql`SELECT ${raw(termsJson)} AS terms, ${raw(fundingSaidJson)} AS funding, ${raw(evidenceSaidJson)} AS evidence
      FROM "Mission" m WHERE m.id = ${missionId}::uuid`,
    JudgedRow,
  )
  if (!facts) return null
  const { terms, funding, evidence } = facts
  return {
    content: {
      ...terms,
      funding: funding.map((said) => ({ fundingId: said.id, sha256: jcsHash(said) })),
      evidence: evidence.map((said) => ({ evidenceId: said.id, sha256: jcsHash(said) })),
    },
    fundingBy: funding.map(({ recordedBy }) => recordedBy),
    evidenceBy: evidence.map(({ submittedBy }) => submittedBy),
  }
}

/** The content alone. */
export async function findProjectContent(executor: Db, missionId: string): Promise<object | null> {
  return (await findJudgedContent(executor, missionId))?.content ?? null
}
