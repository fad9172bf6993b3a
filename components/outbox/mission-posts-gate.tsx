'use client'

import type { MissionPostsProps } from '@/components/outbox/mission-posts-panel'
import { PostsSection } from '@/components/outbox/posts-section'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'

const MissionPostsPanel = lazyPart(() => import('@/components/outbox/mission-posts-panel'), 'MissionPostsPanel')

/**
 * Where the owner, or a moderator, queues a post about a mission. Nobody else finds anything here.
 * @param isAlone it brings the section, because there is no post to stand in one.
 */
export function MissionPostsGate({ isAlone = false, ...place }: MissionPostsProps & { readonly isAlone?: boolean }) {
  return (
    <Gate>
      {(session) => {
        if (session.address !== place.owner && !session.isAdmin) return null
        const panel = <MissionPostsPanel key={session.address} session={session} {...place} />
        return isAlone ? <PostsSection>{panel}</PostsSection> : panel
      }}
    </Gate>
  )
}
