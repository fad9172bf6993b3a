import { z } from 'zod'
import { SEARCH_HEX_MIN, SEARCH_HITS, SEARCH_HITS_OF_KIND, SEARCH_WALK_MAX } from '@/lib/contract/limits'
import { db } from '@/lib/db/db'
import { foldCase } from '@/lib/db/list'
import { commonElements } from '@/lib/db/samples'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { isUuid } from '@/lib/id'
import { HIT_KINDS, HitKind, type SearchHit, type SearchQuery, type SearchResult } from '@/lib/search/schemas'
import { excerpt } from '@/lib/text/excerpt'

/** So many rare words narrow a lookup enough; more only cost. */
const TERMS_LOOKED_UP = 3
/** What rare words find at most, before the other words are held against it. */
const LOOKUP_MAX = 5_000
/** Wallets whose address begins alike, of which those are told that a record names; Muses of which names begin alike. */
const CANDIDATES_MAX = 50
/** Above every text that begins alike. */
const LAST = '\u{10ffff}'

/** As one statement gives it; `text` is what an excerpt is taken from. */
const HitRow = z.object({
  kind: HitKind,
  id: z.string(),
  title: z.string().nullable(),
  text: z.string().nullable(),
  state: z.string().nullable(),
  path: z.string(),
})
type HitRow = z.infer<typeof HitRow>

interface Asked {
  readonly q: string
  readonly terms: readonly string[]
  /** The terms that few records have; without any, records are walked from the newest on. */
  readonly rare: readonly string[]
  /** Hits of each kind, and one more that tells of more. */
  readonly limit: number
}

const RECORDS = {
  challenge: { table: '"Challenge"', text: 't.prompt' },
  mission: {
    table: '"Mission"',
    text: `concat_ws(' ', t.summary, t.deliverable, (SELECT string_agg(s.title, ' ' ORDER BY s.position) FROM "Milestone" s WHERE s."missionId" = t.id))`,
  },
} as const

/** What rare words find, for all kinds at once. */
const lookup = ({ rare }: Asked): Sql =>
  sql`SELECT s.kind, s.id, s.words FROM "SearchText" s WHERE s.words @@ (SELECT search_query(${rare}::text[])) LIMIT ${LOOKUP_MAX}::int`

/** The newest records that have every term, or whose id it is. */
function records(kind: keyof typeof RECORDS, { q, terms, rare, limit }: Asked): Sql {
  const { table, text } = RECORDS[kind]
  const row = sql`SELECT ${raw(`'${kind}' AS kind, t.id::text, t.title, ${text} AS text, t.state::text, '/${kind}s/' || t.id AS path`)}`
  if (isUuid(q)) return sql`${row} FROM ${raw(table)} t WHERE t.id = ${q}::uuid AND t."hiddenAt" IS NULL`
  const of = raw(`s.kind = '${kind}'::"RecordType"`)
  const walked = sql`(SELECT * FROM "SearchText" s WHERE ${of} ORDER BY s.id DESC LIMIT ${SEARCH_WALK_MAX}::int)`
  return sql`${row} FROM (SELECT s.id FROM ${rare.length > 0 ? raw('looked_up') : walked} s
      WHERE ${of} AND s.words @@ (SELECT search_query(${terms}::text[])) ORDER BY s.id DESC) f
    JOIN ${raw(table)} t ON t.id = f.id WHERE t."hiddenAt" IS NULL ORDER BY f.id DESC LIMIT ${limit}::int`
}

/** Receipts by their id, or by their hash or its beginning. */
function receipts({ q, limit }: Asked): Sql | null {
  const hash = hexOf(q, 64)
  if (hash === null && !isUuid(q)) return null
  const where = isUuid(q) ? sql`r.id = ${q}::uuid` : sql`r."contentHash" COLLATE "C" BETWEEN ${hash} AND ${`${hash}g`}`
  return sql`SELECT 'receipt' AS kind, r.id::text, m.title, NULL AS text, r.outcome::text AS state, '/receipts/' || r.id AS path
    FROM "Receipt" r JOIN "Mission" m ON m.id = r."missionId" WHERE ${where} AND m."hiddenAt" IS NULL
    ORDER BY r."contentHash" COLLATE "C" LIMIT ${limit}::int`
}

