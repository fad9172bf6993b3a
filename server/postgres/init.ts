import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawnAs } from './account'
import { type Cluster, DATABASE_NAME, lastFault } from './cluster'

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

/** Runs statements while no server is running, as the superuser that nobody can log in as. */
async function runSingleUser(cluster: Cluster, folder: string, statements: readonly string[]): Promise<void> {
  await run(cluster, cluster.binaries.postgres, ['--single', '-D', folder, 'postgres'], `${statements.join('\n')}\n`)
}

/**
 * Makes the cluster, its role and its database. The folder gets its name only when all of it is done, so that a start
 * that was killed halfway begins anew.
 */
export async function initialiseCluster(cluster: Cluster, password: string): Promise<void> {
  const unfinished = `${cluster.dataDir}.unfinished`
  // A killed start may have left an initdb that still writes for a moment.
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

/** A new cluster takes nobody by a socket. From now on it asks for the password there too, which the superuser has not. */
export function allowSocket(dataDir: string): void {
  const file = path.join(dataDir, 'pg_hba.conf')
  const rules = readFileSync(file, 'utf8')
  const open = rules.replaceAll(/^(local\b.*\b)reject$/gm, '$1scram-sha-256')
  if (open !== rules) writeFileSync(file, open)
}

/** Gives the role a new password while the server is stopped (its file was lost). */
export async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  await runSingleUser(cluster, cluster.dataDir, [`ALTER ROLE ${DATABASE_NAME} PASSWORD '${password}';`])
}
