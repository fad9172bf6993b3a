import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { hexToString, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { Button } from '@/components/forms/button'
import { shortAddress } from '@/components/ui/short-address'

/** An error in the form of EIP-1193. */
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

/** Whether the wallet is connected to this site. It is stored, as an extension would do. */
function permission(role: string) {
  const key = `demo-wallet.${role}`
  return {
    get: () => localStorage.getItem(key) === 'connected',
    set: (granted: boolean) => (granted ? localStorage.setItem(key, 'connected') : localStorage.removeItem(key)),
  }
}

/** An EIP-1193 wallet with a local key that signs only texts. The code for the key is loaded on first use. */
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

interface DemoRequest {
  readonly name: string
  readonly address: string
  readonly text: string
}

/** Asks in a dialog of the demo wallet, on top of the page, as an extension would. */
function confirmInDemoWallet(request: DemoRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (signs: boolean) => {
      root.unmount()
      place.remove()
      resolve(signs)
    }
    root.render(<Confirm request={request} answer={answer} />)
  })
}

function Confirm({ request, answer }: { request: DemoRequest; answer: (signs: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const page = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector('h2')?.focus()
    return () => {
      if (page instanceof HTMLElement) page.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="demo-wallet"
      onCancel={() => answer(false)}
      className="mx-auto mt-6 mb-auto w-[min(24rem,calc(100vw-2rem))] rounded-md border-2 border-dashed border-ochre bg-paper p-5 text-ink backdrop:bg-[rgb(0_0_0/0.4)] sm:mr-8"
    >
      <p className="caption text-sm">{request.name}</p>
      <h2 id="demo-wallet" tabIndex={-1} className="text-xl outline-none">
        Demo wallet: sign this message?
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {location.host} asks {shortAddress(request.address)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard. */}
      <section tabIndex={0} aria-label="The message" className="my-4 max-h-[32dvh] overflow-y-auto bg-vellum p-3">
        <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{request.text}</pre>
      </section>
      <div className="flex gap-3">
        <Button kind="primary" onClick={() => answer(true)}>
          Sign
        </Button>
        <Button onClick={() => answer(false)}>Reject</Button>
      </div>
    </dialog>
  )
}
