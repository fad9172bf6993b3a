import { z } from 'zod'
import { anyDue, persistDue } from '@/lib/challenges/deadlines'
import { SEARCH_HEX_MIN, SEARCH_HITS, SEARCH_HITS_OF_KIND, SEARCH_WALK_MAX } from '@/lib/contract/limits'
import { db } from '@/lib/db/db'
import { commonElements } from '@/lib/db/samples'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { IS_OF_HIDDEN_PART } from '@/lib/history/record'
import { isUuid } from '@/lib/id'
import { CONTRIBUTED } from '@/lib/missions/views'
import { hasReviewed } from '@/lib/review/signed'
import { HIT_KINDS, HitKind, type SearchHit, type SearchQuery, type SearchResult } from '@/lib/search/schemas'
import { excerptAround, hasWords, indexSpellings, rarePieces, tsqueryOf, wordsOf } from '@/lib/search/words'

/** This many rare words narrow a lookup enough; more would only cost time. */
const PIECES_LOOKED_UP = 3
/** The most rows that a lookup by rare words gives, the newest, before the other words are checked. */
const LOOKUP_MAX = 5_000
/** The most wallets with a matching prefix that are walked: many may only have signed in, and only those that a record names are shown. */
const WALLETS_MAX = 500
/** Of each of them so many of the newest events are considered. */
const ACTS_MAX = 100
/** The most proposals with a matching name or id that are walked: many may be by one Muse, by nobody, or hidden. */
const PROPOSALS_MAX = 2_000
/** Sorts after every text with the same prefix. */
const LAST = '\u{10ffff}'

/** `text` is the source of the excerpt; `due` is of all challenges: whether a deadline has ended that is not persisted yet. */
const HitRow = z.object({
  kind: HitKind,
  id: z.string(),
  title: z.string().nullable(),
  text: z.string().nullable(),
  state: z.string().nullable(),
  path: z.string(),
  due: z.boolean(),
})
type HitRow = z.infer<typeof HitRow>

/** The id of a row that is no hit: it tells that a lookup has ended before all was walked, so that there may be more. */
const CUT_OFF = ''

interface Asked {
  readonly q: string
  readonly kind: HitKind | undefined
  /** What the index is asked for: the pieces of `q`, and how each may be spelled there. */
  readonly spellings: ReturnType<typeof indexSpellings>
  /** The pieces that few records contain. Without any, the newest records are scanned. */
  readonly rare: readonly string[]
  /** The number of hits per kind, plus one that shows whether there are more. */
  readonly limit: number
}

const RECORDS = {
  challenge: { table: '"Challenge"', text: 't.prompt' },
  mission: {
    table: '"Mission"',
    text: `concat_ws(' ', t.summary, t.deliverable, (SELECT string_agg(s.title, ' ' ORDER BY s.position) FROM "Milestone" s WHERE s."missionId" = t.id))`,
  },
} as const

/** A sub-select of the `tsquery` for all of some pieces, each in any of its spellings. */
const queryOf = (pieces: readonly string[], { spellings }: Pick<Asked, 'spellings'>): Sql =>
  sql`(SELECT to_tsquery('pg_catalog.simple', ${tsqueryOf(pieces, spellings)}::text))`

/** The row that tells of a kind that not everything was looked at. */
const cutOff = (kind: HitKind, condition: Sql): Sql =>
  sql`SELECT ${raw(`'${kind}'`)}, ${CUT_OFF}::text, NULL, NULL, NULL, '' WHERE ${condition}`

const isOf = (kind: keyof typeof RECORDS) => raw(`s.kind = '${kind}'::"RecordType"`)

/**
 * The newest records that contain the rare words, of the kind that is asked for or of all. They are looked up before they are put in order
 * (`OFFSET 0`): the planner is not told how few they are, and would walk all records by their ids.
 */
