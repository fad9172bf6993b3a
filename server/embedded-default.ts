import path from 'node:path'
import { checkEnvironment } from '@/lib/env'
import { errorCode, type Lifecycle } from './lifecycle'
import { prepareEmbeddedPostgres } from './postgres/embedded'
import { makeDataFolder } from './private-file'
import { acquireLock, LockHeld } from './process-lock'
import { ROOT } from './root'
import { provideSecrets } from './secrets'

/** Database connections for others: scripts, and another instance. */
const OTHERS_MAX = 50

/** Locks the data folder and sets missing environment variables from it. */
export async function prepareEmbeddedDefault(life: Lifecycle) {
  const folder = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  process.env.DATA_DIR = folder
  try {
    makeDataFolder(folder)
    life.onStop('the data folder', await acquireLock(path.join(folder, 'trellis.pid')))
  } catch (error) {
    if (error instanceof LockHeld) throw new Error(`Already running on ${folder} (process ${error.pid}).`)
    if (errorCode(error) === 'EACCES') throw new Error(`The data folder ${folder} cannot be written: set DATA_DIR.`)
    throw error
  }
  provideSecrets(folder)
  const postgres = await prepareEmbeddedPostgres(folder)
  process.env.DATABASE_URL = postgres.url
  // The sandbox community is told the port, the name and the key, and keeps them.
  checkEnvironment()
  const { startCommunity } = await import('./community')
  const sandbox = await startCommunity(folder)
  if (sandbox) life.onStop('the sandbox community', () => sandbox.stop())
  return {
    /** The data folder, absolute. */
    folder,
    /** The address of the sandbox community; null when COMMUNITY_URL names another platform. */
    community: sandbox?.url ?? null,
    /** @param connections the number that this instance opens. */
    async startDatabase(connections: number): Promise<void> {
      const starting = postgres.start({ max_connections: String(connections + OTHERS_MAX) })
      life.onStop('Postgres', async () => {
        const running = await starting.catch(() => null)
        await running?.stop()
      })
      await starting
    },
  }
}
