'use client'

import { NotificationSkeleton } from '@/components/notifications/notification-skeleton'
import { lazyPart } from '@/components/record/lazy-part'
import { Empty } from '@/components/ui/empty'
import { ConnectButton, Gate } from '@/components/wallet/gate'

const Inbox = lazyPart(() => import('@/components/notifications/inbox'), 'Inbox')

/** The reader's own notifications, shown once the session is known. */
export function NotificationGate() {
  return (
    <Gate shape={<NotificationSkeleton />} signedOut={<SignedOut />}>
      {({ address }) => <Inbox key={address} wallet={address} />}
    </Gate>
  )
}

function SignedOut() {
  return (
    <Empty title="Sign in to see yours.">
      <p>
        Notifications belong to a wallet. Sign in with yours to see what moved on: it takes one signature, costs nothing
        and sends no transaction.
      </p>
      <div className="mt-4">
        <ConnectButton kind="primary">Connect a wallet</ConnectButton>
      </div>
    </Empty>
  )
}
