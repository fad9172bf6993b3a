'use client'

import { useState } from 'react'
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
  /** The session that ended during a write and was not renewed. Nobody is signed in, but what was typed in it is still shown. */
  readonly lapsed: SessionView | null
  /** Whether `session` is known: it was requested, or there is no hint of a session. */
  readonly known: boolean
  /** The connected wallet; null until the wallet code is loaded. */
  readonly connected: ConnectedWallet | null
  /** The loading state of the wallet code. */
  readonly host: 'absent' | 'loading' | 'ready' | 'failed'
}

const wallet = createStore<WalletState>({
  session: null,
  lapsed: null,
  known: false,
  connected: null,
  host: 'absent',
})

export const walletState = (): WalletState => wallet.get()

export const subscribeWallet = wallet.subscribe

export function setWallet(change: Partial<WalletState>): void {
  wallet.set({ ...wallet.get(), ...change })
}

/** The state of the reader's wallet. On the server and in the first render, nothing is known. */
export function useWallet(): WalletState {
  return useStore(wallet)
}

/** The session whose content is shown here: one that lapsed keeps what it had, and gets nothing more. */
export function useShownSession(): SessionView | null {
  const { session, lapsed } = useWallet()
  const [wasShown, setWasShown] = useState(false)
  const shown = session ?? (wasShown ? lapsed : null)
  const isShown = shown !== null
  // In the place of an effect, which would come a picture too late (React, "Storing information from previous renders").
  if (isShown !== wasShown) setWasShown(isShown)
  return shown
}

/** Whether the connected account differs from the signed-in one. In that case nothing is written. */
export function isTwoWallets({ session, connected }: WalletState): boolean {
  return session !== null && connected !== null && session.address !== connected.address
}