function lookup(asked: Asked): Sql {
  const { kind, rare } = asked
  const only = kind === 'challenge' || kind === 'mission' ? sql`AND ${isOf(kind)}` : sql``
  return sql`SELECT * FROM (SELECT s.kind, s.id, s.words FROM "SearchText" s WHERE s.words @@ ${queryOf(rare, asked)} ${only} OFFSET 0) s
    ORDER BY s.id DESC LIMIT ${LOOKUP_MAX}::int`
}

/** The newest records that contain every piece, or the record with this id. Null where nothing is asked for. */
function records(kind: keyof typeof RECORDS, asked: Asked): Sql | null {
  const { q, spellings, rare, limit } = asked
  const { table, text } = RECORDS[kind]
  const row = sql`SELECT ${raw(`'${kind}' AS kind, t.id::text, t.title, ${text} AS text, t.state::text, '/${kind}s/' || t.id AS path`)}`
  if (isUuid(q)) return sql`${row} FROM ${raw(table)} t WHERE t.id = ${q}::uuid AND t."hiddenAt" IS NULL`
  if (spellings.size === 0) return null
  const newest = sql`FROM "SearchText" s WHERE ${isOf(kind)} ORDER BY s.id DESC`
  const [looked, areMore] =
    rare.length > 0
      ? [sql`looked_up`, sql`(SELECT count(*) FROM looked_up) = ${LOOKUP_MAX}::int`]
      : [
          sql`(SELECT s.* ${newest} LIMIT ${SEARCH_WALK_MAX}::int)`,
          sql`EXISTS (SELECT 1 ${newest} OFFSET ${SEARCH_WALK_MAX}::int LIMIT 1)`,
        ]
  // Where enough was found nobody asks whether there is more.
  return sql`WITH found AS MATERIALIZED (${row} FROM (SELECT s.id FROM ${looked} s
        WHERE ${isOf(kind)} AND s.words @@ ${queryOf([...spellings.keys()], asked)} ORDER BY s.id DESC) f
      JOIN ${raw(table)} t ON t.id = f.id WHERE t."hiddenAt" IS NULL ORDER BY f.id DESC LIMIT ${limit}::int)
    (SELECT * FROM found) UNION ALL
      ${cutOff(kind, sql`CASE WHEN (SELECT count(*) FROM found) < ${limit}::int THEN ${areMore} ELSE false END`)}`
}

/** Receipts by id, or by a prefix of their hash. */
function receipts({ q, limit }: Asked): Sql | null {
  const hash = hexOf(q, 64)
  if (hash === null && !isUuid(q)) return null
  const where = isUuid(q) ? sql`r.id = ${q}::uuid` : sql`r."contentHash" COLLATE "C" BETWEEN ${hash} AND ${`${hash}g`}`
  return sql`SELECT 'receipt' AS kind, r.id::text, m.title, NULL AS text, r.outcome::text AS state, '/receipts/' || r.id AS path
    FROM "Receipt" r JOIN "Mission" m ON m.id = r."missionId" WHERE ${where} AND m."hiddenAt" IS NULL
    ORDER BY r."contentHash" COLLATE "C" LIMIT ${limit}::int`
}

const isShown = (table: string, id: string) =>
  `(SELECT true FROM "${table}" r WHERE r.id = ${id} AND r."hiddenAt" IS NULL)`

/** Whether a visible record tells that the wallet did something, by its events. (For `EXISTS` Postgres might read all records at once.) */
const ACTED = `EXISTS (SELECT 1 FROM (SELECT o."recordId", o.seq FROM "EventLog" o WHERE o.actor = w.address
    ORDER BY o.position DESC LIMIT ${ACTS_MAX}) o
  JOIN "HistoryEvent" h ON h."recordId" = o."recordId" AND h.seq = o.seq
  WHERE coalesce(${isShown('Mission', 'o."recordId"')}, ${isShown('Challenge', 'o."recordId"')}, false) AND NOT ${IS_OF_HIDDEN_PART})`

/**
 * Whether a visible record names the wallet for something that it did. A wallet that has only signed in cannot be found: not
 * even after another designated it for a mission, because the address would then be found exactly if it has signed in.
 * What it did last may not be in the log of events yet, which the other conditions do not ask.
 */
