import { DATABASE, type Db, DRIVER_PATIENCE_MS, dbOf, type Statement, send } from '@/lib/db/db'
import { CommitUnknown, isAborted, isWrongServer, translateFault } from '@/lib/db/faults'
import { answerOf, type Lease, takeLease } from '@/lib/db/lease'
import { backendOf, distrustConnections } from '@/lib/db/pool'
import { AnyRow, type RowSchema } from '@/lib/db/rows'
import { traced } from '@/lib/telemetry/tracing'

/** A transaction that has begun. */
export interface Transaction extends Db {
  /**
   * Sends a statement without waiting for its answer: what follows travels in the same flight. Should it fail, whatever
   * follows it fails too, nothing is committed, and its failure is the one that is told.
   * @param explain what its failure means; by default itself.
   * @returns when it has succeeded. Nobody has to wait for that.
   */
  pipeline(statement: Statement, explain?: (fault: unknown) => unknown): Promise<unknown>
  /** Sends the last statement and `COMMIT` in one flight. @param explain as in `pipeline`. */
  last<Row extends object>(
    statement: Statement,
    schema: RowSchema<Row>,
    explain?: (fault: unknown) => unknown,
  ): Promise<Row[]>
}

const BEGIN = { text: 'BEGIN', query_timeout: DRIVER_PATIENCE_MS }
const COMMIT = { text: 'COMMIT', query_timeout: DRIVER_PATIENCE_MS }

/**
 * Runs `work` in one transaction (READ COMMITTED). `BEGIN` travels with its first statement. Whatever `work` throws rolls
 * everything back. When `work` ends without calling `last`, the transaction commits.
 * @throws what the first statement to fail is explained by, and only then what `work` threw.
 * @throws StorageAway when the database cannot be reached or a lock or the statement took too long: nothing was saved.
 * @throws CommitUnknown when the connection broke during the commit, when the commit waits too long for a standby, and when
 * the server committed without having waited.
 */
export async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const lease = await takeLease('write')
  const { client } = lease
  /** Everything that nobody has to wait for, in the order in which it was sent. */
  const sent: Promise<unknown>[] = []
  /** Everything that somebody waits for, in the same order. */
  const asked: Promise<unknown>[] = []
  const inPipeline = <Answer>(begin: () => Promise<Answer>): Promise<Answer> => {
    // What is sent from here to the end of the tick is written to the socket at once.
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    const answer = begin()
    answer.catch(() => undefined)
    sent.push(answer)
    return answer
  }
  const explained = <Row extends object>(
    statement: Statement,
    schema: RowSchema<Row>,
    explain: (fault: unknown) => unknown = (fault) => fault,
  ) =>
    inPipeline(() =>
      send(client, statement, schema, true).catch((fault) => Promise.reject(isAborted(fault) ? fault : explain(fault))),
    )
  let committing = false
  let committed = false
  const commit = async () => {
    committing = true
    const { command } = await lease.acknowledged(traced('COMMIT', DATABASE, () => client.query(COMMIT)))
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back at its end.')
    committed = true
  }
  const tx: Transaction = {
    ...dbOf((statement, schema) => {
      const answer = send(client, statement, schema)
      asked.push(answer)
      return answer
    }),
    pipeline: (statement, explain) => explained(statement, AnyRow, explain),
    last: async (statement, schema, explain) => {
      const rows = explained(statement, schema, explain)
      await commit()
      return rows
    },
  }
  try {
    inPipeline(() => client.query(BEGIN))
    const result = await work(tx)
    if (!committed) await commit()
    lease.end()
    return result
  } catch (fault) {
    if (committing && fault instanceof CommitUnknown) {
      lease.end()
      throw fault
    }
    const first = await answerOf(causeOf(fault, sent, asked)).catch((silence) => silence)
    if (isWrongServer(first)) distrustConnections()
    const lost = await rollback(lease)
    if (lost && committing) throw new CommitUnknown(false, backendOf(client))
    throw translateFault(first)
  }
}

/**
 * Why a transaction failed: of statements that nobody waits for, the first to fail tells, and else what `work` threw. Where that
 * only says that another statement had failed before, as when two are asked at once, that other one tells.
 */
async function causeOf(thrown: unknown, sent: readonly Promise<unknown>[], asked: readonly Promise<unknown>[]) {
  const first = await firstFailure(sent, thrown)
  return isAborted(first) ? firstFailure(asked, first) : first
}

/**
 * Waits until all of them are answered, or one has failed by itself: what follows a failure fails with 25P02.
 * @returns why it failed, or else the other fault.
 */
async function firstFailure(sent: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  for (const answer of sent) {
    try {
      await answer
    } catch (fault) {
      if (!isAborted(fault)) return fault
    }
  }
  return otherwise
}

/** Rolls back and gives the connection back, or drops it. @returns whether the connection was lost. */
async function rollback(lease: Lease): Promise<boolean> {
  try {
    await lease.client.query('ROLLBACK')
    lease.end()
    return false
  } catch {
    lease.drop()
    return true
  }
}
