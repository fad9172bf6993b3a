import pg from 'pg'
import { env } from '@/lib/env'

/** How long a request waits for a connection, a lock, a statement, or an idle transaction: milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000
const LOCK_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000

// One pool per process, however many bundles (the front's and Next's) load this module.
declare global {
  var trellisPool: pg.Pool | undefined
}

/**
 * The process's connection pool. Queries on one connection are pipelined: several may be sent before the first is
 * answered (PostgreSQL protocol 3, extended query).
 */
export function pool(): pg.Pool {
  globalThis.trellisPool ??= openPool()
  return globalThis.trellisPool
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
    keepAlive: true,
    application_name: 'trellis',
    pipeline: true,
    // Every statement is written for one plan, whatever its values, so none is planned again for them; and a request has
    // one backend, not several.
    onConnect: (client) =>
      client.query('SET plan_cache_mode = force_generic_plan; SET max_parallel_workers_per_gather = 0'),
  })
  // A connection that breaks is an 'error' event of the pool while it is idle and of the client while it is in use (the
  // query under way fails by itself). Without a listener either would end the process.
  opened.on('error', () => undefined)
  opened.on('connect', (client) => client.on('error', () => undefined))
  return opened
}

/** Closes every connection; the next use opens a new pool. */
export async function closePool(): Promise<void> {
  const open = globalThis.trellisPool
  globalThis.trellisPool = undefined
  await open?.end()
}
