import pg from 'pg'
import { z } from 'zod'
import { compareClocks, isCompared } from '@/lib/clock'
import { BUSY_TRIES, watchBusy } from '@/lib/db/busy'
import { isTimeout } from '@/lib/db/faults'
import { openWriteSlots, type WriteSlots, writersOf } from '@/lib/db/write-slots'
import { env } from '@/lib/env'

/**
 * Limits in milliseconds: for getting a connection, waiting for a lock, and an idle transaction. Who is second in a queue for a row waits
 * twice, for its turn and for the row; both waits together end before this process would take the server for gone.
 */
const CONNECT_TIMEOUT_MS = 3_000
const LOCK_TIMEOUT_MS = 2_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** How long to wait for an answer. Nothing else detects a network that drops every packet. */
export const ANSWER_TIMEOUT_MS = 5_000
/**
 * How long the server works on a statement outside a transaction. It ends one that is slow, and says so, before this process would take
 * the server for gone: one slow read costs no other connection.
 */
const STATEMENT_TIMEOUT_MS = 4_500
/** The same in a transaction, whose commit may come after its request was answered. */
const STATEMENT_IN_TRANSACTION_TIMEOUT_MS = 10_000

/** Begins a transaction (READ COMMITTED, see `SESSION`). */
export const BEGIN = `BEGIN; SET LOCAL statement_timeout = ${STATEMENT_IN_TRANSACTION_TIMEOUT_MS}`
/** How long a connection is silent before the first TCP keep-alive; the rest follow every second. */
const KEEP_ALIVE_DELAY_MS = 2_000
/** The maximum age of a connection, so that a changed address takes effect even when nothing fails. */
const LIFETIME_SECONDS = 600

/**
 * Settings of every session. They are sent when a connection opens, and not as start-up parameters, which PgBouncer
 * refuses. Every statement is written for one plan that suits all values, so none is planned again for its values. A
 * request uses one backend, without parallel workers. A statement behind a lock has to see what its holder committed,
 * whatever isolation is the default of the role or the database; the driver reads timestamps of one form only, and backslashes in
 * statements stand for themselves.
 */
const SESSION = `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET lock_timeout = ${LOCK_TIMEOUT_MS};
  SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS};
  SET default_transaction_isolation = 'read committed';
  SET datestyle = 'ISO'; SET extra_float_digits = 1; SET standard_conforming_strings = on;
  SET plan_cache_mode = force_generic_plan; SET max_parallel_workers_per_gather = 0`

/** Backends by a name that is unique across servers and over time: process ids alone are reused. */
export const BACKENDS = `SELECT concat(pid, '@', extract(epoch FROM backend_start)) AS name FROM pg_stat_activity`
export const BackendRows = z.array(z.object({ name: z.string() }))
const OWN_BACKEND = `${BACKENDS} WHERE pid = pg_backend_pid()`

/** The database's clock. */
export const CLOCK = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms'
const ClockRows = z.array(z.object({ ms: z.number() }))

/** Compares this machine's clock with the database's. */
export async function askClock(client: pg.ClientBase): Promise<void> {
  const asked = performance.now()
  const { rows } = await client.query(CLOCK)
  for (const { ms } of ClockRows.parse(rows)) compareClocks(ms, asked)
}

/** Facts about an open connection. */
interface Opened {
  readonly at: number
  readonly backend: string
  /** Whether the server said, since the connection was last taken, that it no longer waits for a standby. */
  warned: boolean
}

interface Database {
  readonly pool: pg.Pool
  readonly slots: WriteSlots
  readonly opened: WeakMap<pg.ClientBase, Opened>
  /** Connections whose commit still waits after its request was answered. */
  readonly waiting: Set<pg.PoolClient>
  /** Connections opened before this moment are not used again. */
  distrustedAt: number
}

// One pool per process, however many bundles (the server's and Next's) load this module.
declare global {
  var trellisDatabase: Database | undefined
}

function database(): Database {
  globalThis.trellisDatabase ??= openDatabase()
  return globalThis.trellisDatabase
}

/**
 * The process's connection pool. Queries on one connection are pipelined: several may be sent before the first is
 * answered (PostgreSQL protocol 3, extended query).
 */
