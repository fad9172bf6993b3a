'use client'

import { lazyPart } from '@/components/record/lazy-part'
import { Empty } from '@/components/ui/empty'
import { ConnectButton, Gate } from '@/components/wallet/gate'

const MePanel = lazyPart(() => import('@/components/me/me-panel'), 'MePanel')

/** Shows the personal page once the reader is signed in. */
export function MeGate() {
  return (
    <Gate shape={<p className="text-ink-soft">Looking for what is yours …</p>} signedOut={<SignedOut />}>
      {({ address }) => <MePanel key={address} wallet={address} />}
    </Gate>
  )
}

function SignedOut() {
  return (
    <Empty title="Sign in to see what waits for you.">
      <p>
        Your wallet is your account: one signature signs you in. It costs nothing and sends no transaction. There is no
        e-mail and no password.
      </p>
      <div className="mt-4">
        <ConnectButton kind="primary">Connect a wallet</ConnectButton>
      </div>
    </Empty>
  )
}
