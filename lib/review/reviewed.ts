import { z } from 'zod'
import { NextCursor } from '@/lib/contract/fields'
import { beforeId, type KeysetList, keysetPage, keysetVersion } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { iso, type Sql, sql } from '@/lib/db/sql'
import { SignedItem } from '@/lib/review/schemas'

/** A signed verdict `v` with the decision, proof or project that it is about, and the record that shows it. */
const FROM = `"SignedVerdict" v
  LEFT JOIN "Decision" d ON d.id = v."subjectId" LEFT JOIN "Challenge" c ON c.id = d."challengeId"
  LEFT JOIN "Proof" p ON p.id = v."subjectId" LEFT JOIN "Milestone" s ON s.id = p."milestoneId"
  LEFT JOIN "ProjectDecision" j ON j.id = v.id LEFT JOIN "Mission" m ON m.id = coalesce(p."missionId", j."missionId")`

const VIEW = `json_build_object('id', v.id, 'kind', CASE WHEN d.id IS NOT NULL THEN 'decision' WHEN p.id IS NOT NULL THEN 'proof'
    ELSE 'project' END, 'recordId', coalesce(c.id, m.id), 'title', coalesce(c.title, m.title),
  'detail', CASE WHEN d.id IS NOT NULL THEN 'Side ' || d.side || ': ' || CASE d.side WHEN 'A' THEN c."contenderA" ELSE c."contenderB" END
    ELSE s.title END,
  'verdict', v.verdict, 'words', v.words, 'verifier', v.verifier, 'signedAt', ${iso('v."signedAt"')})`

/** Nothing of it is hidden by a moderator. */
const SHOWN = sql`coalesce(c."hiddenAt", m."hiddenAt", p."hiddenAt", j."hiddenAt") IS NULL AND coalesce(c.id, m.id) IS NOT NULL`

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

function listOf(wallet: string, { limit, cursor }: Page): KeysetList {
  const where = [sql`v.verifier = ${wallet}`, SHOWN]
  if (cursor) where.push(beforeId('v.id', cursor))
  return { from: FROM, view: VIEW, key: 'v.id', where, limit }
}

/** SQL for the version of a page of them (see lib/pages/page-version.ts). */
export const reviewsVersion = (wallet: string, page: Page): Sql => keysetVersion(listOf(wallet, page))

/** What a wallet reviewed: decisions, proofs and projects, newest first, each with the record it is about. */
export async function listReviewsBy(
  wallet: string,
  page: Page,
): Promise<{ reviews: SignedItem[]; nextCursor: string | null }> {
  const found = await keysetPage(listOf(wallet, page))
  return { reviews: parseView(z.array(SignedItem), found.items), nextCursor: parseView(NextCursor, found.nextCursor) }
}
