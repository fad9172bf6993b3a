import type { z } from 'zod'
import type { ChallengeQuery, ChallengeRecord, ChallengeView } from '@/lib/challenges/schemas'
import { challengeJson, challengeRecordJson } from '@/lib/challenges/views'
import { now, utcDay } from '@/lib/clock'
import { decodeIdCursor } from '@/lib/contract/cursor'
import { db, findOne } from '@/lib/db/db'
import { foldCase, type KeysetPage, keysetPage, likePattern } from '@/lib/db/list'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { anyDue, persistDue, persistDueChallenge } from '@/lib/deadlines/tick'
import { notFound } from '@/lib/errors'

export type ChallengeFilters = z.output<typeof ChallengeQuery>

export const challengeNotFound = () => notFound('There is no such challenge.')

/** The body of `GET /api/v1/challenges` as JSON text. */
export async function challengesBody(query: ChallengeFilters): Promise<string> {
  let page = await readPage(query)
  if (page.beside) {
    await persistDue()
    page = await readPage(query)
  }
  return `{"challenges":${page.items},"nextCursor":${page.nextCursor}}`
}

function readPage(query: ChallengeFilters): Promise<KeysetPage> {
  const where: Sql[] = [sql`c."hiddenAt" IS NULL`]
  if (query.state) where.push(sql`c.state = ${query.state}::"ChallengeState"`)
  if (query.owner) where.push(sql`c.owner = ${query.owner}`)
  if (query.q) where.push(sql`c."titleFolded" LIKE ${likePattern(foldCase(query.q))}`)
  if (query.cursor) where.push(sql`c.id < ${decodeIdCursor(query.cursor)}::uuid`)
  return keysetPage(db, {
    from: '"Challenge" c',
    view: challengeJson,
    key: 'c.id',
    where,
    limit: query.limit,
    beside: anyDue(),
  })
}

/** The body of `GET /api/v1/challenges/{id}` as JSON text. @throws Refusal `not_found`, also when hidden. */
export async function challengeBody(id: string): Promise<string> {
  const found = await readChallenge(id)
  if (!found.due) return found.body
  await persistDueChallenge(id)
  return (await readChallenge(id)).body
}

async function readChallenge(id: string): Promise<{ body: string; due: boolean }> {
  const row = await findOne<{ body: string; due: boolean }>(
    db,
    sql`SELECT json_build_object('challenge', ${raw(challengeRecordJson)})::text AS body,
      c.state = 'OPEN' AND c."submissionDeadline" < ${utcDay(now())}::date AS due
      FROM "Challenge" c WHERE c.id = ${id}::uuid AND c."hiddenAt" IS NULL`,
  )
  if (!row) throw challengeNotFound()
  return row
}

/** For pages: the parsed list. */
export async function listChallenges(
  query: ChallengeFilters,
): Promise<{ challenges: ChallengeView[]; nextCursor: string | null }> {
  return JSON.parse(await challengesBody(query))
}

/** For pages: the parsed record. @throws Refusal `not_found`. */
export async function getChallenge(id: string): Promise<ChallengeRecord> {
  return JSON.parse(await challengeBody(id)).challenge
}
