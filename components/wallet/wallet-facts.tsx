'use client'

import { shortAddress } from '@/components/ui/short-address'
import { isTwoWallets, useWallet } from '@/components/wallet/wallet-store'

/** The signed-in wallet and the connected wallet, as two separate facts. */
export function WalletFacts() {
  const wallet = useWallet()
  const { session, connected } = wallet
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
      <dt className="caption">Signed in</dt>
      <dd title={session?.address} className="font-mono text-sm">
        {session ? shortAddress(session.address) : 'nobody'}
      </dd>
      <dt className="caption">Connected</dt>
      <dd title={connected?.address} className={isTwoWallets(wallet) ? 'text-ochre' : ''}>
        {connected ? (
          <>
            <span className="font-mono text-sm">{shortAddress(connected.address)}</span>{' '}
            <span className="text-sm">in {connected.walletName}</span>
          </>
        ) : (
          <span className="text-sm">no wallet</span>
        )}
      </dd>
    </dl>
  )
}
