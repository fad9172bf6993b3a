import os from 'node:os'
import { env } from '@/lib/env'
import { PER_ADDRESS_MAX } from './http/server'

const GIGABYTE = 1024 ** 3
/** A worker takes about a third of this; the rest is the primary's, the database's and what comes with load. */
const MEMORY_PER_WORKER = 0.75 * GIGABYTE

/** Where nothing is set, all processes together leave room on a Postgres as it comes (100 connections). */
const CONNECTIONS_USUAL_MAX = 80
const CONNECTIONS_OF_WORKER = 8
/** The schedule's jobs run side by side, each on one connection. */
const CONNECTIONS_OF_PRIMARY = 4
/** With one connection a process could write or read, and never both at once. */
const CONNECTIONS_MIN = 2

/** A page opens six connections, so that fewer would refuse a browser whose connections one worker happened to get. */
const PER_ADDRESS_MIN = 16

/** What this machine, or the container that we are in, has. */
export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

function thisMachine(): Machine {
  // Nothing, or more than there is, where no limit is set.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: os.availableParallelism(), memoryBytes: Math.min(os.totalmem(), limit) }
}

/** What the operator allows to the database; undefined where that is left to us. */
const allowedConnections = () => (process.env.DATABASE_POOL_MAX ? env().DATABASE_POOL_MAX : undefined)

/**
 * How many processes answer HTTP; 1 is this process alone.
 * @throws Error in one line when WEB_CONCURRENCY asks for more than DATABASE_POOL_MAX allows.
 */
export function workerCount(machine: Machine = thisMachine()): number {
  const { WEB_CONCURRENCY: wanted } = env()
  const connections = allowedConnections()
  const fitting = connections ? Math.floor((connections - CONNECTIONS_MIN) / CONNECTIONS_MIN) : Number.POSITIVE_INFINITY
  if (wanted === undefined) {
    return Math.max(1, Math.min(machine.cores, Math.floor(machine.memoryBytes / MEMORY_PER_WORKER), fitting))
  }
  if (wanted > 1 && wanted > fitting) {
    const least = (wanted + 1) * CONNECTIONS_MIN
    throw new Error(
      `WEB_CONCURRENCY is ${wanted}, but DATABASE_POOL_MAX is ${connections}: set it to ${least} or more, or have fewer workers.`,
    )
  }
  return wanted
}

/** Divides the connections that are allowed to the service among its processes. @param workers two or more. */
export function sharesOf(workers: number) {
  const { CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MAX, TRUSTED_PROXY_HOPS } = env()
  const usual = Math.min(CONNECTIONS_USUAL_MAX, CONNECTIONS_OF_PRIMARY + workers * CONNECTIONS_OF_WORKER)
  const allowed = allowedConnections() ?? usual
  const primary = Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_OF_PRIMARY, Math.floor(allowed / (workers + 1))))
  const each = Math.max(CONNECTIONS_MIN, Math.floor((allowed - primary) / workers))
  const perAddress = CONNECTIONS_PER_ADDRESS_MAX ?? (TRUSTED_PROXY_HOPS > 0 ? 0 : PER_ADDRESS_MAX)
  const share = Math.ceil(perAddress / workers)
  return {
    /** The database connections of the primary. */
    primary,
    /** The share of each worker, as environment variables. */
    worker: {
      DATABASE_POOL_MAX: String(each),
      CONNECTIONS_MAX: String(Math.ceil(CONNECTIONS_MAX / workers)),
      CONNECTIONS_PER_ADDRESS_MAX: String(Math.max(share, Math.min(perAddress, PER_ADDRESS_MIN))),
    },
    /** The database connections of all processes together. */
    total: primary + workers * each,
  }
}
