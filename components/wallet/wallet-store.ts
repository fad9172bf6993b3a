'use client'

import { createStore, useStore } from '@/components/ui/store'
import type { SessionView } from '@/lib/auth/schemas'

// What the page knows of the reader's wallet: a store of few lines, because every page carries it.

/** The account that the browser's wallet has connected to this site. It proves nothing; a session does. */
interface ConnectedWallet {
  /** EIP-55. */
  readonly address: string
  /** The wallet's own name, unverified. */
  readonly walletName: string
}

interface WalletState {
  readonly session: SessionView | null
  /** Whether `session` is known: the service was asked, or there was no sign of a session. */
  readonly known: boolean
  /** The connected wallet; known only once the wallet code is loaded. */
  readonly connected: ConnectedWallet | null
  /** The wallet code: not wanted yet, on its way, there, or not to be had. */
  readonly host: 'absent' | 'loading' | 'ready' | 'failed'
}

const wallet = createStore<WalletState>({ session: null, known: false, connected: null, host: 'absent' })

export const walletState = (): WalletState => wallet.get()

export function setWallet(change: Partial<WalletState>): void {
  wallet.set({ ...wallet.get(), ...change })
}

/** The reader's wallet, as an island sees it. On the server and in the first render nothing is known. */
export function useWallet(): WalletState {
  return useStore(wallet)
}

/** Whether the wallet has another account connected than the one that is signed in: then nothing is written. */
export function isTwoWallets({ session, connected }: WalletState): boolean {
  return session !== null && connected !== null && session.address !== connected.address
}
