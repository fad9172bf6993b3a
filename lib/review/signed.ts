import { z } from 'zod'
import { NextCursor } from '@/lib/contract/fields'
import type { PageQuery } from '@/lib/contract/list'
import { db } from '@/lib/db/db'
import { beforeId, type KeysetList, keysetPage, keysetVersion } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { SignedItem } from '@/lib/review/schemas'

/** A signed verdict `v` joined with its decision, proof or project decision and the record that shows it. */
const FROM = `"SignedVerdict" v
  LEFT JOIN "Decision" d ON d.id = v."subjectId" LEFT JOIN "Challenge" c ON c.id = d."challengeId"
  LEFT JOIN "Proof" p ON p.id = v."subjectId" LEFT JOIN "Milestone" s ON s.id = p."milestoneId"
  LEFT JOIN "ProjectDecision" j ON j.id = v.id LEFT JOIN "Mission" m ON m.id = coalesce(p."missionId", j."missionId")`

const VIEW = `json_build_object('id', v.id, 'kind', CASE WHEN d.id IS NOT NULL THEN 'decision' WHEN p.id IS NOT NULL THEN 'proof'
    ELSE 'project' END, 'recordId', coalesce(c.id, m.id), 'title', coalesce(c.title, m.title),
  'detail', CASE WHEN d.id IS NOT NULL THEN 'Side ' || d.side || ': ' || CASE d.side WHEN 'A' THEN c."contenderA" ELSE c."contenderB" END
    ELSE s.title END,
  'verdict', v.verdict, 'words', v.words, 'verifier', v.verifier, 'signedAt', ${iso('v."signedAt"')})`

/** No part of it is hidden by a moderator. */
const SHOWN = `coalesce(c."hiddenAt", m."hiddenAt", p."hiddenAt", j."hiddenAt") IS NULL AND coalesce(c.id, m.id) IS NOT NULL`

/** SQL that is true when a wallet has signed a verdict that is shown. @param wallet SQL for its address. */
export const hasReviewed = (wallet: string) =>
  `EXISTS (SELECT 1 FROM ${FROM} WHERE v.verifier = ${wallet} AND ${SHOWN})`

type Page = z.output<typeof PageQuery>

function listOf(wallet: string, { limit, cursor }: Page): KeysetList {
  const where = [sql`v.verifier = ${wallet}`, raw(SHOWN)]
  if (cursor) where.push(beforeId('v.id', cursor))
  return { from: FROM, view: VIEW, key: 'v.id', where, limit }
}

/** SQL for the version of a page of a wallet's reviews (see lib/pages/page-version.ts). */
export const reviewsVersion = (wallet: string, page: Page): Sql => keysetVersion(listOf(wallet, page))

/** A wallet's reviews of decisions, proofs and projects, newest first, each with its record. */
export async function listReviewsBy(
  wallet: string,
  page: Page,
): Promise<{ reviews: SignedItem[]; nextCursor: string | null }> {
  const found = await keysetPage(listOf(wallet, page))
  return { reviews: parseView(z.array(SignedItem), found.items), nextCursor: parseView(NextCursor, found.nextCursor) }
}

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

/** What a signed verdict `v` is about, and its record: of a proof `p`, or of a decision `d`. */
const OF_RECORD = `LEFT JOIN "Decision" d ON d.id = v."subjectId" LEFT JOIN "Challenge" c ON c.id = d."challengeId"
    LEFT JOIN "Proof" p ON p.id = v."subjectId" AND p."hiddenAt" IS NULL
    LEFT JOIN "Milestone" s ON s.id = p."milestoneId" LEFT JOIN "Mission" m ON m.id = p."missionId"
    WHERE coalesce(c.id, m.id) IS NOT NULL AND coalesce(c."hiddenAt", m."hiddenAt") IS NULL`
const ITEM = raw(`CASE WHEN c.id IS NULL THEN ${ofProof} ELSE ${ofDecision} END AS item`)

/**
 * The newest verdict of each record that was sent back and has no new decision or proof yet: the oldest, and whether there are more. Many
 * records are never taken up again, so the oldest are chosen in an index of just these, before anything is looked up.
 */
export async function listInProgress(): Promise<{ items: readonly SignedItem[]; isMore: boolean }> {
  const found = await list(sql`SELECT ${ITEM} FROM (SELECT "verdictId" FROM "SentBack" ORDER BY "verdictId"
      LIMIT ${raw(String(IN_PROGRESS_MAX + 1))}) b JOIN "SignedVerdict" v ON v.id = b."verdictId" ${raw(OF_RECORD)} ORDER BY v.id`)
  return { items: found.slice(0, IN_PROGRESS_MAX), isMore: found.length > IN_PROGRESS_MAX }
}

/** The newest signed verdicts, without those of hidden records. */
export const listCleared = (): Promise<SignedItem[]> =>
  list(sql`SELECT ${ITEM} FROM "SignedVerdict" v ${raw(OF_RECORD)} ORDER BY v.id DESC LIMIT ${CLEARED_MAX}`)
