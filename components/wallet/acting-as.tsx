'use client'

import { useEffect } from 'react'
import { Button } from '@/components/forms/button'
import { Notice } from '@/components/ui/notice'
import { shortAddress } from '@/components/ui/short-address'
import { loadWallet, warmWallet } from '@/components/wallet/wallet'
import { isTwoWallets, useWallet } from '@/components/wallet/wallet-store'

/**
 * Shows as whom the reader writes. If the connected account differs from the signed-in one, it says so and offers to sign in
 * as the connected one.
 */
export function ActingAs() {
  const wallet = useWallet()
  const { session, connected } = wallet
  const signedIn = session !== null
  const signIn = () => {
    loadWallet()
      .then((host) => host.signInAsConnected())
      .catch(() => undefined)
  }
  useEffect(() => {
    // A signed-in reader who is about to write needs to see which account the wallet has now.
    if (signedIn) warmWallet()
  }, [signedIn])

  if (!session) return <p className="text-sm text-ink-soft">You will be asked to sign in with your wallet.</p>
  if (!isTwoWallets(wallet) || !connected)
    return (
      <p className="text-sm text-ink-soft">
        You act as <span className="font-mono">{shortAddress(session.address)}</span>.
      </p>
    )
  return (
    <Notice tone="warning" as="div" className="space-y-3 text-sm">
      <p>
        You are signed in as <span className="font-mono">{shortAddress(session.address)}</span>, but your wallet has
        switched to <span className="font-mono">{shortAddress(connected.address)}</span>. Nothing is sent until they
        agree: switch back in the wallet, or sign in as the other.
      </p>
      <Button onClick={signIn}>Sign in as {shortAddress(connected.address)}</Button>
    </Notice>
  )
}