/** That a record which is shown names a wallet: one that has only signed in is nobody's to find. */
const NAMED = `EXISTS (SELECT 1 FROM "Challenge" c WHERE c.owner = w.address AND c."hiddenAt" IS NULL)
  OR EXISTS (SELECT 1 FROM "Mission" m WHERE m.owner = w.address AND m."hiddenAt" IS NULL)
  OR EXISTS (SELECT 1 FROM "Mission" m WHERE m."contributorWallet" = w.address AND m."hiddenAt" IS NULL)
  OR EXISTS (SELECT 1 FROM "Submission" s WHERE s."submittedBy" = w.address AND s."hiddenAt" IS NULL)
  OR EXISTS (SELECT 1 FROM "SignedVerdict" v WHERE v.verifier = w.address)
  OR EXISTS (SELECT 1 FROM "SeedEntry" e WHERE e.wallet = w.address)
  OR EXISTS (SELECT 1 FROM "MuseLink" l WHERE l.wallet = w.address)`

/** Wallets by their address or its beginning. */
function wallets({ q, limit }: Asked): Sql | null {
  const digits = hexOf(q, 40)
  if (digits === null) return null
  const from = `0x${digits}`
  return sql`SELECT 'wallet' AS kind, w.address AS id, NULL AS title, NULL AS text, NULL AS state, '/wallets/' || w.address AS path
    FROM (SELECT w.address FROM "Wallet" w WHERE lower(w.address) COLLATE "C" BETWEEN ${from} AND ${`${from}g`}
      ORDER BY lower(w.address) COLLATE "C" LIMIT ${CANDIDATES_MAX}::int) w WHERE ${raw(NAMED)} LIMIT ${limit}::int`
}

/** Muses that wrote a proposal, by the beginning of their id or of the name that the platform shows; linked ones by their id. */
function muses({ q, limit }: Asked): Sql {
  const begins = (column: string) =>
    sql`(SELECT p."museId", p."authorName", p."challengeId", p.id FROM "Proposal" p
      WHERE ${raw(column)} COLLATE "C" BETWEEN lower(${q}) AND lower(${q}) || ${LAST} AND p."hiddenAt" IS NULL
      ORDER BY ${raw(column)} COLLATE "C" LIMIT ${CANDIDATES_MAX}::int)`
  return sql`SELECT 'muse' AS kind, a."museId" AS id, a."authorName" AS title, NULL AS text, NULL AS state,
      CASE WHEN l.wallet IS NULL THEN '/challenges/' || a."challengeId" ELSE '/wallets/' || l.wallet END AS path
    FROM (SELECT DISTINCT ON (p."museId") p.* FROM (${begins('lower(p."authorName")')} UNION ALL ${begins('p."museId"')}) p
        JOIN "Challenge" c ON c.id = p."challengeId" WHERE c."hiddenAt" IS NULL ORDER BY p."museId", p.id DESC) a
      LEFT JOIN "MuseLink" l ON l."museId" = a."museId" AND l."unlinkedAt" IS NULL
    WHERE a."museId" LIKE 'muse\\_%' LIMIT ${limit}::int`
}

/** Linked Muses that wrote nothing here, by their id. */
const linkedMuse = ({ q }: Asked): Sql =>
  sql`SELECT 'muse' AS kind, l."museId" AS id, NULL AS title, NULL AS text, NULL AS state, '/wallets/' || l.wallet AS path
    FROM "MuseLink" l WHERE l."museId" = ${q} AND l."unlinkedAt" IS NULL`

/** The digits of what may be the beginning of an address or a hash; null for everything else. */
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

