import type pg from 'pg'
import { isWrongServer, translateFault } from '@/lib/db/faults'
import { answerOf, takeLease } from '@/lib/db/lease'
import { distrustConnections } from '@/lib/db/pool'
import { AnyRow, checkRows, type RowSchema } from '@/lib/db/rows'
import type { Sql } from '@/lib/db/sql'
import { tracing } from '@/lib/telemetry/tracing'

/** A text with `$1` … in it, which never holds input, and its values: what an `sql` template is, or a constant. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** What a command or query needs of the database: one statement at a time. */
export interface Db {
  /** The rows of a statement, which are what the schema says (lib/db/rows.ts). */
  query<Row extends object>(statement: Statement, schema: RowSchema<Row>): Promise<Row[]>
  /** A statement whose rows, if it gives any, say nothing. */
  run(statement: Statement): Promise<void>
}

// Beside the pool, and like it one per process: two bundles must not give one name to two texts.
declare global {
  var trellisStatements: Map<string, string> | undefined
}

/** Statements are few and never hold input, so each text is prepared once per connection under a short name. */
function preparedName(text: string): string {
  globalThis.trellisStatements ??= new Map()
  const names = globalThis.trellisStatements
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}

/** What spans of statements tell, by the semantic conventions of databases. A text never holds input. */
export const DATABASE = { 'db.system.name': 'postgresql' }
const operationOf = (text: string): string => /\w+/.exec(text)?.[0].toUpperCase() ?? 'query'

/** Answers are waited for in lib/db/lease.ts, not by the driver: it would break connections, also when we were too busy to read. */
export const DRIVER_PATIENCE_MS = 3_600_000

/** @param isPatient whether the answer is waited for elsewhere, as that to a commit is. */
export async function send<Row extends object>(
  client: pg.PoolClient,
  { text, values }: Statement,
  schema: RowSchema<Row>,
  isPatient = false,
): Promise<Row[]> {
  const query = { name: preparedName(text), text, values, query_timeout: DRIVER_PATIENCE_MS }
  const sending = () => client.query<Row>(query)
  const traces = tracing()
  const sent = traces ? traces.call(operationOf(text), { ...DATABASE, 'db.query.text': text }, sending) : sending()
  const { rows } = await (isPatient ? sent : answerOf(sent)).catch((fault) => {
    if (isWrongServer(fault)) distrustConnections()
    throw translateFault(fault)
  })
  checkRows(rows, schema)
  return rows
}

export const dbOf = (query: Db['query']): Db => ({
  query,
  run: async (statement) => {
    await query(statement, AnyRow)
  },
})

/** A statement by itself, which is its own transaction. */
async function alone<Row extends object>(
  kind: 'read' | 'write',
  statement: Statement,
  schema: RowSchema<Row>,
): Promise<Row[]> {
  const lease = await takeLease(kind)
  try {
    // Only what writes may be waited for longer: a server that is silent to a read is not there.
    if (kind === 'read') return await send(lease.client, statement, schema)
    return await lease.acknowledged(send(lease.client, statement, schema, true))
  } finally {
    lease.end()
  }
}

/** Statements outside a transaction, each on its own: reads. */
export const db: Db = dbOf((statement, schema) => alone('read', statement, schema))

/**
 * Statements that write, each committed by itself. They take their turn with the other writes, so that commits that wait
 * for a standby leave connections to read with.
 * @throws CommitUnknown where the commit may have happened or not.
 */
export const autocommit: Db = dbOf((statement, schema) => alone('write', statement, schema))

/** Statements outside a transaction that are sent over one connection, so that several travel in one flight. */
export async function onOneConnection<Result>(work: (executor: Db) => Promise<Result>): Promise<Result> {
  const lease = await takeLease('read')
  try {
    return await work(dbOf((statement, schema) => send(lease.client, statement, schema)))
  } finally {
    lease.end()
  }
}

/** The only row of a statement, or null. */
export async function findOne<Row extends object>(
  executor: Db,
  statement: Statement,
  schema: RowSchema<Row>,
): Promise<Row | null> {
  const rows = await executor.query(statement, schema)
  return rows[0] ?? null
}

/** Whether a statement gives a row. */
export const hasRow = async (executor: Db, statement: Statement): Promise<boolean> =>
  (await executor.query(statement, AnyRow)).length > 0

/** The only row of a statement that always gives one. @throws Error when it gave none. */
export async function one<Row extends object>(executor: Db, statement: Sql, schema: RowSchema<Row>): Promise<Row> {
  const row = await findOne(executor, statement, schema)
  if (!row) throw new Error('A statement that always gives a row gave none.')
  return row
}
