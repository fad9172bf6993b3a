'use client'

import { Suspense, useState } from 'react'
import type { ProposalProps } from '@/components/discussion/proposal-decision'
import { lazyPart } from '@/components/record/lazy-part'
import { useWallet } from '@/components/wallet/wallet-store'

const ProposalDecision = lazyPart(() =>
  import('@/components/discussion/proposal-decision').then((module) => module.ProposalDecision),
)

/** Where the owner decides on a proposal; a moderator may reject it. Nobody else finds anything here. */
export function ProposalGate(props: ProposalProps) {
  // What came of a decision stays where it was made.
  const [wasPending] = useState(props.isPending)
  const { session } = useWallet()
  if (!session || !wasPending) return null
  const isOwner = session.address === props.owner
  if (!isOwner && !session.isAdmin) return null
  return (
    <Suspense fallback={<div className="mt-3 h-11" />}>
      <ProposalDecision {...props} isOwner={isOwner} />
    </Suspense>
  )
}
