import type pg from 'pg'
import { translateFault } from '@/lib/db/faults'
import { pool } from '@/lib/db/pool'
import type { Sql } from '@/lib/db/sql'

/** A text with `$1` … in it, which never holds input, and its values: what an `sql` template is, or a constant. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** What a command or query needs of the database: one statement at a time, rows back. */
export interface Db {
  query<Row extends object>(statement: Statement): Promise<Row[]>
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

async function run<Row extends object>(executor: pg.Pool | pg.PoolClient, statement: Statement): Promise<Row[]> {
  const { text } = statement
  try {
    const result = await executor.query<Row>({ name: preparedName(text), text, values: statement.values })
    return result.rows
  } catch (fault) {
    throw translateFault(fault)
  }
}

/** Statements outside a transaction, each on its own. */
export const db: Db = { query: (statement) => run(pool(), statement) }

/** Statements outside a transaction that are sent over one connection, so that several travel in one flight. */
export async function onOneConnection<Result>(work: (executor: Db) => Promise<Result>): Promise<Result> {
  const client = await connect()
  try {
    return await work({ query: (statement) => run(client, statement) })
  } finally {
    client.release()
  }
}

/** The only row of a statement, or null. */
export async function findOne<Row extends object>(executor: Db, statement: Statement): Promise<Row | null> {
  const rows = await executor.query<Row>(statement)
  return rows[0] ?? null
}

/** The only row of a statement that always gives one. @throws Error when it gave none. */
export async function one<Row extends object>(executor: Db, statement: Sql): Promise<Row> {
  const row = await findOne<Row>(executor, statement)
  if (!row) throw new Error('A statement that always gives a row gave none.')
  return row
}

/** A transaction that has begun. `last` sends its statement and `COMMIT` in one flight. */
export interface Transaction extends Db {
  last<Row extends object>(statement: Sql): Promise<Row[]>
}

/** Thrown when the connection was lost while `COMMIT` was under way: it may or may not have happened. */
export class CommitUnknown extends Error {}

/**
 * Runs `work` in one transaction (READ COMMITTED). `BEGIN` and `first` travel in one flight.
 * Whatever `work` throws rolls everything back. When `work` ends without calling `last`, the transaction commits.
 * @throws Refusal `unavailable` when the database cannot be reached or a lock or the statement took too long.
 * @throws CommitUnknown when the connection broke during the commit.
 */
export async function transaction<First extends object, Result>(
  first: Sql,
  work: (tx: Transaction, first: First[]) => Promise<Result>,
): Promise<Result> {
  const client = await connect()
  let committing = false
  let committed = false
  const commit = async () => {
    committing = true
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back at its end.')
    committed = true
  }
  const tx: Transaction = {
    query: (statement) => run(client, statement),
    last: async <Row extends object>(statement: Sql) => {
      const [rows] = await settleInOrder(run<Row>(client, statement), commit())
      return rows
    },
  }
  try {
    const [, begun] = await settleInOrder(client.query('BEGIN'), run<First>(client, first))
    const result = await work(tx, begun)
    if (!committed) await commit()
    client.release()
    return result
  } catch (fault) {
    const lost = await rollback(client)
    if (lost && committing) throw new CommitUnknown('The connection was lost during the commit.')
    throw translateFault(fault)
  }
}

/** Waits for both, so that nothing is under way when the first fails; the first failure is the one to tell. */
async function settleInOrder<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([a, b])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}

async function connect(): Promise<pg.PoolClient> {
  try {
    return await pool().connect()
  } catch (fault) {
    throw translateFault(fault)
  }
}

/** Rolls back and gives the connection back, or drops it. @returns whether the connection was lost. */
async function rollback(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    client.release()
    return false
  } catch {
    client.release(true)
    return true
  }
}
