import os from 'node:os'
import { env } from '@/lib/env'
import { PER_ADDRESS_MAX } from './http/connections'

const GIGABYTE = 1024 ** 3
/** A worker takes about a third of this; the rest is for the primary, the database and load. */
const MEMORY_PER_WORKER = 0.75 * GIGABYTE

/** Of the memory of a process, for what clients have not yet read of their answers: a hundred megabytes, or twenty lists. */
const UNREAD_SHARE = 1 / 8

/** By default all processes together stay below the default limit of Postgres (100 connections), on any number of cores. */
const CONNECTIONS_USUAL_MAX = 80
const CONNECTIONS_OF_WORKER = 8
/** The scheduled jobs run concurrently, each on one connection. */
const CONNECTIONS_OF_PRIMARY = 4
/** With one connection a process could not read and write at the same time. */
const CONNECTIONS_MIN = 2

/** A browser opens six connections per page, and one worker may get all of them. */
const PER_ADDRESS_MIN = 16

/** The resources of this machine or container. */
export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

function thisMachine(): Machine {
  // Without a limit this is 0, or more than the machine has.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: os.availableParallelism(), memoryBytes: Math.min(os.totalmem(), limit) }
}

/** The database connections that the operator allows; undefined when not configured. */
const allowedConnections = () => (process.env.DATABASE_POOL_MAX ? env().DATABASE_POOL_MAX : undefined)

/** The number of workers that have the fewest connections that they need, beside the primary. */
const workersWith = (connections: number) => Math.floor((connections - CONNECTIONS_MIN) / CONNECTIONS_MIN)

/**
 * The number of processes that answer HTTP; 1 means this process alone. Whoever sets WEB_CONCURRENCY alone may open more than
 * the usual connections.
 * @throws Error in one line when WEB_CONCURRENCY needs more connections than DATABASE_POOL_MAX allows.
 */
export function workerCount(machine: Machine = thisMachine()): number {
  const { WEB_CONCURRENCY: wanted } = env()
  const connections = allowedConnections()
  if (wanted === undefined) {
    const fitting = workersWith(connections ?? CONNECTIONS_USUAL_MAX)
    return Math.max(1, Math.min(machine.cores, Math.floor(machine.memoryBytes / MEMORY_PER_WORKER), fitting))
  }
  if (connections !== undefined && wanted > 1 && wanted > workersWith(connections)) {
    const least = (wanted + 1) * CONNECTIONS_MIN
    throw new Error(
      `WEB_CONCURRENCY is ${wanted}, but DATABASE_POOL_MAX is ${connections}: set it to ${least} or more, or have fewer workers.`,
    )
  }
  return wanted
}

/** The bytes that the clients of one process may leave unread together, by the memory that it has. */
export function unreadBytesMax(machine: Machine = thisMachine()): number {
  const memoryBytes = Math.min(MEMORY_PER_WORKER, machine.memoryBytes / (env().WEB_CONCURRENCY ?? 1))
  return Math.floor(memoryBytes * UNREAD_SHARE)
}

/** Divides the service's connections among its processes. @param workers two or more. */
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
