import { z } from 'zod'
import { anyDue, persistDue, persistForRead } from '@/lib/challenges/deadlines'
import { type ChallengeQuery, ChallengeRecord, ChallengeView } from '@/lib/challenges/schemas'
import { CHALLENGE_STATES, challengeMachine } from '@/lib/challenges/states'
import { challengeJson, challengePageJson, challengeRecordJson } from '@/lib/challenges/views'
import { now, utcDay } from '@/lib/clock'
import { NextCursor } from '@/lib/contract/fields'
import { afterDay, type KeysetList, type KeysetPage, keysetPage, keysetVersion } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { beforeFound, everyRecord, ofWallet, searchTitles, type TitleTable } from '@/lib/db/title-search'
import { recordReader, VersionRow, withField } from '@/lib/db/view-cache'
import { verifierWallets } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { ShownHistory } from '@/lib/history/schemas'
import { eligibleOf } from '@/lib/machine/conflict'
import { allows } from '@/lib/machine/machine'

type ChallengeFilters = z.output<typeof ChallengeQuery>

export const challengeNotFound = () => notFound('There is no such challenge.')

/** The body of `GET /api/v1/challenges` as JSON text. @param name the key of the list in the requested interface. */
export async function challengesBody(
  query: ChallengeFilters,
  name: 'challenges' | 'battles' = 'challenges',
): Promise<string> {
  let page = await readPage(query)
  if (page.beside) {
    await persistDue()
    page = await readPage(query)
  }
  return `{"${name}":${page.items},"nextCursor":${page.nextCursor}}`
}

/** Selects the challenge with the id `$1`, unless it is hidden. */
export const SHOWN_CHALLENGE = `FROM "Challenge" c WHERE c.id = $1::uuid AND c."hiddenAt" IS NULL`
const TITLES: TitleTable = {
  titles: '"ChallengeTitle"',
  gramIndex: 'ChallengeTitle_grams',
  table: 'Challenge',
  alias: 'c',
}

const readPage = async (query: ChallengeFilters): Promise<KeysetPage> => keysetPage(await listOf(query))

/** SQL for the version of a page of the list (see lib/pages/page-version.ts). */
export const challengesVersion = async (query: ChallengeFilters): Promise<Sql> => keysetVersion(await listOf(query))

/** The next deadline of an unfinished challenge. */
const NEXT_DAY = `(CASE WHEN c.state = 'AWAITING_DECISION' THEN c."decisionDeadline" ELSE c."submissionDeadline" END)`
const BY_DAY = { day: NEXT_DAY }

/**
 * The challenges of which a moderator hides a link. They are few, have an index of their own, and with the fence (`OFFSET 0`) they are read by their ids, where
 * the planner would rather look for them in an index of all that are open.
 */
const LINK_HIDDEN: TitleTable = {
  ...TITLES,
  rows: `(SELECT o.* FROM "Challenge" o WHERE o.id = ANY(ARRAY(SELECT h."parentId" FROM "Hiding" h
    WHERE h."recordType" = 'submission' AND h."restoredAt" IS NULL)) OFFSET 0)`,
}
const SHOWN_LINKS = `(SELECT count(*) FROM "Submission" s WHERE s."challengeId" = c.id AND s."hiddenAt" IS NULL)`

/** What lacks a response takes one until its day ends: a draft, and an open challenge with a side that is free again. */
async function listOf(query: ChallengeFilters): Promise<KeysetList> {
  if (!query.needs) return listFrom(TITLES, query)
  const today = sql`c."submissionDeadline" >= ${utcDay(now())}::date`
  const [drafts, others] = await Promise.all([
    listFrom(TITLES, query, sql`c.state = 'DRAFT'`, today),
    listFrom(LINK_HIDDEN, query, sql`c.state = 'OPEN'`, today, raw(`${SHOWN_LINKS} < 2`)),
  ])
  return { ...drafts, others }
}

