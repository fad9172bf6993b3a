'use client'

import type { MissionPostsProps } from '@/components/outbox/mission-posts-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'

const MissionPostsPanel = lazyPart(() => import('@/components/outbox/mission-posts-panel'), 'MissionPostsPanel')

/** Where the owner or a moderator queues a post about a mission. Other readers see nothing. */
export function MissionPostsGate(place: MissionPostsProps) {
  return (
    <Gate>
      {(session) =>
        session.address === place.owner || session.isAdmin ? (
          <MissionPostsPanel key={session.address} session={session} {...place} />
        ) : null
      }
    </Gate>
  )
}
