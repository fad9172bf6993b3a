'use client'

import type { ReactNode } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import { shortAddress } from '@/components/ui/short-address'
import { ConnectButton, Gate } from '@/components/wallet/gate'

const ModerationPanel = lazyPart(() => import('@/components/moderation/moderation-panel'), 'ModerationPanel')

/** Reports and hidden records, for a moderator. @param children is shown to everyone else. */
export function ModerationGate({ children }: { children: ReactNode }) {
  return (
    <Gate shape={children}>{({ address, isAdmin }) => (isAdmin ? <ModerationPanel key={address} /> : children)}</Gate>
  )
}

/** Why the reader sees no reports, and how to sign in as a moderator. */
export function NoRole() {
  const signIn = (
    <p className="needs-script mt-4">
      <ConnectButton>Sign in as a moderator</ConnectButton>
    </p>
  )
  return (
    <Gate signedOut={signIn}>
      {({ address }) => (
        <p className="mt-4 max-w-prose border-l-2 border-rule-strong pl-4">
          Your wallet <span className="mono">{shortAddress(address)}</span> is not on the list of moderators, so no
          reports and no hidden records are shown to you.
        </p>
      )}
    </Gate>
  )
}