async function listFrom(table: TitleTable, query: ChallengeFilters, ...narrowing: readonly Sql[]): Promise<KeysetList> {
  const isByDay = query.sort === 'deadline'
  const where: Sql[] = [sql`c."hiddenAt" IS NULL`, ...narrowing]
  if (query.state) where.push(sql`c.state = ${query.state}::"ChallengeState"`)
  if (isByDay)
    where.push(sql`c.state IN ('DRAFT', 'OPEN', 'AWAITING_DECISION')`, sql`${raw(NEXT_DAY)} >= ${utcDay(now())}::date`)
  const isNarrowed = where.length > 1 || Boolean(query.owner)
  const found = query.q ? await searchTitles(table, query.q, isNarrowed) : everyRecord(table)
  if (query.owner) where.push(await ofWallet(table, 'owner', query.owner, found))
  if (query.cursor)
    where.push(isByDay ? afterDay(NEXT_DAY, 'c.id', query.cursor) : beforeFound(found, table, query.cursor))
  return {
    from: found.from,
    key: found.key,
    lookup: found.lookup,
    walk: found.walk,
    isSearch: Boolean(query.q),
    sort: isByDay ? BY_DAY : undefined,
    view: challengeJson,
    where: [...where, ...found.where],
    limit: query.limit,
    beside: anyDue(),
    cached: { kind: 'challenge', version: 'c."historyHead"' },
  }
}

/**
 * The body of `GET /api/v1/challenges/{id}` as JSON text. @param name the key of the record in the requested interface.
 * @throws Refusal `not_found`, also if hidden.
 */
export async function challengeBody(id: string, name: 'challenge' | 'battle' = 'challenge'): Promise<string> {
  return `{"${name}":${withVerifiers(await readCurrent(readRecord, id))}}`
}

/** Adds the number of eligible verifiers, which comes from the allowlist and not from the cached view. */
function withVerifiers({ text, row }: { readonly text: string; readonly row: z.infer<typeof CurrentRow> }): string {
  const isOpen = allows(challengeMachine, row.state, 'cancel')
  const eligible = isOpen ? eligibleOf({ kind: 'decision', owner: row.owner }, verifierWallets()).length : null
  return withField(text, 'eligibleVerifiers', eligible)
}

const CurrentRow = VersionRow.extend({ due: z.boolean(), state: z.enum(CHALLENGE_STATES), owner: z.string() })
const readerOf = (kind: string, view: string) =>
  recordReader(
    {
      kind,
      columns: `c."historyHead" AS version, c.state = 'OPEN' AND c."submissionDeadline" < $2::date AS due, c.state, c.owner`,
      view,
      from: SHOWN_CHALLENGE,
    },
    CurrentRow,
  )
const readRecord = readerOf('challenge-record', challengeRecordJson)
const readPageRecord = readerOf('challenge-page', challengePageJson)

/** A challenge's row with its view as JSON text. Persists an ended deadline first. @throws Refusal `not_found`. */
async function readCurrent(read: typeof readRecord, id: string) {
  const readToday = async () => {
    const found = await read(id, utcDay(now()))
    if (!found) throw challengeNotFound()
    return found
  }
  const found = await readToday()
  if (!found.row.due) return found
  await persistForRead(id)
  return readToday()
}

const ChallengeList = z.object({ challenges: z.array(ChallengeView), nextCursor: NextCursor })

export const listChallenges = async (query: ChallengeFilters) => parseView(ChallengeList, await challengesBody(query))

const ChallengePage = ChallengeView.extend({
  ...ShownHistory.shape,
  ...ChallengeRecord.pick({ eligibleVerifiers: true }).shape,
})
export type ChallengePage = z.infer<typeof ChallengePage>

/** The challenge as its page shows it. @throws Refusal `not_found`. */
export async function getChallengePage(id: string): Promise<ChallengePage> {
  return parseView(ChallengePage, withVerifiers(await readCurrent(readPageRecord, id)))
}

/** The parsed record with its whole history. @throws Refusal `not_found`. */
export async function getChallenge(id: string): Promise<ChallengeRecord> {
  return parseView(z.object({ challenge: ChallengeRecord }), await challengeBody(id)).challenge
}
