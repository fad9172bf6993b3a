import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { writePrivateFile } from '../private-file'
import { isAlive } from '../process-lock'
import { spawnAs } from './account'
import { type Cluster, DATABASE_NAME, describeCluster, lastFault, type RunningPostgres, startCluster } from './cluster'
import { stopOrphan } from './orphan'

const THROWAWAY = 'trellis-postgres'

/** An embedded Postgres with a known address that is not running yet. */
export interface PreparedPostgres {
  /** The `DATABASE_URL`: through a Unix socket, which costs less than TCP, if its path is short enough. */
  readonly url: string
  /** Creates the cluster if missing and starts it with these additional settings. @throws Error in one line. */
  start(more?: Record<string, string>): Promise<RunningPostgres>
}

async function run(cluster: Cluster, program: string, args: readonly string[], input: string): Promise<void> {
  const child = spawnAs(cluster.account, program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.resume()
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The embedded Postgres could not be made: ${lastFault(output)}`)
}

/** Runs statements without a server, as the superuser, which cannot log in. */
async function runSingleUser(cluster: Cluster, folder: string, statements: readonly string[]): Promise<void> {
  await run(cluster, cluster.binaries.postgres, ['--single', '-D', folder, 'postgres'], `${statements.join('\n')}\n`)
}

/**
 * Creates the cluster, its role and its database. The folder gets its final name last, so that a start that was killed halfway
 * begins again.
 */
async function initialiseCluster(cluster: Cluster, password: string): Promise<void> {
  const unfinished = `${cluster.dataDir}.unfinished`
  // An initdb of a killed start may still write for a moment.
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const { ids } = cluster.account
  if (ids) chownSync(unfinished, ids.uid, ids.gid)
  const args = [`--pgdata=${unfinished}`, '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-instructions']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth-local=reject', '--auth-host=scram-sha-256')
  if (cluster.flags.fsync === 'off') args.push('--no-sync')
  await run(cluster, cluster.binaries.initdb, args, '')
  await runSingleUser(cluster, unfinished, [
    `CREATE ROLE ${DATABASE_NAME} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_NAME};`,
  ])
  renameSync(unfinished, cluster.dataDir)
}

/** A new cluster rejects socket connections. This allows them with a password, which the superuser does not have. */
function allowSocket(dataDir: string): void {
  const file = path.join(dataDir, 'pg_hba.conf')
  const rules = readFileSync(file, 'utf8')
  const open = rules.replaceAll(/^(local\b.*\b)reject$/gm, '$1scram-sha-256')
  if (open !== rules) writeFileSync(file, open)
}

/** Sets a new password for the role while the server is stopped, after its file was lost. */
async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  await runSingleUser(cluster, cluster.dataDir, [`ALTER ROLE ${DATABASE_NAME} PASSWORD '${password}';`])
}

/** Checks that a loopback port is free; 0 chooses one. @returns the port, or null when it is taken. */
export function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}

function connectionString(password: string, port: number): string {
  return `postgres://${DATABASE_NAME}:${password}@127.0.0.1:${port}/${DATABASE_NAME}`
}

/** The longest path of a socket: `sockaddr_un` holds 108 bytes on Linux and 104 elsewhere, including a final zero. */
const SOCKET_PATH_BYTES_MAX = 103

/** One entry of a list of folders as Postgres reads it: with a comma, a quote or a space in its path too. */
const listed = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/** A socket in `folder`: its URL and the server's settings for it; null when its path is too long. */
function socketIn(
  folder: string,
  password: string,
  port: number,
): { url: string; flags: Record<string, string> } | null {
  if (Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) > SOCKET_PATH_BYTES_MAX) return null
  return {
    url: `postgres://${DATABASE_NAME}:${password}@localhost:${port}/${DATABASE_NAME}?host=${encodeURIComponent(folder)}`,
    flags: { unix_socket_directories: listed(folder), unix_socket_permissions: '0700' },
  }
}

function lastPort(urlFile: string): number {
  const match = existsSync(urlFile) ? /:(\d{1,5})\/[^/]*$/.exec(readFileSync(urlFile, 'utf8')) : null
  return Number(match?.[1] ?? 0)
}

/**
 * Prepares the embedded Postgres of a data folder: stops a server that a killed process left, chooses the port (the previous
 * one if it is free) and writes `database-url`. The caller holds the folder's lock.
 * @param folder DATA_DIR, absolute; it exists.
 * @param flags settings that extend or override the usual ones.
 */
export async function prepareEmbeddedPostgres(
  folder: string,
  flags: Record<string, string> = {},
): Promise<PreparedPostgres> {
  const home = realpathSync(folder)
  const passwordFile = path.join(home, 'postgres-password')
  const urlFile = path.join(home, 'database-url')
  const cluster = describeCluster(home, flags)

  await stopOrphan(cluster.dataDir)
  const port = (await freePort(lastPort(urlFile))) ?? (await freePort(0))
  if (port === null) throw new Error('The embedded Postgres found no free port on 127.0.0.1.')

  const known = existsSync(passwordFile) ? readFileSync(passwordFile, 'utf8').trim() : ''
  const password = /^[\w-]{20,}$/.test(known) ? known : randomBytes(24).toString('base64url')
  const url = connectionString(password, port)
  writePrivateFile(urlFile, `${url}\n`)
  const socket = socketIn(cluster.dataDir, password, port)
  return {
    url: socket?.url ?? url,
    async start(more) {
      if (!existsSync(cluster.dataDir)) await initialiseCluster(cluster, password)
      else if (password !== known) await resetPassword(cluster, password)
      if (password !== known) writePrivateFile(passwordFile, `${password}\n`)
      allowSocket(cluster.dataDir)
      return startCluster({ ...cluster, flags: { ...socket?.flags, ...flags, ...more } }, port)
    },
  }
}

/** Stops and removes throwaway clusters of killed processes. */
async function sweepThrowaways(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const match = new RegExp(`^${THROWAWAY}-(\\d+)-`).exec(name)
    if (!match || isAlive(Number(match[1]))) continue
    const home = realpathSync(path.join(parent, name))
    await stopOrphan(path.join(home, 'postgres'))
    rmSync(home, { recursive: true, force: true })
  }
}

/**
 * A Postgres for tests in a temporary folder: the same server and role as the embedded default, but not crash-safe. The role may
 * create databases.
 * @param flags settings that extend or override the usual ones.
 * @param parent the folder that its own is made in.
 * @returns its address by TCP, the one that the embedded default would use, and a `stop` that removes it.
 */
export async function startThrowawayPostgres(
  flags: Record<string, string> = {},
  parent = os.tmpdir(),
): Promise<RunningPostgres & { readonly url: string; readonly socketUrl: string }> {
  await sweepThrowaways(parent)
  const home = realpathSync(mkdtempSync(path.join(parent, `${THROWAWAY}-${process.pid}-`)))
  // Postgres may run as another user, who must be able to enter this folder.
  chmodSync(home, 0o711)
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const cluster = describeCluster(home, { ...unsafe, ...flags })
  const port = await freePort(0)
  if (port === null) throw new Error('The throwaway Postgres found no free port on 127.0.0.1.')
  const password = randomBytes(24).toString('base64url')
  await initialiseCluster(cluster, password)
  allowSocket(cluster.dataDir)
  const socket = socketIn(cluster.dataDir, password, port)
  const running = await startCluster({ ...cluster, flags: { ...socket?.flags, ...cluster.flags } }, port)
  const url = connectionString(password, port)
  return {
    url,
    socketUrl: socket?.url ?? url,
    async stop() {
      await running.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
