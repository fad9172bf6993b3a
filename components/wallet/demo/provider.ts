import { hexToString, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { confirmInDemoWallet } from '@/components/wallet/demo/confirm'

/** An error as EIP-1193 words it. */
class ProviderError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const rejected = () => new ProviderError(4001, 'The user rejected the request.')
const unauthorized = () => new ProviderError(4100, 'The account is not connected to this site.')
const unsupported = () => new ProviderError(4200, 'A demo wallet only signs texts.')

type Listener = (value: unknown) => void

/** Whether the wallet is connected to this site, kept as an extension would keep it. */
function permission(role: string) {
  const key = `demo-wallet.${role}`
  return {
    get: () => localStorage.getItem(key) === 'connected',
    set: (granted: boolean) => (granted ? localStorage.setItem(key, 'connected') : localStorage.removeItem(key)),
  }
}

/** A wallet over a local key that speaks EIP-1193 and signs texts only. The key's code is loaded when it is used. */
export function createDemoProvider(role: string, name: string, privateKey: `0x${string}`) {
  const granted = permission(role)
  const listeners = new Map<string, Set<Listener>>()
  let account: Promise<PrivateKeyAccount> | null = null

  const open = () => {
    account ??= import('viem/accounts').then(({ privateKeyToAccount }) => privateKeyToAccount(privateKey))
    return account
  }
  const accounts = async () => (granted.get() ? [(await open()).address] : [])
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }

  async function sign(text: unknown): Promise<string> {
    if (!granted.get()) throw unauthorized()
    if (!isHex(text)) throw new ProviderError(-32602, 'The text must be given in hex.')
    const { address, signMessage } = await open()
    if (!(await confirmInDemoWallet({ name, address, text: hexToString(text) }))) throw rejected()
    return signMessage({ message: { raw: text } })
  }

  async function grant() {
    granted.set(true)
    return [
      { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: await accounts() }] },
    ]
  }

  async function revoke(): Promise<null> {
    granted.set(false)
    emit('accountsChanged', [])
    return null
  }

  const methods = new Map<string, (params: readonly unknown[]) => Promise<unknown>>([
    ['eth_accounts', accounts],
    ['eth_chainId', async () => '0x1'],
    ['personal_sign', ([text]) => sign(text)],
    ['wallet_requestPermissions', grant],
    ['wallet_revokePermissions', revoke],
    [
      'eth_requestAccounts',
      async () => {
        granted.set(true)
        return accounts()
      },
    ],
  ])

  return {
    async request({ method, params }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
      const run = methods.get(method)
      if (!run) throw unsupported()
      return run(params ?? [])
    },
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
  }
}
