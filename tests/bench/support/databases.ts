import { applyMigrations } from '@/lib/db/migrate'
import { prepareEmbeddedPostgres, startThrowawayPostgres } from '@/server/postgres/embedded'
import { dropDatabase, maintain } from '@/tests/support/maintenance'
import { type Amounts, generate } from '../data/generate'
import { benchFolder } from './folder'

/** The Postgres of a run and the databases in it. */
export interface Databases {
  /** A migrated, generated database; made once per name. @returns its URL. */
  generated(name: string, amounts: Amounts): Promise<string>
  /** A fresh copy of a database that nobody is connected to. */
  copy(from: string, name: string): Promise<string>
  stop(): Promise<void>
}

const SETTINGS = { max_connections: '120', autovacuum: 'off', max_wal_size: '4GB', shared_buffers: '2GB' }

/** @param keep keeps the databases for the next run, in `node_modules/.cache`. */
export async function openDatabases(keep: boolean): Promise<Databases> {
  const { url, stop } = keep ? await startKept() : await startThrowawayPostgres(SETTINGS)
  const at = (name: string) => {
    const other = new URL(url)
    other.pathname = `/${name}`
    return other.href
  }
  const isThere = (name: string) =>
    maintain(url, (client) => client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]))
  const made = new Map<string, Promise<string>>()
  const make = async (name: string, amounts: Amounts) => {
    if ((await isThere(name)).rowCount) return at(name)
    const half = `${name}_half`
    await maintain(url, async (client) => {
      await dropDatabase(client, half)
      await client.query(`CREATE DATABASE ${half}`)
    })
    await applyMigrations(at(half))
    await generate(at(half), amounts)
    await maintain(url, (client) => client.query(`ALTER DATABASE ${half} RENAME TO ${name}`))
    return at(name)
  }
  return {
    generated(name, amounts) {
      const known = made.get(name) ?? make(name, amounts)
      made.set(name, known)
      return known
    },
    async copy(from, name) {
      await maintain(url, async (client) => {
        await dropDatabase(client, name)
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`)
      })
      return at(name)
    },
    stop,
  }
}

async function startKept() {
  const kept = await prepareEmbeddedPostgres(benchFolder('data'), { ...SETTINGS, synchronous_commit: 'off' })
  const running = await kept.start()
  return { url: kept.url, stop: running.stop }
}
