import pg from 'pg'
import type { z } from 'zod'
import { now } from '@/lib/clock'
import { requireComparedClocks } from '@/lib/db/clocks'
import { askClock } from '@/lib/db/pool'

const ROWS_AT_ONCE = 200

/**
 * The snapshot does not see later commits. It blocks no read and no write of rows, but whoever changes a table that it has read (ALTER
 * TABLE) waits until it ends (lib/db/migrate.ts). It has no time limits, on a hot standby too; a reader that vanished is noticed by TCP
 * keep-alives of the server.
 */
const BEGIN = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6;
  SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601';
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`

/** Reads the database as it was at one moment, over a connection of its own. Rows are parsed. */
export interface Snapshot {
  /** The service's time (lib/clock.ts), which may be another than this machine's. @throws StorageAway when the database is too slow to tell. */
  now(): Promise<Date>
  all<Row>(text: string, schema: z.ZodType<Row>): Promise<Row[]>
  /** The rows of a statement in batches, for results of any size. Only one such read may run at a time. */
  pieces<Row>(text: string, schema: z.ZodType<Row>): AsyncGenerator<Row[]>
  /** Ends the snapshot and its connection. It may be called again. */
  close(): Promise<void>
}

/**
 * Takes a snapshot of a database.
 * @param connectionString a `postgres://` URL. @param name the connection's `application_name`.
 * @throws the driver's error when the database cannot be reached.
 */
export async function takeSnapshot(connectionString: string, name: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(BEGIN)
  // The transaction's first statement takes the snapshot.
  await client.query('SELECT 1')
  const all: Snapshot['all'] = async (text, schema) => schema.array().parse((await client.query(text)).rows)
  return {
    async now() {
      await requireComparedClocks(() => askClock(client))
      return now()
    },
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
