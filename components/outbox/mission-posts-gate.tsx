'use client'

import { Suspense } from 'react'
import type { MissionPostsProps } from '@/components/outbox/mission-posts-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { useWallet } from '@/components/wallet/wallet-store'

const MissionPostsPanel = lazyPart(() =>
  import('@/components/outbox/mission-posts-panel').then((module) => module.MissionPostsPanel),
)

/** Where the owner, or a moderator, queues a post about a mission. Nobody else finds anything here. */
export function MissionPostsGate(place: MissionPostsProps) {
  const { session } = useWallet()
  if (!session || (session.address !== place.owner && !session.isAdmin)) return null
  return (
    <Suspense fallback={null}>
      <MissionPostsPanel key={session.address} session={session} {...place} />
    </Suspense>
  )
}
