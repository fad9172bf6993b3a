import path from 'node:path'
import { appUrl } from '@/lib/env'
import { ROOT } from './build'
import type { OfferedWallets } from './demo-wallets'
import { errorCode, type Lifecycle } from './lifecycle'
import { prepareEmbeddedPostgres } from './postgres/embedded'
import { makeDataFolder } from './private-file'
import { acquireLock, LockHeld } from './process-lock'

export interface EmbeddedDefault {
  startDatabase(): Promise<void>
  /** Where the sandbox community is; null when COMMUNITY_URL names another platform. */
  readonly community: string | null
  /** The data folder, absolute. */
  readonly folder: string
}

/** Takes the data folder and gives the environment what it lacks there. */
export async function prepareEmbeddedDefault(life: Lifecycle): Promise<EmbeddedDefault> {
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
  const { provideSecrets } = await import('./secrets')
  provideSecrets(folder)
  const { startCommunity } = await import('./community')
  const sandbox = await startCommunity(folder)
  if (sandbox) life.onStop('the sandbox community', () => sandbox.stop())
  const postgres = await prepareEmbeddedPostgres(folder)
  process.env.DATABASE_URL = postgres.url
  return {
    folder,
    community: sandbox?.url ?? null,
    async startDatabase() {
      const starting = postgres.start()
      life.onStop('Postgres', async () => {
        const running = await starting.catch(() => null)
        await running?.stop()
      })
      await starting
    },
  }
}

const demoRow = (address: string) => `  Demo wallets  ${address} (opens them in one browser, once)`

/** Offers the demo wallets, to whoever opens the one-time address; nothing where others reach the site. */
export async function offerDemoWallets(
  folder: string,
  say: (line: string) => void,
): Promise<{ offered: OfferedWallets; row(): string } | null> {
  const { isLocalSite, readOrCreateDemoWallets } = await import('./secrets')
  if (!isLocalSite(process.env.APP_URL)) return null
  const { openDemoAccess } = await import('./demo-access')
  let latest = ''
  const access = openDemoAccess(folder, appUrl(), (address) => {
    if (latest !== '') say(`The demo wallets were opened in a browser. For another one:\n${demoRow(address)}`)
    latest = address
  })
  return { offered: { wallets: readOrCreateDemoWallets(folder), access }, row: () => demoRow(latest) }
}
