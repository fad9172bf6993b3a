'use client'

import { createStore, useStore } from '@/components/ui/store'
import type { SessionView } from '@/lib/auth/schemas'

// The state of the reader's wallet. The store is small, because every page loads it.

/** The account that is connected to this site. Only a session proves who the reader is. */
interface ConnectedWallet {
  /** EIP-55. */
  readonly address: string
  /** The wallet's own name, unverified. */
  readonly walletName: string
}

interface WalletState {
  readonly session: SessionView | null
  /** Whether `session` is known: it was requested, or there is no hint of a session. */
  readonly known: boolean
  /** The connected wallet; null until the wallet code is loaded. */
  readonly connected: ConnectedWallet | null
  /** The loading state of the wallet code. */
  readonly host: 'absent' | 'loading' | 'ready' | 'failed'
}

const wallet = createStore<WalletState>({ session: null, known: false, connected: null, host: 'absent' })

export const walletState = (): WalletState => wallet.get()

export const subscribeWallet = wallet.subscribe

export function setWallet(change: Partial<WalletState>): void {
  wallet.set({ ...wallet.get(), ...change })
}

/** The state of the reader's wallet. On the server and in the first render, nothing is known. */
export function useWallet(): WalletState {
  return useStore(wallet)
}

/** Whether the connected account differs from the signed-in one. In that case nothing is written. */
export function isTwoWallets({ session, connected }: WalletState): boolean {
  return session !== null && connected !== null && session.address !== connected.address
}
