'use client'

import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'
import { shortAddress } from '@/components/wallet/short-address'
import { signIn } from '@/components/wallet/wallet'
import { useWallet } from '@/components/wallet/wallet-store'

const ModerationPanel = lazyPart(() =>
  import('@/components/moderation/moderation-panel').then((module) => module.ModerationPanel),
)

/** Reports and hidden records, for a moderator. @param children what everybody else reads in their place. */
export function ModerationGate({ children }: { children: ReactNode }) {
  const { session } = useWallet()
  if (!session?.isAdmin) return children
  return (
    <Suspense fallback={children}>
      <ModerationPanel key={session.address} />
    </Suspense>
  )
}

/** Why the reader sees no reports, and what there is to do about it. */
export function NoRole() {
  const { session, known } = useWallet()
  const [busy, setBusy] = useState(false)
  if (session)
    return (
      <p className="mt-4 max-w-prose border-l-2 border-rule-strong pl-4">
        Your wallet <span className="font-mono text-[0.9em]">{shortAddress(session.address)}</span> is not on the list
        of moderators, so no reports and no hidden records are shown to you.
      </p>
    )
  const connect = () => {
    setBusy(true)
    signIn()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return known ? (
    <p className="needs-script mt-4">
      <Button busy={busy} onClick={connect}>
        Sign in as a moderator
      </Button>
    </p>
  ) : null
}