const NAMED = `EXISTS (SELECT 1 FROM "Challenge" c WHERE c.owner = w.address AND c."hiddenAt" IS NULL)
  OR EXISTS (SELECT 1 FROM "Mission" m WHERE m.owner = w.address AND m."hiddenAt" IS NULL)
  OR EXISTS (SELECT 1 FROM "Mission" m WHERE m."contributorWallet" = w.address AND m."hiddenAt" IS NULL AND ${CONTRIBUTED})
  OR EXISTS (SELECT 1 FROM "Submission" s JOIN "Challenge" c ON c.id = s."challengeId"
    WHERE s."submittedBy" = w.address AND s."hiddenAt" IS NULL AND c."hiddenAt" IS NULL)
  OR ${hasReviewed('w.address')}
  OR EXISTS (SELECT 1 FROM "SeedEntry" e WHERE e.wallet = w.address)
  OR EXISTS (SELECT 1 FROM "MuseLink" l WHERE l.wallet = w.address)
  OR ${ACTED}`

/** Wallets by a prefix of their address. */
function wallets({ q, limit }: Asked): Sql | null {
  const digits = hexOf(q, 40)
  if (digits === null) return null
  const from = `0x${digits}`
  return sql`WITH begun AS MATERIALIZED (SELECT w.address FROM "Wallet" w
      WHERE lower(w.address) COLLATE "C" BETWEEN ${from} AND ${`${from}g`}
      ORDER BY lower(w.address) COLLATE "C" LIMIT ${WALLETS_MAX}::int)
    (SELECT 'wallet' AS kind, w.address AS id, NULL AS title, NULL AS text, NULL AS state, '/wallets/' || w.address AS path
      FROM begun w WHERE ${raw(NAMED)} LIMIT ${limit}::int)
    UNION ALL ${cutOff('wallet', sql`(SELECT count(*) FROM begun) = ${WALLETS_MAX}::int`)}`
}

/** Muses with a proposal, by a prefix of their id or of the name that the platform shows. */
function muses({ q, limit }: Asked): Sql {
  const walk = (column: string) =>
    sql`(SELECT p."museId", p."authorName", p."challengeId", p.id FROM "Proposal" p
      WHERE ${raw(column)} COLLATE "C" BETWEEN lower(${q}) AND lower(${q}) || ${LAST} AND p."hiddenAt" IS NULL
      ORDER BY ${raw(column)} COLLATE "C" LIMIT ${PROPOSALS_MAX}::int)`
  return sql`WITH named AS MATERIALIZED ${walk('lower(p."authorName")')}, known AS MATERIALIZED ${walk('p."museId"')}
    (SELECT 'muse' AS kind, a."museId" AS id, a."authorName" AS title, NULL AS text, NULL AS state,
      CASE WHEN l.wallet IS NULL THEN '/challenges/' || a."challengeId" ELSE '/wallets/' || l.wallet END AS path
    FROM (SELECT DISTINCT ON (p."museId") p.* FROM (TABLE named UNION ALL TABLE known) p
        JOIN "Challenge" c ON c.id = p."challengeId"
        WHERE c."hiddenAt" IS NULL AND p."museId" LIKE 'muse\\_%' ORDER BY p."museId", p.id DESC) a
      LEFT JOIN "MuseLink" l ON l."museId" = a."museId" AND l."unlinkedAt" IS NULL LIMIT ${limit}::int)
    UNION ALL ${cutOff('muse', sql`${PROPOSALS_MAX}::int IN ((SELECT count(*) FROM named), (SELECT count(*) FROM known))`)}`
}

/** A linked Muse by its exact id, also without a proposal. */
const linkedMuse = ({ q }: Asked): Sql =>
  sql`SELECT 'muse' AS kind, l."museId" AS id, NULL AS title, NULL AS text, NULL AS state, '/wallets/' || l.wallet AS path
    FROM "MuseLink" l WHERE l."museId" = ${q} AND l."unlinkedAt" IS NULL`

