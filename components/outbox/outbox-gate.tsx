'use client'

import { type ReactNode, Suspense, useState } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'
import { signIn } from '@/components/wallet/wallet'
import { useWallet } from '@/components/wallet/wallet-store'

const OutboxPanel = lazyPart(() => import('@/components/outbox/outbox-panel').then((module) => module.OutboxPanel))

/**
 * The outbox as the reader may see it: a moderator all of it, a wallet its own posts too.
 * @param children what everybody sees; it stays while nobody is signed in.
 */
export function OutboxGate({ platform, children }: { platform: PlatformInfo; children: ReactNode }) {
  const { session, known } = useWallet()
  if (session)
    return (
      <Suspense fallback={children}>
        <OutboxPanel key={session.address} session={session} platform={platform}>
          {children}
        </OutboxPanel>
      </Suspense>
    )
  return (
    <>
      {known ? <SignedOut /> : null}
      {children}
    </>
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
    <div className="needs-script mb-8 flex flex-wrap items-center gap-x-8 gap-y-3 border-l-2 border-green pl-4">
      <p className="max-w-prose">
        Anybody may read what was sent. Previews are shown to whoever queued them and to moderators; only a wallet on
        this service’s list of moderators approves or cancels.
      </p>
      <Button busy={busy} onClick={connect}>
        Sign in to see yours
      </Button>
    </div>
  )
}