export const pool = (): pg.Pool => database().pool

/** The slots that limit concurrent writes. */
export const writeSlots = (): WriteSlots => database().slots

/** Connections whose commit still waits after its request was answered. */
export const waitingCommits = (): Set<pg.PoolClient> => database().waiting

/**
 * Whether the server says that it no longer waits for a standby. It is a warning (SQLSTATE class 01) as many others are, in the
 * server's language; where in the server it comes from is told in none. What tells no place may be it.
 */
const endsWait = ({ code, routine }: Readonly<Record<'code' | 'routine', string | undefined>>): boolean =>
  code?.startsWith('01') === true && (routine === undefined || routine === 'SyncRepWaitForLSN')

function openDatabase(): Database {
  const opened = new WeakMap<pg.ClientBase, Opened>()
  const waiting = new Set<pg.PoolClient>()
  const { DATABASE_URL: connectionString, DATABASE_POOL_MAX: max } = env()
  const connections = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'trellis',
    pipeline: true,
    // The pool awaits this before it hands out the connection.
    onConnect: async (client) => {
      // All are pipelined.
      const [, { rows }] = await Promise.all([client.query(SESSION), client.query(OWN_BACKEND), askClock(client)])
      opened.set(client, { at: performance.now(), backend: BackendRows.parse(rows)[0]?.name ?? '', warned: false })
    },
  })
  // A broken connection emits 'error' on the pool while it is idle, and on the client while it is in use (its query fails
  // as well). Without a listener, either event would end the process.
  connections.on('error', () => undefined)
  connections.on('connect', (client) => {
    client.on('error', () => undefined)
    client.on('notice', (notice) => {
      const facts = opened.get(client)
      if (facts && endsWait(notice)) facts.warned = true
    })
  })
  const slots = openWriteSlots(writersOf(max), () => waiting.size)
  return { pool: connections, slots, opened, waiting, distrustedAt: Number.NEGATIVE_INFINITY }
}

/** Stops using every connection that is open now, because their server is the wrong one. */
export function distrustConnections(): void {
  database().distrustedAt = performance.now()
}

const isDistrusted = (client: pg.PoolClient) => {
  const { opened, distrustedAt } = database()
  return (opened.get(client)?.at ?? 0) <= distrustedAt
}

/** Gets a connection from the pool. Tries again when that timed out while this process was busy. */
async function connect(triesLeft = BUSY_TRIES): Promise<pg.PoolClient> {
  const wasBusy = watchBusy()
  try {
    return await pool().connect()
  } catch (fault) {
    if (triesLeft === 0 || !wasBusy() || !isTimeout(fault)) throw fault
    return connect(triesLeft - 1)
  }
}

/** Takes a connection that is not distrusted. @throws the driver's error when none is free in time. */
export async function takeConnection(): Promise<pg.PoolClient> {
  let client = await connect()
  while (isDistrusted(client)) {
    dropConnection(client)
    client = await connect()
  }
  const facts = database().opened.get(client)
  if (facts) facts.warned = false
  // Pipelined before what the connection was taken for.
  if (!isCompared()) askClock(client).catch(() => undefined)
  return client
}

/** Returns a connection to the pool, or drops it when it is distrusted. */
export function giveConnection(client: pg.PoolClient): void {
  if (isDistrusted(client)) dropConnection(client)
  else client.release()
}

/** Everything sent over a connection until the end of this tick is written to its socket at once. */
export function corkForTick({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Closes a connection at once: a clean shutdown would wait for answers that may never come. */
export function dropConnection(client: pg.PoolClient): void {
  client.connection.stream.destroy()
  client.release(true)
}

/** Whether the server said, since a connection was taken, that it no longer waits for a standby. */
export const wasWarned = (client: pg.PoolClient): boolean => database().opened.get(client)?.warned === true

/** The name of a connection's backend, see `BACKENDS`. */
export const backendOf = (client: pg.PoolClient): string => database().opened.get(client)?.backend ?? ''

/** Closes every connection; the next use opens a new pool. */
export async function closePool(): Promise<void> {
  const open = globalThis.trellisDatabase
  globalThis.trellisDatabase = undefined
  for (const client of open?.waiting ?? []) client.connection.stream.destroy()
  await open?.pool.end()
}