/** The hex digits of a possible prefix of an address or hash; null for any other text. */
function hexOf(q: string, max: number): string | null {
  const digits = q.toLowerCase().replace(/^0x/, '')
  return /^[0-9a-f]+$/.test(digits) && digits.length >= SEARCH_HEX_MIN && digits.length <= max ? digits : null
}

const SEARCHES: Readonly<Record<HitKind, (asked: Asked) => readonly (Sql | null)[]>> = {
  receipt: (asked) => [receipts(asked)],
  wallet: (asked) => [wallets(asked)],
  muse: (asked) => [muses(asked), linkedMuse(asked)],
  challenge: (asked) => [records('challenge', asked)],
  mission: (asked) => [records('mission', asked)],
}

/** The newest hits of each kind, and the kinds that have more, by one statement. Persists ended deadlines first. */
export async function findHits(query: z.output<typeof SearchQuery>): Promise<SearchResult> {
  const found = await readHits(query)
  if (!found.due) return found.result
  await persistDue()
  return (await readHits(query)).result
}

/** @returns also whether any deadline has ended that is not persisted yet, if anything was found. */
async function readHits({ q, kind }: z.output<typeof SearchQuery>): Promise<{ result: SearchResult; due: boolean }> {
  const terms = wordsOf(q)
  const shown = kind ? SEARCH_HITS_OF_KIND : SEARCH_HITS
  const spellings = indexSpellings(q)
  const rare = rarePieces([...spellings.keys()], await commonElements('SearchText'), PIECES_LOOKED_UP)
  const asked = { q, kind, spellings, rare, limit: shown + 1 }
  const kinds = HIT_KINDS.filter((one) => kind === undefined || one === kind)
  const parts = kinds.flatMap((one) => SEARCHES[one](asked)).filter((part) => part !== null)
  if (parts.length === 0) return { result: { hits: [], more: [] }, due: false }
  const union = join(
    parts.map((part) => sql`(${part})`),
    ' UNION ALL ',
  )
  const all = sql`SELECT h.*, ${anyDue()} AS due FROM (${union}) h`
  const rows = await db.query(
    rare.length > 0 ? sql`WITH looked_up AS MATERIALIZED (${lookup(asked)}) ${all}` : all,
    HitRow,
  )
  const [hits, cut] = [rows.filter(({ id }) => id !== CUT_OFF), rows.filter(({ id }) => id === CUT_OFF)]
  const byKind = kinds.map((one) => [one, unique(hits.filter((row) => row.kind === one))] as const)
  const hasMore = (one: HitKind, found: readonly HitRow[]) =>
    found.length > shown || cut.some((row) => row.kind === one)
  return {
    result: {
      hits: byKind.flatMap(([, found]) => titledFirst(found.slice(0, shown), terms).map((row) => hitOf(row, terms))),
      more: byKind.flatMap(([one, found]) => (hasMore(one, found) ? [one] : [])),
    },
    due: rows.some((row) => row.due),
  }
}

/** Removes duplicates: a Muse may be found by its name, its id and its link. */
const unique = (rows: readonly HitRow[]) =>
  rows.filter((row, place) => rows.findIndex((other) => other.id === row.id) === place)

/** Hits whose title has every term come first; otherwise the order stays. */
function titledFirst(rows: readonly HitRow[], terms: readonly string[]): HitRow[] {
  const isTitled = ({ title }: HitRow) => title !== null && hasWords(title, terms)
  return [...rows.filter(isTitled), ...rows.filter((row) => !isTitled(row))]
}

const hitOf = ({ text, due: _due, ...hit }: HitRow, terms: readonly string[]): SearchHit => ({
  ...hit,
  excerpt: text === null ? null : excerptAround(text, terms),
})

/** The body of `GET /api/v1/search` as JSON text. */
export const searchBody = async (query: z.output<typeof SearchQuery>) => JSON.stringify(await findHits(query))
