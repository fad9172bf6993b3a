import { DATABASE, type Db, dbOf, type Statement, send, sendCommand } from '@/lib/db/db'
import { CommitUnknown, isAborted, isWrongServer, ServerSilent, translateFault } from '@/lib/db/faults'
import { answerOf, type Lease, takeLease } from '@/lib/db/lease'
import { BEGIN, corkForTick, distrustConnections } from '@/lib/db/pool'
import { AnyRow, type RowSchema } from '@/lib/db/rows'
import { traced } from '@/lib/telemetry/tracing'

/** A transaction that has begun. */
export interface Transaction extends Db {
  /**
   * Sends a statement without waiting for its answer, so that the next ones travel in the same flight. If it fails, all
   * later statements fail too, nothing is committed, and the transaction throws this failure. Nobody can wait for it: only
   * the waits for rows and for the commit have a time limit.
   * @param explain turns the failure into the error to throw; by default the failure itself is thrown.
   */
  pipeline(statement: Statement, explain?: (fault: unknown) => unknown): void
  /** Sends the last statement and `COMMIT` in one flight. */
  last<Row extends object>(statement: Statement, schema: RowSchema<Row>): Promise<Row[]>
}

interface TransactionOptions {
  /** Whether statements may take as long as the server lets them, because no request waits for them. */
  readonly isPatient?: boolean
}

/**
 * Runs `work` in one transaction (READ COMMITTED). `BEGIN` travels with its first statement. If `work` throws, everything
 * is rolled back. If `work` ends without calling `last`, the transaction commits.
 * @throws the explained failure of the first pipelined statement that failed, otherwise what `work` threw.
 * @throws StorageAway when the database cannot be reached or a lock or the statement took too long: nothing was saved.
 * @throws CommitUnknown when the connection broke during the commit, when the commit waits too long for a standby, and when
 * the server committed without waiting for it.
 */
export async function transaction<Result>(
  work: (tx: Transaction) => Promise<Result>,
  { isPatient = false }: TransactionOptions = {},
): Promise<Result> {
  const lease = await takeLease('write')
  const { client } = lease
  /** Pipelined statements, in the order in which they were sent. */
  const pipelined: Promise<unknown>[] = []
  /** Awaited statements, in the order in which they were sent. */
  const awaited: Promise<unknown>[] = []
  const inPipeline = <Answer>(begin: () => Promise<Answer>): Promise<Answer> => {
    corkForTick(client)
    const answer = begin()
    answer.catch(() => undefined)
    pipelined.push(answer)
    return answer
  }
  let committing = false
  let committed = false
  const commit = async () => {
    committing = true
    const done = await lease.acknowledged(traced('COMMIT', DATABASE, () => sendCommand(client, 'COMMIT')))
    if (done !== 'COMMIT') throw new Error('The transaction was rolled back at its end.')
    committed = true
  }
  const { query, run } = dbOf((statement, schema) => {
    const answer = send(client, statement, schema, isPatient)
    awaited.push(answer)
    return answer
  })
  const tx: Transaction = {
    query,
    run,
    pipeline(statement, explain = (fault) => fault) {
      inPipeline(() =>
        send(client, statement, AnyRow, true).catch((fault) =>
          Promise.reject(isAborted(fault) ? fault : explain(fault)),
        ),
      )
    },
    last: async (statement, schema) => {
      const rows = inPipeline(() => send(client, statement, schema, true))
      await commit()
      return rows
    },
  }
  try {
    inPipeline(() => sendCommand(client, BEGIN))
    const result = await work(tx)
    if (!committed) await commit()
    lease.end()
    return result
  } catch (fault) {
    if (committing && fault instanceof CommitUnknown) {
      lease.end()
      throw fault
    }
    const first = await answerOf(causeOf(fault, pipelined, awaited)).catch((silence) => silence)
    if (isWrongServer(first)) distrustConnections()
    const lost = await rollback(lease, first instanceof ServerSilent)
    if (lost && committing) throw new CommitUnknown(false)
    throw translateFault(first)
  }
}

/**
 * The cause of a failed transaction: the first pipelined statement that failed, otherwise what `work` threw. If that only
 * says that another statement had failed before (as when two are awaited at once), it is the first awaited statement that
 * failed. A server that was silent once is not waited for again.
 */
async function causeOf(thrown: unknown, pipelined: readonly Promise<unknown>[], awaited: readonly Promise<unknown>[]) {
  if (thrown instanceof ServerSilent) return thrown
  const first = await firstFailure(pipelined, thrown)
  return isAborted(first) ? firstFailure(awaited, first) : first
}

/**
 * Waits until all statements are answered, or one has failed for a reason of its own: every statement after a failure fails
 * with 25P02.
 * @returns that failure, or else `otherwise`.
 */
async function firstFailure(statements: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  for (const answer of statements) {
    try {
      await answer
    } catch (fault) {
      if (!isAborted(fault)) return fault
    }
  }
  return otherwise
}

/**
 * Rolls back and returns the connection to the pool, or closes it, which rolls back too.
 * @param isSilent whether the server has already failed to answer in time.
 * @returns whether the connection was closed.
 */
async function rollback(lease: Lease, isSilent: boolean): Promise<boolean> {
  if (!isSilent) {
    try {
      await lease.client.query('ROLLBACK')
      lease.end()
      return false
    } catch {
      // The connection is lost.
    }
  }
  lease.drop()
  return true
}
