import { z } from 'zod'
import { db } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'

/** What is in at least this share of the rows is common: then walking a list of them costs less than looking it up. */
const COMMON_SHARE = 0.002
const SAMPLE_MS = 300_000

interface Sample {
  readonly until: number
  readonly common: Promise<ReadonlySet<string> | null>
}

const samples = new Map<string, Sample>()

/** Takes a sample, by its name, and keeps it for five minutes. */
function sampled(name: string, rows: Sql): Sample['common'] {
  const known = samples.get(name)
  if (known && known.until > performance.now()) return known.common
  const common = readSample(rows)
  samples.set(name, { until: performance.now() + SAMPLE_MS, common })
  common.catch(() => samples.delete(name))
  return common
}

const SampleRow = z.object({ value: z.string(), share: z.number() })

async function readSample(rows: Sql): Promise<ReadonlySet<string> | null> {
  const found = await db.query(rows, SampleRow)
  if (found.length === 0) return null
  return new Set(found.filter(({ share }) => share >= COMMON_SHARE).map(({ value }) => value))
}

/**
 * The common elements of the only multi-valued column (an array, a `tsvector`) of a table or an index, from the statistics
 * that Postgres samples for its planner (ANALYZE); null when there are none yet.
 */
export const commonElements = (relation: string): Sample['common'] =>
  sampled(
    relation,
    sql`SELECT value, share FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS sampled(value, share)
      WHERE schemaname = current_schema() AND tablename = ${relation} AND value IS NOT NULL`,
  )

/** The common values of a column, from the same statistics; null when there are none yet, or no value is more common than others. */
export const commonValues = (table: string, column: string): Sample['common'] =>
  sampled(
    `${table}.${column}`,
    sql`SELECT value, share FROM pg_stats, unnest(most_common_vals::text::text[], most_common_freqs) AS sampled(value, share)
      WHERE schemaname = current_schema() AND tablename = ${table} AND attname = ${column}`,
  )
