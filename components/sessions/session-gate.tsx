'use client'

import { Suspense, useState } from 'react'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'
import { Empty } from '@/components/ui/empty'
import { signIn } from '@/components/wallet/wallet'
import { useWallet } from '@/components/wallet/wallet-store'

const SessionList = lazyPart(() => import('@/components/sessions/session-list').then((module) => module.SessionList))

/** Sessions are the reader's own: they show once it is known who that is. */
export function SessionGate() {
  const { session, known } = useWallet()
  if (session)
    return (
      <Suspense fallback={<Looking />}>
        <SessionList key={session.address} />
      </Suspense>
    )
  return known ? <SignedOut /> : <Looking />
}

const Looking = () => <p className="text-ink-soft">Looking for your sessions …</p>

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
        You are not signed in here. Sessions belong to a wallet. Signing in takes one signature, costs nothing and sends
        no transaction.
      </p>
      <div className="mt-4">
        <Button kind="primary" busy={busy} onClick={connect}>
          Connect a wallet
        </Button>
      </div>
    </Empty>
  )
}
