import { log } from '@/lib/telemetry/log'
import type { Lifecycle } from './lifecycle'
import { openDemoWallets } from './offered-wallets'
import { listenAt, openSite } from './site'

/**
 * Prepares this process to answer requests.
 * @param dev with hot reload. @param isEmbedded for the embedded default, which offers demo wallets on loopback only.
 * @returns a function that starts listening.
 */
export async function openAnswering(life: Lifecycle, dev: boolean, isEmbedded: boolean): Promise<() => Promise<void>> {
  // Every worker would notice the same, so only one reports it.
  const hint = ['1', undefined].includes(process.env.WORKER_NUMBER)
    ? (line: string) => log().warn(line)
    : () => undefined
  const site = await openSite(life, { dev, demoWallets: isEmbedded ? openDemoWallets() : null, warn: hint })
  return async () => {
    life.onStop('the site', () => site.drain())
    await listenAt(site, isEmbedded)
  }
}
