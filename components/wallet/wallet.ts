import { useState } from 'react'
import { setWallet, walletState } from '@/components/wallet/wallet-store'

// Access to the wallet for everything that writes. The wallet code itself (discovery, dialogs, signing) is loaded on first
// use; host.ts is its interface.

type Host = typeof import('@/components/wallet/host')

let loading: Promise<Host> | null = null

/**
 * Loads the wallet code and reconnects the last wallet. A failed load can be retried.
 * @example
 * const session = await (await loadWallet()).signIn()
 */
export function loadWallet(): Promise<Host> {
  if (loading) return loading
  setWallet({ host: 'loading' })
  loading = import('@/components/wallet/host')
    .then(async (host) => {
      await host.startHost()
      setWallet({ host: 'ready' })
      return host
    })
    .catch((fault: unknown) => {
      console.error('The wallet code could not be loaded.', fault)
      loading = null
      setWallet({ host: 'failed' })
      throw fault
    })
  return loading
}

/** Starts to load the wallet code when the reader is likely to need it soon. */
export function warmWallet(): void {
  if (walletState().host === 'absent') loadWallet().catch(() => undefined)
}

/** A button's sign-in. `pressed`: the sign-in is in progress. */
export function useConnect() {
  const [pressed, setPressed] = useState(false)
  const connect = () => {
    setPressed(true)
    loadWallet()
      .then((wallet) => wallet.signIn())
      .catch(() => undefined)
      .finally(() => setPressed(false))
  }
  return { pressed, connect }
}
