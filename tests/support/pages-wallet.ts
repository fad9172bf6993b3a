import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { hexToString, isHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** A wallet extension as a page sees one: announced by EIP-6963, its keys outside of the browser. */
export interface TestWallet {
  readonly name: string
  readonly rdns: string
  readonly accounts: readonly PrivateKeyAccount[]
  /** What the wallet was asked, in order. */
  readonly calls: string[]
  /** The texts it signed. */
  readonly signed: string[]
  /** How the next request for a signature ends; it is an approval when nothing is said. */
  next: 'approve' | 'reject' | 'fail' | 'smart-account' | 'erc-6492'
  /** How the next request for accounts ends; it is an approval when nothing is said. */
  nextConnection: 'approve' | 'reject' | 'no-account'
  /** The methods that get no answer. */
  readonly silent: Set<string>
  /** Answers to signature requests wait for this. */
  hold: Promise<unknown> | null
  readonly account: PrivateKeyAccount
  /** Makes another account the first, as people do inside of their wallet. */
  switchTo(account: PrivateKeyAccount): Promise<void>
}

export interface WalletSettings {
  readonly name?: string
  readonly accounts?: readonly PrivateKeyAccount[]
  /** Whether it is announced twice, as wallets do that answer every request. */
  readonly twice?: boolean
  /** Whether its owner connected it to the site on an earlier visit. */
  readonly connected?: boolean
}

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** What asks for an account (EIP-1102, EIP-2255). */
export const CONNECTING: readonly string[] = ['eth_requestAccounts', 'wallet_requestPermissions']
const ERC_6492_MAGIC = '6492'.repeat(16)

export const freshAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

const fault = (code: number, message: string): Reply => ({ error: { code, message } })

async function signText(wallet: TestWallet, text: unknown): Promise<Reply> {
  const end = wallet.next
  wallet.next = 'approve'
  const { account } = wallet
  await wallet.hold
  if (end === 'reject') return fault(4001, 'MetaMask Message Signature: User denied message signature.')
  if (end === 'fail') return fault(-32603, 'Internal error of the wallet.')
  if (!isHex(text)) return fault(-32602, 'The text must be given in hex.')
  if (end === 'smart-account') return { result: `0x${'ab'.repeat(130)}` }
  if (end === 'erc-6492') return { result: `0x${'cd'.repeat(200)}${ERC_6492_MAGIC}` }
  wallet.signed.push(hexToString(text))
  return { result: await account.signMessage({ message: { raw: text } }) }
}

/** How a request for accounts ends that is not approved; null if it is. */
function notConnected(wallet: TestWallet, method: string): Reply | null {
  const end = wallet.nextConnection
  // A wallet without an account has none to permit, and is then asked for it.
  if (end === 'reject' || method === 'eth_requestAccounts') wallet.nextConnection = 'approve'
  if (end === 'reject') return fault(4001, 'User rejected the request.')
  return end === 'no-account' ? { result: [] } : null
}

/** Answers as a wallet does; a chain is never switched and a transaction never sent. */
function answerer(wallet: TestWallet, connectedBefore: boolean) {
  let connected = connectedBefore
  const accounts = () => (connected ? [wallet.account.address] : [])
  return async (method: string, params: readonly unknown[] = []): Promise<Reply> => {
    wallet.calls.push(method)
    if (wallet.silent.has(method)) return new Promise<never>(() => undefined)
    const unconnected = CONNECTING.includes(method) ? notConnected(wallet, method) : null
    if (unconnected) return unconnected
    switch (method) {
      case 'eth_chainId':
        return { result: '0x2105' }
      case 'eth_accounts':
        return { result: accounts() }
      case 'wallet_requestPermissions':
        connected = true
        return { result: [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: accounts() }] }] }
      case 'eth_requestAccounts':
        connected = true
        return { result: accounts() }
      case 'wallet_revokePermissions':
        connected = false
        return { result: null }
      case 'personal_sign':
        return params[1] === wallet.account.address ? signText(wallet, params[0]) : fault(4100, 'Not that account.')
      default:
        return fault(4200, `${method} is not supported.`)
    }
  }
}

interface Announced {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  readonly icon: string
  readonly twice: boolean
}

/** Runs in the page, before its scripts: the provider that hands every request over to this process. */
function announceInPage({ uuid, name, rdns, icon, twice }: Announced): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const ask: (method: string, params: unknown) => Promise<Reply> = Reflect.get(window, `wallet_${uuid}`)
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      const reply = await ask(method, params)
      if (!reply.error) return reply.result
      throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  Reflect.set(window, `emit_${uuid}`, (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  })
  const detail = Object.freeze({ info: { uuid, name, rdns, icon }, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', () => {
    announce()
    if (twice) announce()
  })
  announce()
}

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>')}`

/** Installs a wallet in a page. It stays over reloads, as an extension does. */
export async function installWallet(
  page: Page,
  { name = 'Test wallet', accounts = [freshAccount()], twice = false, connected = false }: WalletSettings = {},
): Promise<TestWallet> {
  let [current] = accounts
  if (!current) throw new Error('A wallet needs an account.')
  const uuid = randomUUID()
  const rdns = `test.${name.toLowerCase().replaceAll(/\W/g, '')}`
  const wallet: TestWallet = {
    name,
    rdns,
    accounts,
    calls: [],
    signed: [],
    next: 'approve',
    nextConnection: 'approve',
    silent: new Set(),
    hold: null,
    get account() {
      if (!current) throw new Error('A wallet needs an account.')
      return current
    },
    async switchTo(account) {
      current = account
      const emitted = [`emit_${uuid}`, account.address] as const
      await page.evaluate(([emit, address]) => Reflect.get(window, emit)('accountsChanged', [address]), emitted)
    },
  }
  await page.exposeFunction(`wallet_${uuid}`, answerer(wallet, connected))
  await page.addInitScript(announceInPage, { uuid, name, rdns, icon: ICON, twice })
  return wallet
}
