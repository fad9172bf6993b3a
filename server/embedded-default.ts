import path from 'node:path'
import { appUrl, env } from '@/lib/env'
import { log } from '@/lib/telemetry/log'
import { openDemoAccess } from './demo-access'
import type { OfferedWallets } from './demo-wallets'
import { errorCode, type Lifecycle } from './lifecycle'
import { prepareEmbeddedPostgres } from './postgres/embedded'
import { makeDataFolder } from './private-file'
import { acquireLock, LockHeld } from './process-lock'
import { ROOT } from './root'
import { isLocalSite, provideSecrets, readOrCreateDemoWallets } from './secrets'

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
  const { startCommunity } = await import('./community')
  const sandbox = await startCommunity(folder)
  if (sandbox) life.onStop('the sandbox community', () => sandbox.stop())
  const postgres = await prepareEmbeddedPostgres(folder)
  process.env.DATABASE_URL = postgres.url
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

/** The line about a one-time address in the terminal. */
export const demoRow = (address: string) => `  Demo wallets  ${address} (opens them in one browser, once)`

/** Whether demo wallets are offered: only when the site is local. */
export const offersDemoWallets = (): boolean => isLocalSite(process.env.APP_URL)

/** The demo wallets of the data folder, for a browser that opens the one-time address. */
export function openDemoWallets(): OfferedWallets | null {
  if (!offersDemoWallets()) return null
  const { DATA_DIR: folder } = env()
  const access = openDemoAccess(folder, appUrl(), (address) => {
    log().info('The demo wallets were opened in a browser. Another address for them is in the data folder.')
    // The address grants access, so it goes to the terminal but not to the log, which may be collected.
    if (process.stdout.isTTY) process.stdout.write(`${demoRow(address)}\n`)
  })
  return { wallets: readOrCreateDemoWallets(folder), access }
}
