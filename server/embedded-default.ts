import path from 'node:path'
import { checkEnvironment } from '@/lib/env'
import { takeDataFolder } from './data-folder'
import type { Lifecycle } from './lifecycle'
import { prepareEmbeddedPostgres } from './postgres/embedded'
import { ROOT } from './root'
import { provideSecrets } from './secrets'

/** Database connections for others: scripts, and another instance. */
const OTHERS_MAX = 50

/** Locks the data folder and sets missing environment variables from it. */
export async function prepareEmbeddedDefault(life: Lifecycle) {
  const folder = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  process.env.DATA_DIR = folder
  life.onStop('the data folder', await takeDataFolder(folder))
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
