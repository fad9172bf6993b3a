import type { PlatformInfo } from '@/components/discussion/platform-info'
import { ThreadPosts } from '@/components/discussion/thread-posts'
import { MissionPostsGate } from '@/components/outbox/mission-posts-gate'
import { Section } from '@/components/ui/section'
import type { DiscussionView } from '@/lib/community/schemas'
import type { MissionView } from '@/lib/missions/schemas'

/** What the service posted about a mission, and where its owner has it say more. */
export function MissionPosts({
  mission,
  posts,
  platform,
}: {
  mission: MissionView
  posts: DiscussionView['posts']
  platform: PlatformInfo
}) {
  if (platform.host === null && posts.length === 0) return null
  return (
    <Section
      id="posts"
      title="On the community platform"
      note="The owner may have this service tell how the mission stands. A moderator approves each post before it is sent."
    >
      {posts.length > 0 ? (
        <ThreadPosts posts={posts} heading="h3" />
      ) : (
        <p className="text-ink-soft">Nothing was posted about this mission yet.</p>
      )}
      <MissionPostsGate missionId={mission.id} owner={mission.owner} shownAt={mission.updatedAt} platform={platform} />
    </Section>
  )
}
