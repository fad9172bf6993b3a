import { z } from 'zod'
import { checkJson, namedBy } from '@/lib/chain/check-json'
import { db } from '@/lib/db/db'
import { iso, raw, sql } from '@/lib/db/sql'
import { proofFilesJson } from '@/lib/evidence/views'
import { WaitingDecision, type WaitingItem, WaitingProof } from '@/lib/review/schemas'

/** How many items of each kind the queue shows at once; the oldest come first. */
export const QUEUE_MAX = 50

const side = (label: string, letter: 'A' | 'B') => `json_build_object('label', c."${label}", 'url',
    (SELECT l.url FROM "Submission" l WHERE l."challengeId" = c.id AND l.side = '${letter}' AND l."hiddenAt" IS NULL))`

const waitingDecisionJson = `json_build_object('kind', 'decision', 'id', d.id, 'challengeId', c.id, 'title', c.title,
    'prompt', c.prompt, 'owner', c.owner, 'side', d.side,
    'sides', json_build_object('A', ${side('contenderA', 'A')}, 'B', ${side('contenderB', 'B')}),
    'decisionUrl', d."decisionUrl", 'explanation', d.explanation, 'late', d.late, 'submittedAt', ${iso('d."submittedAt"')})`

const waitingProofJson = `json_build_object('kind', 'proof', 'id', p.id, 'missionId', m.id, 'title', m.title, 'owner', m.owner,
    'contributorWallet', m."contributorWallet", 'submittedBy', p."submittedBy",
    'milestone', json_build_object('title', s.title, 'required', s.required),
    'attempt', (SELECT count(*)::int FROM "Proof" o WHERE o."milestoneId" = p."milestoneId" AND o.id <= p.id AND o."hiddenAt" IS NULL),
    'requiredProof', m."requiredProof", 'definitionOfDone', m."definitionOfDone", 'deliverable', m.deliverable,
    'proofKind', p.kind, 'url', p.url, 'note', p.note, 'check', ${checkJson(namedBy('p'))},
    'files', ${proofFilesJson('p.id')}, 'submittedAt', ${iso('p."submittedAt"')})`

const DecisionRow = z.object({ item: WaitingDecision })
const ProofRow = z.object({ item: WaitingProof })

/** Decisions that wait for a verifier, oldest first. */
async function listWaitingDecisions(): Promise<WaitingDecision[]> {
  const rows = await db.query(
    sql`SELECT ${raw(waitingDecisionJson)} AS item FROM "Challenge" c
      JOIN "Decision" d ON d."challengeId" = c.id AND d.status = 'submitted'
      WHERE c.state = 'DECISION_SUBMITTED' AND c."hiddenAt" IS NULL ORDER BY d.id LIMIT ${QUEUE_MAX}`,
    DecisionRow,
  )
  return rows.map(({ item }) => item)
}

/** Proofs that wait for a verifier, oldest first. */
async function listWaitingProofs(): Promise<WaitingProof[]> {
  const rows = await db.query(
    sql`SELECT ${raw(waitingProofJson)} AS item FROM "Proof" p
      JOIN "Mission" m ON m.id = p."missionId" JOIN "Milestone" s ON s.id = p."milestoneId"
      WHERE p.status = 'submitted' AND p."hiddenAt" IS NULL AND m.state IN ('PROOF_SUBMITTED', 'VERIFIED') AND m."hiddenAt" IS NULL
      ORDER BY p.id LIMIT ${QUEUE_MAX}`,
    ProofRow,
  )
  return rows.map(({ item }) => item)
}

/** Everything that waits for a verifier's signature, oldest first. */
export async function listWaiting(): Promise<WaitingItem[]> {
  const lists = await Promise.all([listWaitingDecisions(), listWaitingProofs()])
  return lists.flat().sort((a, b) => a.submittedAt.localeCompare(b.submittedAt))
}
