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
