import pg from 'pg'
import { CommitUnknown, isOverloaded, ServerSilent, translateFault } from '@/lib/db/faults'
import {
  ANSWER_TIMEOUT_MS,
  BACKENDS,
  BackendRows,
  backendOf,
  distrustConnections,
  dropConnection,
  giveConnection,
  takeConnection,
  waitingCommits,
  wasWarned,
  writeSlots,
} from '@/lib/db/pool'
import { env } from '@/lib/env'

/** A connection in use, and for a write its write slot. */
export interface Lease {
  readonly client: pg.PoolClient
  /**
   * Waits for the answer to a statement that ends a transaction: `COMMIT`, or a statement outside a transaction.
   * @throws CommitUnknown when the server warned meanwhile that the wait for a synchronous standby was cancelled (the commit
   * then exists on this server alone), or when no answer came in time. In the latter case the connection stays in use until
   * the answer comes: the server goes on waiting anyway, and its waiting backends must not grow in number.
   */
  acknowledged<Answer>(sent: Promise<Answer>): Promise<Answer>
  /** Returns the connection to the pool. */
  end(): void
  /** Closes the connection instead. */
  drop(): void
}

/**
 * Takes a connection, and for a write first a write slot.
 * @throws StorageAway when none is free in time, or too many writes wait.
 */
export async function takeLease(kind: 'read' | 'write'): Promise<Lease> {
  const endTurn = kind === 'write' ? await writeSlots().take() : () => undefined
  try {
    return lease(await takeConnection(), endTurn)
  } catch (fault) {
    endTurn()
    throw translateFault(fault)
  }
}

function lease(client: pg.PoolClient, endTurn: () => void): Lease {
  let open = true
  const close = (give: (client: pg.PoolClient) => void) => {
    if (!open) return
    open = false
    give(client)
    endTurn()
  }
  return {
    client,
    async acknowledged(sent) {
      const answer = await inTime(sent)
      if (answer === LATE) {
        open = false
        keepWaiting(client, sent).finally(endTurn)
        throw new CommitUnknown(true)
      }
      // While a transaction is still open, nothing was committed.
      if (wasWarned(client) && client.getTransactionStatus() === 'I') throw new CommitUnknown(false)
      return answer
    },
    end: () => close(giveConnection),
    drop: () => close(dropConnection),
  }
}

const LATE = Symbol('late')

/** Waits for an answer. @throws ServerSilent when it does not come in time. */
export async function answerOf<Answer>(sent: Promise<Answer>): Promise<Answer> {
  const answer = await inTime(sent)
  if (answer !== LATE) return answer
  sent.catch(() => undefined)
  throw new ServerSilent()
}

function inTime<Answer>(sent: Promise<Answer>): Promise<Answer | typeof LATE> {
  return new Promise((resolve, reject) => {
    // Answers that arrived while this process was busy are read first.
    const timer = setTimeout(() => setImmediate(resolve, LATE), ANSWER_TIMEOUT_MS)
    sent.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

/** Waits for a late answer, then returns the connection to the pool, or drops it if the answer cannot come any more. */
async function keepWaiting(client: pg.PoolClient, sent: Promise<unknown>): Promise<void> {
  const waiting = waitingCommits()
  waiting.add(client)
  if (!watched.has(waiting)) watch(waiting).catch(() => undefined)
  try {
    await sent
    giveConnection(client)
  } catch {
    dropConnection(client)
  } finally {
    waiting.delete(client)
  }
}

/** The sets that `watch` is already watching. */
const watched = new WeakSet<Set<pg.PoolClient>>()
const LOOK_EVERY_MS = 5_000
const LOOK_TIMEOUT_MS = 3_000

/**
 * Watches the commits that wait. A server that waits for its standby is silent, and so is one that is gone. A new
 * connection tells the two apart.
 */
async function watch(waiting: Set<pg.PoolClient>): Promise<void> {
  watched.add(waiting)
  while (waiting.size > 0) {
    const candidates = [...waiting]
    const active = await findActiveBackends()
    const lost = active === null ? [] : candidates.filter((client) => !active.has(backendOf(client)))
    if (lost.length > 0) distrustConnections()
    for (const client of lost) client.connection.stream.destroy()
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref())
  }
  watched.delete(waiting)
}

/**
 * The service's active backends, on the server that the address leads to now; null when that server is too busy to answer.
 */
async function findActiveBackends(): Promise<Set<string> | null> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
    query_timeout: LOOK_TIMEOUT_MS,
    application_name: 'trellis',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(`${BACKENDS} WHERE state = 'active'`)
    return new Set(BackendRows.parse(rows).map(({ name }) => name))
  } catch (fault) {
    return isOverloaded(fault) ? null : new Set()
  } finally {
    client.connection.stream.destroy()
  }
}
