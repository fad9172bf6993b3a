import { z } from 'zod'
import { db } from '@/lib/db/db'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { SignedItem } from '@/lib/review/schemas'

const IN_PROGRESS_MAX = 50
const CLEARED_MAX = 20

const verdictFields = `'id', v.id, 'verdict', v.verdict, 'words', v.words, 'verifier', v.verifier, 'signedAt', ${iso('v."signedAt"')}`
const ofDecision = `json_build_object(${verdictFields}, 'kind', 'decision', 'recordId', c.id, 'title', c.title,
    'detail', 'Side ' || d.side || ': ' || CASE d.side WHEN 'A' THEN c."contenderA" ELSE c."contenderB" END)`
const ofProof = `json_build_object(${verdictFields}, 'kind', 'proof', 'recordId', m.id, 'title', m.title, 'detail', s.title)`

const SignedRow = z.object({ item: SignedItem })

async function list(statement: Sql): Promise<SignedItem[]> {
  const rows = await db.query(statement, SignedRow)
  return rows.map(({ item }) => item)
}

/** What a verifier sent back and nobody has answered yet: the last decision or proof of its record. Oldest first. */
export const listInProgress = (): Promise<SignedItem[]> =>
  list(sql`SELECT b.item FROM (
      SELECT v.id, ${raw(ofProof)} AS item FROM "Mission" m
        JOIN LATERAL (SELECT p.id, p."milestoneId" FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL
          ORDER BY p.id DESC LIMIT 1) p ON true
        JOIN "Milestone" s ON s.id = p."milestoneId"
        JOIN LATERAL (SELECT * FROM "SignedVerdict" w WHERE w."subjectId" = p.id ORDER BY w.id DESC LIMIT 1) v ON true
        WHERE m.state = 'CHANGES_REQUESTED' AND m."hiddenAt" IS NULL
      UNION ALL
      SELECT v.id, ${raw(ofDecision)} AS item FROM "Challenge" c
        JOIN LATERAL (SELECT * FROM "Decision" o WHERE o."challengeId" = c.id ORDER BY o.id DESC LIMIT 1) d ON true
        JOIN LATERAL (SELECT * FROM "SignedVerdict" w WHERE w."subjectId" = d.id ORDER BY w.id DESC LIMIT 1) v ON true
        WHERE c.state = 'AWAITING_DECISION' AND c."hiddenAt" IS NULL
    ) b ORDER BY b.id LIMIT ${IN_PROGRESS_MAX}`)

/** The newest signed verdicts, hidden records left out. */
export const listCleared = (): Promise<SignedItem[]> =>
  list(sql`SELECT CASE WHEN c.id IS NULL THEN ${raw(ofProof)} ELSE ${raw(ofDecision)} END AS item
    FROM "SignedVerdict" v
    LEFT JOIN "Decision" d ON d.id = v."subjectId" LEFT JOIN "Challenge" c ON c.id = d."challengeId"
    LEFT JOIN "Proof" p ON p.id = v."subjectId" AND p."hiddenAt" IS NULL
    LEFT JOIN "Milestone" s ON s.id = p."milestoneId" LEFT JOIN "Mission" m ON m.id = p."missionId"
    WHERE coalesce(c.id, m.id) IS NOT NULL AND coalesce(c."hiddenAt", m."hiddenAt") IS NULL
    ORDER BY v.id DESC LIMIT ${CLEARED_MAX}`)
