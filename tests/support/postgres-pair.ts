import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { applyMigrations } from '@/lib/db/migrate'
import { type PostgresAccount, postgresAccount, spawnAs } from '@/server/postgres/account'
import { findPostgresBinaries, type PostgresBinaries } from '@/server/postgres/binaries'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { until } from '@/tests/support/until'
import { freePort } from '@/tests/support/world'

// A primary and one synchronous standby, of the embedded Postgres' own programs, for tests of failovers.

const APPLICATION = 'trellis'
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  max_wal_senders: '8',
  wal_keep_size: '64MB',
  min_wal_size: '4MB',
  max_wal_size: '32MB',
  hot_standby: 'on',
  synchronous_commit: 'on',
  shared_buffers: '32MB',
  wal_sender_timeout: '0',
  wal_receiver_timeout: '0',
  wal_retrieve_retry_interval: '100ms',
  wal_receiver_status_interval: '1s',
  autovacuum: 'off',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'fatal',
}

/** One server of a pair. */
export interface PostgresServer {
  /** For the service: its role is no superuser. */
  readonly url: string
  /** Straight to the server, as its superuser. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult['rows']>
  /** Ends every process of it at once, as a power cut would. */
  kill(): Promise<void>
  /** Stops every process where it is: connections stay open, and nothing answers. */
  freeze(): void
  /** Starts it again in the same folder, after `kill`. */
  start(): Promise<void>
}

/** A primary with its synchronous standby. */
export interface PostgresPair {
  primary(): PostgresServer
  standby(): PostgresServer
  /** The way by which the service reaches its database. */
  readonly proxy: DatabaseProxy
  /** The way by which the standby follows. */
  readonly link: DatabaseProxy
  /** How many commits of the service wait for the standby. */
  waiting(): Promise<number>
  /** Makes the standby the primary; the service's way leads there. */
  promote(): Promise<void>
  /** Builds a new standby for the present primary, in place of the server that was it before. */
  renew(): Promise<void>
  close(): Promise<void>
}

interface Rig {
  readonly folder: string
  readonly binaries: PostgresBinaries
  readonly account: PostgresAccount
}

/** A process and all that it has begun. */
function processesOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
  return [pid, ...children.map(([child = 0]) => child)]
}

function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  for (const pid of processesOf(child.pid)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has just ended by itself.
    }
  }
}

