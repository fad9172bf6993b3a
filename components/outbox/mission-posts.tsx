import type { PlatformInfo } from '@/components/discussion/platform-info'
import { ThreadPosts } from '@/components/discussion/thread-posts'
import { MissionPostsGate } from '@/components/outbox/mission-posts-gate'
import { PostsSection } from '@/components/outbox/posts-section'
import type { DiscussionView } from '@/lib/community/schemas'
import type { MissionView } from '@/lib/missions/schemas'

/** The service's posts about a mission, and the owner's form for more. Without posts, other readers see nothing. */
export function MissionPosts({
  mission,
  posts,
  platform,
}: {
  mission: MissionView
  posts: DiscussionView['posts']
  platform: PlatformInfo
}) {
  const place = { missionId: mission.id, owner: mission.owner, shownAt: mission.updatedAt, platform }
  if (posts.length === 0) return platform.host === null ? null : <MissionPostsGate {...place} isAlone />
  return (
    <PostsSection>
      <ThreadPosts posts={posts} heading="h3" />
      <MissionPostsGate {...place} />
    </PostsSection>
  )
}
