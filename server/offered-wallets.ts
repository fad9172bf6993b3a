import { appUrl, env } from '@/lib/env'
import { log } from '@/lib/telemetry/log'
import { openDemoAccess } from './demo-access'
import type { OfferedWallets } from './demo-wallets'
import { isLocalSite, readOrCreateDemoWallets } from './secrets'

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