/** What is found, in one statement: of each kind the newest, and which kinds have more. */
export async function findHits({ q, kind }: z.output<typeof SearchQuery>): Promise<SearchResult> {
  const terms = wordsOf(q)
  const shown = kind ? SEARCH_HITS_OF_KIND : SEARCH_HITS
  const rare = rareTerms(terms, await commonElements('SearchText'), TERMS_LOOKED_UP)
  const asked = { q, terms, rare, limit: shown + 1 }
  const kinds = HIT_KINDS.filter((one) => kind === undefined || one === kind)
  const parts = kinds.flatMap((one) => SEARCHES[one](asked)).filter((part) => part !== null)
  if (parts.length === 0) return { hits: [], more: [] }
  const all = join(
    parts.map((part) => sql`(${part})`),
    ' UNION ALL ',
  )
  const rows = await db.query(
    rare.length > 0 ? sql`WITH looked_up AS MATERIALIZED (${lookup(asked)}) ${all}` : all,
    HitRow,
  )
  const byKind = kinds.map((one) => [one, unique(rows.filter((row) => row.kind === one))] as const)
  return {
    hits: byKind.flatMap(([, found]) => titledFirst(found.slice(0, shown), terms).map((row) => hitOf(row, terms))),
    more: byKind.flatMap(([one, found]) => (found.length > shown ? [one] : [])),
  }
}

/** A Muse may be found by its name, its id and its link. */
const unique = (rows: readonly HitRow[]) =>
  rows.filter((row, place) => rows.findIndex((other) => other.id === row.id) === place)

/** Those whose title has every word, then those whose text has them; each in the order they were found. */
function titledFirst(rows: readonly HitRow[], terms: readonly string[]): HitRow[] {
  const isTitled = ({ title }: HitRow) => title !== null && hasWords(title, terms)
  return [...rows.filter(isTitled), ...rows.filter((row) => !isTitled(row))]
}

const hitOf = ({ text, ...hit }: HitRow, terms: readonly string[]): SearchHit => ({
  ...hit,
  excerpt: text === null ? null : excerptAround(text, terms),
})

/** The body of `GET /api/v1/search` as JSON text. */
export const searchBody = async (query: z.output<typeof SearchQuery>) => JSON.stringify(await findHits(query))

// What separates words, and the scripts of which each sign is a word, as the function `search_words` of the database says it.
const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character separates words like any other sign.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20]+/gu
const SIGNS = /([\u2e80-\u2fdf\u3040-\ua4cf\uac00-\ud7af\uf900-\ufaff])/gu

/** A word of so many letters is found by its beginning. */
const PREFIX_CHARS_MIN = 3
/** How much of a text stands before the word that was found in it. */
const CHARS_BEFORE = 50

/** The words of a text, folded, each once. @example wordsOf('A shelf, of tools') // ['a', 'shelf', 'of', 'tools'] */
function wordsOf(text: string): string[] {
  const apart = foldCase(text).replace(SEPARATORS, ' ').replace(SIGNS, ' $1 ')
  return [...new Set(apart.split(' ').filter((word) => word !== ''))]
}

const finds = (term: string, word: string) =>
  [...term].length < PREFIX_CHARS_MIN ? word === term : word.startsWith(term)

/** Whether a text has every term. */
function hasWords(text: string, terms: readonly string[]): boolean {
  const words = wordsOf(text)
  return terms.every((term) => words.some((word) => finds(term, word)))
}

/** The longest few terms that no common word is found by. */
function rareTerms(terms: readonly string[], common: ReadonlySet<string> | null, max: number): string[] {
  if (!common) return []
  const known = [...common]
  return terms
    .filter((term) => !known.some((word) => finds(term, word)))
    .sort((a, b) => b.length - a.length)
    .slice(0, max)
}

/** A line of a text, from a little before the first term that stands in it. */
function excerptAround(text: string, terms: readonly string[]): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const folded = characters.map(foldCase).join('')
  const found = terms.map((term) => folded.indexOf(term)).filter((at) => at > CHARS_BEFORE)
  const isAtStart = found.length < terms.length || found.length === 0
  if (isAtStart) return excerpt(text)
  const from = characters.indexOf(' ', Math.min(...found) - CHARS_BEFORE)
  return `…${excerpt(characters.slice(from).join(''))}`
}
