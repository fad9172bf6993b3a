import type pg from 'pg'
import { isWrongServer, translateFault } from '@/lib/db/faults'
import { answerOf, takeLease } from '@/lib/db/lease'
import { distrustConnections } from '@/lib/db/pool'
import { PatientQuery, PreparedQuery } from '@/lib/db/prepared-query'
import { AnyRow, checkRows, type RowSchema } from '@/lib/db/rows'
import type { Sql } from '@/lib/db/sql'
import { tracing } from '@/lib/telemetry/tracing'

/** SQL text with placeholders (`$1` …) and its values: an `sql` template or a constant. The text never contains input. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** The database as commands and queries see it: it runs one statement at a time. */
export interface Db {
  /** Returns the rows of a statement. The schema describes them (lib/db/rows.ts). */
  query<Row extends object>(statement: Statement, schema: RowSchema<Row>): Promise<Row[]>
  /** Runs a statement and ignores its rows, if there are any. */
  run(statement: Statement): Promise<void>
}

// One per process, like the pool: two bundles must not give the same name to different texts.
declare global {
  var trellisStatements: Map<string, string> | undefined
}

/** There are few statements and none contains input, so each text is prepared once per connection under a short name. */
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

/** Attributes of spans (semantic conventions for databases). */
export const DATABASE = { 'db.system.name': 'postgresql' }

/** A statement's span. The text is safe to record: it never contains input. */
const spanOf = ({ text }: Statement) =>
  [/\w+/.exec(text)?.[0].toUpperCase() ?? 'query', { ...DATABASE, 'db.query.text': text }] as const

const rowsOf = <Row extends object>(client: pg.PoolClient, statement: Statement): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const { text, values } = statement
    client.query(
      new PreparedQuery<Row>(preparedName(text), text, values, (fault, result) =>
        fault ? reject(fault) : resolve(result.rows),
      ),
    )
  })

/**
 * Sends a command without parameters. Its failure is the driver's.
 * @returns the name of what the server did.
 * @example
 * sendCommand(client, 'COMMIT') // resolves to 'COMMIT', or to 'ROLLBACK' after a failure
 */
export const sendCommand = (client: pg.PoolClient, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    client.query(
      new PatientQuery(text, undefined, (fault, result) => (fault ? reject(fault) : resolve(result.command))),
    )
  })

/**
 * Sends a statement over one connection and returns its rows.
 * @param isPatient true when the caller limits the wait for the answer itself, as it does for a commit.
 */
export async function send<Row extends object>(
  client: pg.PoolClient,
  statement: Statement,
  schema: RowSchema<Row>,
  isPatient = false,
): Promise<Row[]> {
  const sending = () => rowsOf<Row>(client, statement)
  const traces = tracing()
  const sent = traces ? traces.call(...spanOf(statement), sending) : sending()
  const rows = await (isPatient ? sent : answerOf(sent)).catch((fault) => {
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

/** Runs one statement as its own transaction. */
async function alone<Row extends object>(
  kind: 'read' | 'write',
  statement: Statement,
  schema: RowSchema<Row>,
): Promise<Row[]> {
  const lease = await takeLease(kind)
  try {
    // Only a write may take longer: a server that does not answer a read counts as gone.
    if (kind === 'read') return await send(lease.client, statement, schema)
    return await lease.acknowledged(send(lease.client, statement, schema, true))
  } finally {
    lease.end()
  }
}

/** Reads outside a transaction, one statement each. */
export const db: Db = dbOf((statement, schema) => alone('read', statement, schema))

/**
 * Writes outside a transaction: each statement commits on its own. They use write slots like all writes, so that commits
 * that wait for a standby leave connections for reads.
 * @throws CommitUnknown when it is unknown whether the commit happened.
 */
export const autocommit: Db = dbOf((statement, schema) => alone('write', statement, schema))

/** Runs statements over one connection without a transaction, so that several can be pipelined. */
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
  return (await executor.query(statement, schema))[0] ?? null
}

/** Whether a statement returns a row. */
export const hasRow = async (executor: Db, statement: Statement): Promise<boolean> =>
  (await executor.query(statement, AnyRow)).length > 0

/** The only row of a statement that always returns one. @throws Error when it returned none. */
export async function one<Row extends object>(executor: Db, statement: Sql, schema: RowSchema<Row>): Promise<Row> {
  const row = await findOne(executor, statement, schema)
  if (!row) throw new Error('A statement that always gives a row gave none.')
  return row
}
