import path from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import { isLoopback, parseUrl } from '@/lib/url'
import { readOrCreatePrivateFile, readOrCreateSecret } from './private-file'

const PrivateKey = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)])

/** The private keys of the wallets with which a newcomer can try everything. */
const DemoWallets = z.object({ owner: PrivateKey, contributor: PrivateKey, verifier: PrivateKey, admin: PrivateKey })
export type DemoWallets = z.infer<typeof DemoWallets>

function makeDemoWallets(): string {
  const make = generatePrivateKey
  return JSON.stringify({ owner: make(), contributor: make(), verifier: make(), admin: make() }, null, 2)
}

/** The demo wallets of a data folder, created on first use. @throws Error in one line when the file is damaged. */
export function readOrCreateDemoWallets(folder: string): DemoWallets {
  const file = path.join(folder, 'demo-wallets.json')
  try {
    return DemoWallets.parse(JSON.parse(readOrCreatePrivateFile(file, makeDemoWallets)))
  } catch {
    throw new Error(`${file} is damaged: remove it to get new demo wallets.`)
  }
}

/** Whether the site's URL is on loopback or not set, so that only this machine reaches it. */
export function isLocalSite(url: string | undefined): boolean {
  return !url || isLoopback(parseUrl(url)?.hostname ?? '')
}

/**
 * Sets the environment variables that the embedded default needs: secrets that are created once per data folder, the roles of
 * the demo wallets (only for a local site), a folder for evidence, and a clock file for the demo. Existing variables stay; a
 * blank one counts as missing.
 * @param folder DATA_DIR, absolute; it exists.
 */
export function provideSecrets(folder: string, environment: NodeJS.ProcessEnv = process.env): void {
  const provide = (name: string, value: () => string) => {
    if (!environment[name]) environment[name] = value()
  }
  const secret = (file: string) => () => readOrCreateSecret(path.join(folder, file))

  provide('SESSION_SECRET', secret('session-secret'))
  provide('SERVICE_PRIVATE_KEY', secret('service-private-key'))
  provide('CRON_SECRET', secret('cron-secret'))
  if (isLocalSite(environment.APP_URL)) {
    const wallets = readOrCreateDemoWallets(folder)
    provide('VERIFIER_WALLETS', () => privateKeyToAddress(wallets.verifier))
    provide('ADMIN_WALLETS', () => privateKeyToAddress(wallets.admin))
  }
  provide('CLOCK_FILE', () => path.join(folder, 'clock'))
  provide('EVIDENCE_DIR', () => path.join(folder, 'evidence'))
}
