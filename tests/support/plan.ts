import type pg from 'pg'

/** Settings with which a table of a few rows is read as one of very many: what an index has in order is not sorted. */
export const AS_IF_MANY = 'SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off'

/**
 * The steps of a statement's plan for any values of its parameters, as the service has it planned.
 * @param settings statements that are run before, and undone after it.
 */
export async function planOf(pool: pg.Pool, text: string, settings = ''): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; ${settings}`)
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    return rows.map((row) => row['QUERY PLAN'])
  } finally {
    client.release(true)
  }
}

/** A step of a plan, as `EXPLAIN (FORMAT JSON)` tells it. */
interface Step {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Step[]
}

/** The rows that a step and those below it take from tables and indexes, also those that a condition then leaves out. */
function rowsTaken(step: Step): number {
  const own = step['Relation Name'] === undefined ? 0 : step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)
  return (step.Plans ?? []).reduce((sum, below) => sum + rowsTaken(below), own * step['Actual Loops'])
}

/**
 * How many rows of tables a statement reads, planned as the service has it planned, and as if its tables had very many.
 * @param values the texts of its parameters, e.g. `{a,b}` for an array.
 */
export async function rowsReadBy(pool: pg.Pool, text: string, values: readonly string[]): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`SET plan_cache_mode = force_generic_plan; ${AS_IF_MANY}; PREPARE asked AS ${text}`)
    const given = values.length > 0 ? `(${values.map((value) => client.escapeLiteral(value)).join(', ')})` : ''
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked ${given}`)
    return rowsTaken(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    client.release(true)
  }
}
