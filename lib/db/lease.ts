import pg from 'pg'
import { CommitUnknown, isOverloaded, translateFault } from '@/lib/db/faults'
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

/** A connection in use, with the turn that a write takes. */
export interface Lease {
  readonly client: pg.PoolClient
  /**
   * Waits for the answer to a statement that ends a transaction: `COMMIT`, or a statement by itself.
   * @throws CommitUnknown when the server warned meanwhile, as it does when the wait for a synchronous standby was
   * cancelled (the commit then stands on this server alone), or when no answer came in time. The connection is then kept
   * until the answer comes: the server would go on waiting anyway, and its waiting backends must not grow in number.
   */
  acknowledged<Answer>(sent: Promise<Answer>): Promise<Answer>
  /** Gives the connection back. */
  end(): void
  /** Closes it instead. */
  drop(): void
}

/** Takes a connection. @throws StorageAway when none can be had in time, or too many writes wait. */
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
      // Where a transaction is still open, nothing was committed.
      if (wasWarned(client) && client.getTransactionStatus() === 'I') throw new CommitUnknown(false)
      return answer
    },
    end: () => close(giveConnection),
    drop: () => close(dropConnection),
  }
}

const LATE = Symbol('late')

/** An answer that has to come in time. @throws Error that says so when it did not: the server is silent. */
export async function answerOf<Answer>(sent: Promise<Answer>): Promise<Answer> {
  const answer = await inTime(sent)
  if (answer !== LATE) return answer
  sent.catch(() => undefined)
  throw new Error('Query read timeout')
}

async function inTime<Answer>(sent: Promise<Answer>): Promise<Answer | typeof LATE> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof LATE>((resolve) => {
    // What came in while this process was busy is read first.
    timer = setTimeout(() => setImmediate(resolve, LATE), ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([sent, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Gives the connection back once its answer has come, or has become impossible. */
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

/** What is looked after already. */
const watched = new WeakSet<Set<pg.PoolClient>>()
const LOOK_EVERY_MS = 5_000
const LOOK_TIMEOUT_MS = 3_000

/**
 * Looks after the commits that wait: a server that waits for its standby says nothing, and neither does one that is no
 * longer there. A new connection tells them apart.
 */
async function watch(waiting: Set<pg.PoolClient>): Promise<void> {
  watched.add(waiting)
  while (waiting.size > 0) {
    const asked = [...waiting]
    const active = await findActiveBackends()
    const lost = active === null ? [] : asked.filter((client) => !active.has(backendOf(client)))
    if (lost.length > 0) distrustConnections()
    for (const client of lost) client.connection.stream.destroy()
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref())
  }
  watched.delete(waiting)
}

/** The service's backends that are at work on the server as it is reached now; null where it is too busy to say. */
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
