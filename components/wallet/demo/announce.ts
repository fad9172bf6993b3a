import { createDemoProvider } from '@/components/wallet/demo/provider'
import { demoWalletsLocked } from '@/components/wallet/sheets/sheets'

interface DemoWallet {
  readonly role: string
  readonly name: string
  readonly privateKey: `0x${string}`
}

const isDemoWallet = (value: unknown): value is DemoWallet =>
  typeof value === 'object' &&
  value !== null &&
  ['role', 'name', 'privateKey'].every((name) => typeof Reflect.get(value, name) === 'string')

const TINTS: Readonly<Record<string, string>> = {
  owner: 'seagreen',
  contributor: 'steelblue',
  verifier: 'rebeccapurple',
  admin: 'sienna',
}

function iconOf(role: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="18" fill="${TINTS[role] ?? 'gray'}"/><path d="M22 74c6-12 14-21 32-32M30 66C22 44 36 24 74 22c2 38-18 56-44 44Z" fill="none" stroke="white" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Announces the demo wallets of the embedded default like any other wallet (EIP-6963), so that a newcomer can try everything
 * without an extension. It does nothing if the service has no demo wallets, or if this browser has not yet opened the address
 * that the terminal printed.
 */
export async function announceDemoWallets(): Promise<void> {
  const answer: unknown = await fetch('/demo-wallets.json', { cache: 'no-store' })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  const body: { readonly locked?: unknown; readonly wallets?: unknown } = Object(answer)
  demoWalletsLocked.set(body.locked === true)
  const wallets: unknown[] = Array.isArray(body.wallets) ? body.wallets : []
  for (const { role, name, privateKey } of wallets.filter(isDemoWallet)) {
    const detail = Object.freeze({
      info: { uuid: crypto.randomUUID(), name, icon: iconOf(role), rdns: `local.trellis.demo.${role}` },
      provider: createDemoProvider(role, name, privateKey),
    })
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }
}
