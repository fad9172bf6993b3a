'use client'

import { useState } from 'react'
import type { DiscussionProps, PlatformInfo } from '@/components/discussion/platform-info'
import type { ProposalProps } from '@/components/discussion/proposal-decision'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'

const ProposalDecision = lazyPart(() => import('@/components/discussion/proposal-decision'), 'ProposalDecision')

const DiscussionPanel = lazyPart(() => import('@/components/discussion/discussion-panel'), 'DiscussionPanel')

/** The actions of the reader's wallet on a discussion. They are loaded once the reader is signed in. */
export function DiscussionGate(place: DiscussionProps & { readonly platform: PlatformInfo }) {
  return <Gate>{(session) => <DiscussionPanel key={session.address} session={session} {...place} />}</Gate>
}

/** Where the owner decides on a proposal and a moderator may reject it. Other readers see nothing. */
export function ProposalGate(props: ProposalProps) {
  // The result of a decision stays visible after the proposal is decided.
  const [wasOpen] = useState(props.isPending && !props.ended)
  if (!wasOpen) return null
  return (
    <Gate loading={<div className="mt-3 h-11" />}>
      {({ address, isAdmin }) =>
        address === props.owner || isAdmin ? <ProposalDecision {...props} isOwner={address === props.owner} /> : null
      }
    </Gate>
  )
}
