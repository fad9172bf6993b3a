import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultWords, log } from '@/lib/telemetry/log'
import { type PostgresAccount, postgresAccount, spawnAs } from './account'
import { findPostgresBinaries, type PostgresBinaries } from './binaries'
import { readPostmasterFile, stopOrphan } from './orphan'

/** The application's role and database. The role is not a superuser, and the superuser cannot log in. */
export const DATABASE_NAME = 'trellis'

const READY_POLL_MS = 10
const READY_PATIENCE_MS = 120_000
const SURVIVORS_PATIENCE_MS = 10_000
const FAST_SHUTDOWN_MS = 20_000
const RESTART_DELAY_MS = 500
const RESTARTS_MAX = 5
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

/**
 * Starts the server in its own session, so that a Ctrl-C in the terminal does not reach it. It logs to a file, so that it
 * survives our sudden end without a broken pipe.
 * @throws Error with the server's own reason.
 */
async function launch(cluster: Cluster, port: number): Promise<ChildProcess> {
  const settings = { ...FLAGS, port: String(port), ...cluster.flags }
  const args = [
    '-D',
    cluster.dataDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  for (const until = Date.now() + SURVIVORS_PATIENCE_MS; ; await sleep(RESTART_DELAY_MS)) {
    const log = openLog(cluster)
    const child = spawnAs(cluster.account, cluster.binaries.postgres, args, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    closeSync(log.fd)
    child.on('error', () => undefined)
    if (await becomesReady(cluster, child)) return child
    const said = readFileSync(cluster.logFile).subarray(log.size).toString('utf8')
    // Backends of a killed server notice its end after a moment, so retry.
    if (/shared memory block .* still in use/.test(said) && Date.now() < until) continue
    throw new Error(`The embedded Postgres did not start: ${lastFault(said)} (${cluster.logFile})`)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function becomesReady(cluster: Cluster, child: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + READY_PATIENCE_MS; Date.now() < until; await sleep(READY_POLL_MS)) {
    if (child.pid === undefined || hasEnded(child)) return false
    const file = readPostmasterFile(cluster.dataDir)
    if (file?.pid === child.pid && file.ready) return true
  }
  child.kill('SIGQUIT')
  return false
}

/**
 * Stops a server that a killed process left, starts the server, and restarts it when it ends unexpectedly.
 * @throws Error in one line when it cannot start.
 */
export async function startCluster(cluster: Cluster, port: number): Promise<RunningPostgres> {
  await stopOrphan(cluster.dataDir)
  let child = await launch(cluster, port)
  let stopping = false
  let restarts = 0

  const revive = async (): Promise<void> => {
    if (stopping) return
    restarts += 1
    log().warn(`The embedded Postgres ended by itself; starting it again (${restarts} of ${RESTARTS_MAX}).`)
    await sleep(RESTART_DELAY_MS)
    if (stopping) return
    child = await launch(cluster, port)
    watch()
    if (stopping) child.kill('SIGINT')
  }
  const tell = (error: unknown) =>
    log().error({ fault: faultWords(error) }, 'The embedded Postgres could not be started again')
  const watch = () => {
    child.once('exit', () => {
      if (restarts < RESTARTS_MAX) revive().catch(tell)
    })
  }
  // The last resort when this process exits without stopping it, e.g. after an uncaught error.
  const onExit = () => child.kill('SIGINT')

  watch()
  process.once('exit', onExit)
  return {
    async stop() {
      stopping = true
      process.off('exit', onExit)
      await endChild(child)
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
