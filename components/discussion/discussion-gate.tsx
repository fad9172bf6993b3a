'use client'

import { Suspense } from 'react'
import type { DiscussionProps, PlatformInfo } from '@/components/discussion/platform-info'
import { lazyPart } from '@/components/record/lazy-part'
import { useWallet } from '@/components/wallet/wallet-store'

const DiscussionPanel = lazyPart(() =>
  import('@/components/discussion/discussion-panel').then((module) => module.DiscussionPanel),
)

/** What the reader's wallet may do about a discussion; it comes once somebody is signed in. */
export function DiscussionGate(place: DiscussionProps & { readonly platform: PlatformInfo }) {
  const { session } = useWallet()
  if (!session) return null
  return (
    <Suspense fallback={null}>
      <DiscussionPanel key={session.address} session={session} {...place} />
    </Suspense>
  )
}
