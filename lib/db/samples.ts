import { z } from 'zod'
import { db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'

/**
 * A piece of text in at least this share of the rows is common: then walking the list costs less than looking the piece up.
 */
const COMMON_SHARE = 0.002
const SAMPLE_MS = 300_000

interface Sample {
  readonly until: number
  readonly common: Promise<ReadonlySet<string> | null>
}

const samples = new Map<string, Sample>()

/**
 * The common elements of the only multi-valued column (an array, a `tsvector`) of a table or an index, from the statistics
 * that Postgres samples for its planner (ANALYZE); null when there are none yet.
 */
export function commonElements(relation: string): Promise<ReadonlySet<string> | null> {
  const known = samples.get(relation)
  if (known && known.until > Date.now()) return known.common
  const common = readSample(relation)
  samples.set(relation, { until: Date.now() + SAMPLE_MS, common })
  common.catch(() => samples.delete(relation))
  return common
}

const ElementRow = z.object({ element: z.string(), share: z.number() })

async function readSample(relation: string): Promise<ReadonlySet<string> | null> {
  const rows = await db.query(
    sql`SELECT element, share FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS sampled(element, share)
      WHERE schemaname = current_schema() AND tablename = ${relation} AND element IS NOT NULL`,
    ElementRow,
  )
  if (rows.length === 0) return null
  return new Set(rows.filter(({ share }) => share >= COMMON_SHARE).map(({ element }) => element))
}
