'use client'

import { Suspense, useState } from 'react'
import { Button } from '@/components/forms/button'
import { NotificationSkeleton } from '@/components/notifications/notification-skeleton'
import { lazyPart } from '@/components/record/lazy-part'
import { Empty } from '@/components/ui/empty'
import { signIn } from '@/components/wallet/wallet'
import { useWallet } from '@/components/wallet/wallet-store'

const NotificationList = lazyPart(() =>
  import('@/components/notifications/notification-list').then((module) => module.NotificationList),
)

/** Notifications are the reader's own: they show once it is known who that is. */
export function NotificationGate() {
  const { session, known } = useWallet()
  if (session)
    return (
      <Suspense fallback={<NotificationSkeleton />}>
        <NotificationList key={session.address} wallet={session.address} />
      </Suspense>
    )
  if (known) return <SignedOut />
  return <NotificationSkeleton />
}

function SignedOut() {
  const [busy, setBusy] = useState(false)
  const connect = () => {
    setBusy(true)
    signIn()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Empty title="Sign in to see yours.">
      <p>
        Notifications belong to a wallet. Sign in with yours to see what moved on: it takes one signature, costs nothing
        and sends no transaction.
      </p>
      <div className="mt-4">
        <Button kind="primary" busy={busy} onClick={connect}>
          Connect a wallet
        </Button>
      </div>
    </Empty>
  )
}
