import { useState } from 'react'
import { setWallet, walletState } from '@/components/wallet/wallet-store'

// The way to the wallet for everything that writes. The wallet code itself (discovery, dialogs, signing) is loaded on
// the first demand; what it does is declared in host.ts.

type Host = typeof import('@/components/wallet/host')

let loading: Promise<Host> | null = null

/**
 * Loads the wallet code and finds the wallet that was connected last. A failed load may be tried again.
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
      loading = null
      setWallet({ host: 'failed' })
      throw fault
    })
  return loading
}

/** Begins to load the wallet code, when somebody seems about to reach for it. */
export function warmWallet(): void {
  if (walletState().host === 'absent') loadWallet().catch(() => undefined)
}

/** Signs in once it is asked to. `pressed`: it was asked, and the reader has not answered yet. */
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