async function openServer(rig: Rig, name: string, more: Record<string, string>): Promise<PostgresServer> {
  const port = await freePort()
  const dataDir = path.join(rig.folder, name)
  const log = openSync(path.join(rig.folder, `${name}.log`), 'a')
  const flags = Object.entries({ ...SETTINGS, port: String(port), ...more })
  const args = ['-D', dataDir, ...flags.flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const spawnServer = () =>
    spawnAs(rig.account, rig.binaries.postgres, args, { detached: true, stdio: ['ignore', log, log] })
  let child = spawnServer()
  const root = `postgres://postgres@127.0.0.1:${port}`
  const query = async (text: string, values: readonly unknown[] = []) => {
    const client = new pg.Client({ connectionString: `${root}/${APPLICATION}`, connectionTimeoutMillis: 3_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(text, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const answers = () =>
    probe(`${root}/postgres`).then(
      () => true,
      () => false,
    )
  await until(answers, `the server ${name} answered`)
  return {
    url: `postgres://${APPLICATION}@127.0.0.1:${port}/${APPLICATION}`,
    query,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      signalAll(child, 'SIGKILL')
      await ended
    },
    freeze: () => signalAll(child, 'SIGSTOP'),
    async start() {
      // What the killed server held of shared memory is free once its last process is gone.
      for (;;) {
        child = spawnServer()
        const ended = once(child, 'exit').then(() => 'ended')
        const answered = until(answers, `the server ${name} answered again`).then(() => 'answered')
        if ((await Promise.race([ended, answered])) === 'answered') return
        await pause(50)
      }
    },
  }
}

async function probe(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a pair with the service's database in it, migrated. Close it in the end. */
export async function openPair(): Promise<PostgresPair> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'trellis-pair-')))
  chmodSync(folder, 0o711)
  const binaries = findPostgresBinaries()
  const rig: Rig = { folder, binaries, account: postgresAccount(path.join(folder, 'data'), binaries.postgres) }
  let made = 0
  const nextName = () => `server-${++made}`

  const first = nextName()
  initialise(rig, first)
  let primary = await openServer(rig, first, {})
  let standby: PostgresServer | undefined
  await createDatabase(primary.url)
  await applyMigrations(primary.url)
  const proxy = await openProxy(primary.url)
  const link = await openProxy(primary.url)

  const follow = async (source: string): Promise<[PostgresServer, string]> => {
    const name = nextName()
    await copy(rig, primary, source, name)
    const { hostname: host, port } = new URL(link.url)
    const to = `host=${host} port=${port} user=postgres application_name=standby`
    const server = await openServer(rig, name, { primary_conninfo: to })
    const isStreaming = async () =>
      (await primary.query(`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)).length > 0
    await until(isStreaming, 'the standby followed')
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
    await primary.query('SELECT pg_reload_conf()')
    const isSynchronous = async () =>
      (await primary.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length > 0
    await until(isSynchronous, 'the standby was waited for')
    return [server, name]
  }
  let place = first
  let next: string
  ;[standby, next] = await follow(place)
  let former: PostgresServer | undefined

  const other = () => {
    if (!standby) throw new Error('There is no standby now.')
    return standby
  }
  return {
    primary: () => primary,
    standby: other,
    proxy,
    link,
    waiting: async () =>
      (
        await primary.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = '${APPLICATION}'`,
        )
      ).length,
    async promote() {
      const promoted = other()
      await promoted.query('SELECT pg_promote(true, 30)')
      await promoted.query('ALTER SYSTEM RESET synchronous_standby_names')
      await promoted.query('SELECT pg_reload_conf()')
      proxy.point(promoted.url)
      former = primary
      primary = promoted
      standby = undefined
      place = next
    },
    async renew() {
      await former?.kill()
      link.cut()
      link.point(primary.url)
      link.mend()
      ;[standby, next] = await follow(place)
    },
    async close() {
      await Promise.all([primary.kill(), standby?.kill(), former?.kill(), proxy.close(), link.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function initialise(rig: Rig, name: string): void {
  const dataDir = path.join(rig.folder, name)
  const { ids, prefix } = rig.account
  if (ids) spawnSync('install', ['-d', '-o', String(ids.uid), '-g', String(ids.gid), '-m', '700', dataDir])
  const args = ['-D', dataDir, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  args.push('--no-instructions', '--wal-segsize=1')
  const [program = '', ...rest] = [...prefix, rig.binaries.initdb, ...args]
  const { status, stderr } = spawnSync(program, rest, { ...(prefix.length === 0 ? (ids ?? {}) : {}), encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

async function createDatabase(url: string): Promise<void> {
  const root = new URL(url)
  root.username = 'postgres'
  root.pathname = '/postgres'
  const client = new pg.Client({ connectionString: root.href })
  await client.connect()
  await client.query(`CREATE ROLE ${APPLICATION} LOGIN`)
  await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`)
  await client.end()
}

/** Copies a running server's folder as a base backup (PostgreSQL, Continuous Archiving) and makes it a standby. */
async function copy(rig: Rig, source: PostgresServer, from: string, to: string): Promise<void> {
  const root = new URL(source.url)
  root.username = 'postgres'
  const client = new pg.Client({ connectionString: root.href })
  await client.connect()
  const [fromDir, toDir] = [path.join(rig.folder, from), path.join(rig.folder, to)]
  await client.query(`SELECT pg_backup_start('copy', true)`)
  // Files that vanish meanwhile are in the log.
  spawnSync('cp', ['-a', fromDir, toDir])
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(toDir, left), { force: true })
  for (const [name, text] of [
    ['backup_label', String(rows[0]?.labelfile)],
    ['standby.signal', ''],
  ] as const) {
    const file = path.join(toDir, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (rig.account.ids) spawnSync('chown', [`${rig.account.ids.uid}:${rig.account.ids.gid}`, file])
  }
}
