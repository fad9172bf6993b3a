import { z } from 'zod'
import { db } from '@/lib/db/db'
import { foldCase, likePattern } from '@/lib/db/list'
import { raw, type Sql, sql } from '@/lib/db/sql'

/**
 * Where titles are searched: folded titles stand in tables of their own, newest ids first, so that a record's moves leave
 * their indexes alone. A title is found in one of two ways, both exact:
 * - a literal whose pieces are common is met soon: titles are walked from the newest on until a page is full;
 * - a literal with a rare piece is looked up by it in an index of all pieces of one to three characters.
 * Which pieces are common is what Postgres itself has sampled for its planner (ANALYZE).
 */
export interface TitleTable {
  /** The table of titles, with columns `id` and `folded`, and its index by `title_grams`. */
  readonly titles: string
  readonly gramIndex: string
  /** The record's table and its alias, as the list's conditions name it. */
  readonly records: string
  readonly recordId: string
}

export interface TitleSearch {
  readonly from: string
  readonly key: string
  readonly where: readonly Sql[]
}

/** A piece in at least this share of the titles is common: up to there, walking costs less than looking up. */
const COMMON_SHARE = 0.002
/** So many rare pieces narrow a lookup enough; more only cost. */
const GRAMS_LOOKED_UP = 3
const GRAM_CHARS_MAX = 3
const SAMPLE_MS = 300_000

/**
 * How a list finds titles that contain a literal, whatever its case.
 * @param narrowed whether other conditions narrow the list by an index of their own.
 */
export async function searchTitles(table: TitleTable, literal: string, narrowed: boolean): Promise<TitleSearch> {
  const folded = foldCase(literal)
  const like = sql`LIKE ${likePattern(folded)}`
  const rare = rareGrams(folded, await commonGrams(table))
  if (rare.length === 0 && narrowed) {
    const title = raw(`(SELECT t.folded FROM ${table.titles} t WHERE t.id = ${table.recordId})`)
    return { from: table.records, key: table.recordId, where: [sql`${title} ${like}`] }
  }
  const from = `${table.titles} t JOIN ${table.records} ON ${table.recordId} = t.id`
  if (rare.length === 0) return { from, key: 't.id', where: [sql`t.folded ${like}`] }
  return { from, key: table.recordId, where: [sql`title_grams(t.folded) @> ${rare}::text[]`, sql`t.folded ${like}`] }
}

/** The longest rare pieces of a literal. Without a sample (a table that is new) nothing counts as rare. */
function rareGrams(folded: string, common: ReadonlySet<string> | null): string[] {
  if (!common) return []
  const characters = [...folded]
  const grams: string[] = []
  for (let length = Math.min(GRAM_CHARS_MAX, characters.length); length > 0 && grams.length === 0; length -= 1) {
    const pieces = new Set(
      characters
        .map((_, at) => characters.slice(at, at + length))
        .filter((piece) => piece.length === length)
        .map((piece) => piece.join('')),
    )
    grams.push(...[...pieces].filter((piece) => !common.has(piece)))
  }
  return grams.slice(0, GRAMS_LOOKED_UP)
}

interface Sample {
  readonly until: number
  readonly common: Promise<ReadonlySet<string> | null>
}

const samples = new Map<string, Sample>()

/** The common pieces of a table's titles, from the planner's statistics; null when there are none yet. */
function commonGrams({ gramIndex }: TitleTable): Promise<ReadonlySet<string> | null> {
  const known = samples.get(gramIndex)
  if (known && known.until > Date.now()) return known.common
  const common = readSample(gramIndex)
  samples.set(gramIndex, { until: Date.now() + SAMPLE_MS, common })
  common.catch(() => samples.delete(gramIndex))
  return common
}

const GramRow = z.object({ gram: z.string(), share: z.number() })

async function readSample(gramIndex: string): Promise<ReadonlySet<string> | null> {
  const rows = await db.query(
    sql`SELECT gram, share FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS sampled(gram, share)
      WHERE schemaname = current_schema() AND tablename = ${gramIndex} AND gram IS NOT NULL`,
    GramRow,
  )
  if (rows.length === 0) return null
  return new Set(rows.filter(({ share }) => share >= COMMON_SHARE).map(({ gram }) => gram))
}
