import pg from 'pg'
import type { z } from 'zod'

const ROWS_AT_ONCE = 200

/** What is committed meanwhile is not seen, and nobody waits for it. It takes as long as it takes, on a hot standby too. */
const BEGIN = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601';
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`

/** Reads that all see the database as it was at one moment, over a connection of its own. Rows are parsed. */
export interface Snapshot {
  all<Row>(text: string, schema: z.ZodType<Row>): Promise<Row[]>
  /** The rows of a statement piece by piece, for as many as there are. One such reading at a time. */
  pieces<Row>(text: string, schema: z.ZodType<Row>): AsyncGenerator<Row[]>
  close(): Promise<void>
}

/**
 * Takes a snapshot of a database.
 * @param connectionString a `postgres://` URL. @param name what the database calls its reader.
 * @throws what the driver throws when it cannot be reached.
 */
export async function takeSnapshot(connectionString: string, name: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(BEGIN)
  // The first statement of the transaction takes it.
  await client.query('SELECT 1')
  const all: Snapshot['all'] = async (text, schema) => schema.array().parse((await client.query(text)).rows)
  return {
    all,
    async *pieces(text, schema) {
      await client.query(`DECLARE reading NO SCROLL CURSOR FOR ${text}`)
      for (;;) {
        const rows = await all(`FETCH ${ROWS_AT_ONCE} FROM reading`, schema)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('CLOSE reading')
    },
    close: () => client.end(),
  }
}
