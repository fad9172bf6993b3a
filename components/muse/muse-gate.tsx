'use client'

import { Suspense, useState } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'
import { signIn } from '@/components/wallet/wallet'
import { useWallet } from '@/components/wallet/wallet-store'

const MusePanel = lazyPart(() => import('@/components/muse/muse-panel').then((module) => module.MusePanel))

/** The reader's own Muse: known once it is known who they are. */
export function MuseGate({ platform }: { platform: PlatformInfo }) {
  const { session, known } = useWallet()
  if (session)
    return (
      <Suspense fallback={<Shape />}>
        <MusePanel key={session.address} session={session} platform={platform} />
      </Suspense>
    )
  return known ? <SignedOut /> : <Shape />
}

/** The shape of what is on its way. */
function Shape() {
  return (
    <div aria-hidden="true" className="space-y-3 border-y border-rule py-8">
      <div className="h-6 w-64 max-w-full rounded-sm bg-vellum" />
      <div className="h-4 max-w-prose rounded-sm bg-vellum" />
      <div className="h-11 w-48 rounded-md bg-vellum" />
    </div>
  )
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
    <div className="border-y border-rule py-8">
      <p className="font-display text-xl">Sign in with the wallet first.</p>
      <p className="mt-1 max-w-prose text-ink-soft">
        A Muse is linked to a wallet, so the wallet proves itself first: one signature, which costs nothing and sends no
        transaction.
      </p>
      <div className="mt-4">
        <Button kind="primary" busy={busy} onClick={connect}>
          Connect a wallet
        </Button>
      </div>
    </div>
  )
}
