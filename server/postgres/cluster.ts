import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultWords, log } from '@/lib/telemetry/log'
import { nextDelay } from '../back-off'
import { type PostgresAccount, postgresAccount, spawnAs } from './account'
import { findPostgresBinaries, type PostgresBinaries } from './binaries'
import { readPostmasterFile, stopOrphan } from './orphan'

/** The application's role and database. The role is not a superuser, and the superuser cannot log in. */
export const DATABASE_NAME = 'trellis'

const READY_POLL_MS = 10
const READY_PATIENCE_MS = 120_000
const SURVIVORS_PATIENCE_MS = 10_000
const FAST_SHUTDOWN_MS = 20_000
const SURVIVORS_POLL_MS = 500
const LOG_BYTES_MAX = 5_000_000

const FLAGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and row values may contain signed texts or secrets, so the log names only the fault.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  cluster_name: DATABASE_NAME,
}

export interface Cluster {
  readonly dataDir: string
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly account: PostgresAccount
  /** Settings that extend or override the usual ones. */
  readonly flags: Readonly<Record<string, string>>
}

export interface RunningPostgres {
  /** Stops the server (fast shutdown) and waits until it has ended. */
  stop(): Promise<void>
}

/** Describes the cluster in the folder `home`: its programs, account and flags. */
export function describeCluster(home: string, flags: Record<string, string>): Cluster {
  const binaries = findPostgresBinaries()
  const dataDir = path.join(home, 'postgres')
  const account = postgresAccount(dataDir, binaries.postgres)
  return { dataDir, logFile: path.join(home, 'postgres.log'), binaries, account, flags }
}

/** The last fault in a Postgres log, as one line. */
export function lastFault(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  const fault = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'no reason was given'
  return fault.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '')
}

function openLog({ logFile }: Cluster): { fd: number; size: number } {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const isLong = size > LOG_BYTES_MAX
  return { fd: openSync(logFile, isLong ? 'w' : 'a', 0o600), size: isLong ? 0 : size }
}

/** A server that is being started: `take` receives each process at once, and none is spawned after the stop. */
interface Starting {
  readonly stopping: AbortSignal
  take(child: ChildProcess): void
}

/**
 * Starts the server in its own session, so that a Ctrl-C in the terminal does not reach it. It logs to a file, so that it
 * survives our sudden end without a broken pipe.
 * @throws Error with the server's own reason.
 */
async function launch(cluster: Cluster, port: number, { stopping, take }: Starting): Promise<void> {
  const settings = { ...FLAGS, port: String(port), ...cluster.flags }
  const args = [
    '-D',
    cluster.dataDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  for (const until = performance.now() + SURVIVORS_PATIENCE_MS; ; await sleep(SURVIVORS_POLL_MS)) {
    stopping.throwIfAborted()
    const log = openLog(cluster)
    const child = spawnAs(cluster.account, cluster.binaries.postgres, args, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    closeSync(log.fd)
    child.on('error', () => undefined)
    take(child)
    if (await becomesReady(cluster, child)) return
    const said = readFileSync(cluster.logFile).subarray(log.size).toString('utf8')
    // Backends of a killed server notice its end after a moment, so retry.
    if (/shared memory block .* still in use/.test(said) && performance.now() < until) continue
    throw new Error(`The embedded Postgres did not start: ${lastFault(said)} (${cluster.logFile})`)
  }
}

/** Whether a process has ended, or could not be created. */
const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null

async function becomesReady(cluster: Cluster, child: ChildProcess): Promise<boolean> {
  for (const until = performance.now() + READY_PATIENCE_MS; performance.now() < until; await sleep(READY_POLL_MS)) {
    if (hasEnded(child)) return false
    const file = readPostmasterFile(cluster.dataDir)
    if (file?.ready && file.pid === child.pid) return true
  }
  child.kill('SIGQUIT')
  return false
}

/**
 * Stops a server that a killed process left, starts the server, and starts it again whenever it ends by itself.
 * @throws Error in one line when it cannot start.
 */
export async function startCluster(cluster: Cluster, port: number): Promise<RunningPostgres> {
  await stopOrphan(cluster.dataDir)
  const stop = new AbortController()
  let child: ChildProcess | undefined
  const starting: Starting = {
    stopping: stop.signal,
    take: (spawned) => {
      child = spawned
    },
  }
  // The last resort when this process exits without stopping it, e.g. after an uncaught error, also while it recovers.
  const onExit = () => child?.kill('SIGINT')
  process.once('exit', onExit)
  await launch(cluster, port, starting).catch((fault) => {
    process.off('exit', onExit)
    throw fault
  })

  /** However often it ends, and whatever keeps it from starting: a full disk has room again one day. */
  async function keep(): Promise<void> {
    for (let delay = 0; ; ) {
      const since = performance.now()
      if (child && !hasEnded(child)) await once(child, 'exit')
      if (stop.signal.aborted) return
      delay = nextDelay(delay, performance.now() - since)
      log().warn(`The embedded Postgres ended by itself. It is started again in ${delay} ms.`)
      await sleep(delay, undefined, { signal: stop.signal })
      await launch(cluster, port, starting).catch((fault) => {
        stop.signal.throwIfAborted()
        log().error({ fault: faultWords(fault) }, 'The embedded Postgres could not be started again')
      })
    }
  }
  const kept = keep().catch(() => undefined)
  return {
    async stop() {
      stop.abort()
      process.off('exit', onExit)
      if (child) await endChild(child)
      await kept
    },
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS)
  await ended
  clearTimeout(late)
}
