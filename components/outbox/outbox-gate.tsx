'use client'

import type { ReactNode } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { lazyPart } from '@/components/record/lazy-part'
import { ConnectButton, Gate } from '@/components/wallet/gate'

const OutboxPanel = lazyPart(() => import('@/components/outbox/outbox-panel'), 'OutboxPanel')

/**
 * The outbox for the reader: a moderator sees all of it, a wallet also its own posts.
 * @param children the public part, shown while the reader is not signed in.
 */
export function OutboxGate({ platform, children }: { platform: PlatformInfo; children: ReactNode }) {
  // The same two children in both cases, so that React keeps the public part.
  const below = (above: ReactNode) => (
    <>
      {above}
      {children}
    </>
  )
  return (
    <Gate shape={below(null)} loading={children} signedOut={below(<SignedOut />)}>
      {(session) => (
        <OutboxPanel key={session.address} session={session} platform={platform}>
          {children}
        </OutboxPanel>
      )}
    </Gate>
  )
}

function SignedOut() {
  return (
    <div className="needs-script mb-8 flex flex-wrap items-center gap-x-8 gap-y-3 border-l-2 border-green pl-4">
      <p className="max-w-prose">
        Anybody may read what was sent. Previews are shown to whoever queued them and to moderators; only a wallet on
        this service’s list of moderators approves or cancels.
      </p>
      <ConnectButton>Sign in to see yours</ConnectButton>
    </div>
  )
}
