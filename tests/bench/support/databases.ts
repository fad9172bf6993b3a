import { applyMigrations } from '@/lib/db/migrate'
import { prepareEmbeddedPostgres, startThrowawayPostgres } from '@/server/postgres/embedded'
import { dropDatabase, maintain } from '@/tests/support/maintenance'
import { type Amounts, generate } from '../data/generate'
import { benchFolder } from './folder'

/** The Postgres of a run and the databases in it. */
export interface Databases {
  /** A migrated, generated database; made once per name. @returns its URL. */
  generated(name: string, amounts: Amounts): Promise<string>
  /** An empty database. @returns its URL. */
  empty(name: string): Promise<string>
  /** A fresh copy of a database that nobody is connected to. */
  copy(from: string, name: string): Promise<string>
  stop(): Promise<void>
}

const SETTINGS = { max_connections: '120', autovacuum: 'off', max_wal_size: '4GB', shared_buffers: '2GB' }

/** What users get: a commit is on the disk, in a log that a standby could follow. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_level: 'replica' }

/** @param keep keeps the databases for the next run, in `node_modules/.cache`. */
export const openDatabases = async (keep: boolean): Promise<Databases> =>
  databasesOf(keep ? await startKept() : await startThrowaway(SETTINGS))

/** A Postgres of its own, where every commit waits for the disk. */
export const openDurableDatabases = async (): Promise<Databases> =>
  databasesOf(await startThrowaway({ ...SETTINGS, ...DURABLE }))

/** A Postgres that is reached as that of the embedded default is. */
interface Server {
  readonly url: string
  stop(): Promise<void>
}

async function startThrowaway(settings: Record<string, string>): Promise<Server> {
  const { socketUrl, stop } = await startThrowawayPostgres(settings)
  return { url: socketUrl, stop }
}

function databasesOf({ url, stop }: Server): Databases {
  const at = (name: string) => {
    const other = new URL(url)
    other.pathname = `/${name}`
    return other.href
  }
  const isThere = (name: string) =>
    maintain(url, (client) => client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]))
  const create = async (name: string, how = '') => {
    await maintain(url, async (client) => {
      await dropDatabase(client, name)
      await client.query(`CREATE DATABASE ${name} ${how}`)
    })
    return at(name)
  }
  const made = new Map<string, Promise<string>>()
  const make = async (name: string, amounts: Amounts) => {
    if ((await isThere(name)).rowCount) {
      // An earlier version may have kept it.
      await applyMigrations(at(name))
      return at(name)
    }
    const half = `${name}_half`
    await applyMigrations(await create(half))
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
    empty: (name) => create(name),
    copy: (from, name) => create(name, `TEMPLATE ${from} STRATEGY FILE_COPY`),
    stop,
  }
}

async function startKept(): Promise<Server> {
  const kept = await prepareEmbeddedPostgres(benchFolder('data'), { ...SETTINGS, synchronous_commit: 'off' })
  const running = await kept.start()
  return { url: kept.url, stop: running.stop }
}
