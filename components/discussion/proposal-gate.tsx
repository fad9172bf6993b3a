'use client'

import { useState } from 'react'
import type { ProposalProps } from '@/components/discussion/proposal-decision'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'

const ProposalDecision = lazyPart(() =>
  import('@/components/discussion/proposal-decision').then((module) => module.ProposalDecision),
)

/** Where the owner decides on a proposal; a moderator may reject it. Nobody else finds anything here. */
export function ProposalGate(props: ProposalProps) {
  // What came of a decision stays where it was made.
  const [wasPending] = useState(props.isPending)
  if (!wasPending) return null
  return (
    <Gate loading={<div className="mt-3 h-11" />}>
      {({ address, isAdmin }) =>
        address === props.owner || isAdmin ? <ProposalDecision {...props} isOwner={address === props.owner} /> : null
      }
    </Gate>
  )
}
