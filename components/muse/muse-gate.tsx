'use client'

import type { PlatformInfo } from '@/components/discussion/platform-info'
import { lazyPart } from '@/components/record/lazy-part'
import { ConnectButton, Gate } from '@/components/wallet/gate'

const MusePanel = lazyPart(() => import('@/components/muse/muse-panel'), 'MusePanel')

/** The reader's own Muse, shown once the session is known. */
export function MuseGate({ platform }: { platform: PlatformInfo }) {
  return (
    <Gate shape={<Shape />} signedOut={<SignedOut />}>
      {(session) => <MusePanel key={session.address} session={session} platform={platform} />}
    </Gate>
  )
}

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
  return (
    <div className="border-y border-rule py-8">
      <p className="font-display text-xl">Sign in with the wallet first.</p>
      <p className="mt-1 max-w-prose text-ink-soft">
        A Muse is linked to a wallet, so the wallet proves itself first: one signature, which costs nothing and sends no
        transaction.
      </p>
      <div className="mt-4">
        <ConnectButton kind="primary">Connect a wallet</ConnectButton>
      </div>
    </div>
  )
}
