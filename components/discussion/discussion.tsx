import { DiscussionGate } from '@/components/discussion/discussion-gate'
import { changedAt } from '@/components/discussion/news'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { Proposals } from '@/components/discussion/proposals'
import { ThreadFacts } from '@/components/discussion/thread-facts'
import { ThreadPosts } from '@/components/discussion/thread-posts'
import { Section } from '@/components/ui/section'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { takesLinks } from '@/lib/challenges/states'
import type { DiscussionView } from '@/lib/community/schemas'

/** The sides that still take a response. @param today the UTC date, `YYYY-MM-DD`. */
const freeSides = (challenge: ChallengeView, today: string) =>
  takesLinks(challenge, today) ? (['A', 'B'] as const).filter((side) => challenge.submissions[side] === null) : []

/** The discussion of a challenge, its proposals, and the posts of the service. Readable without scripts. */
export function Discussion({
  challenge,
  discussion,
  platform,
  today,
}: {
  challenge: ChallengeView
  discussion: DiscussionView
  platform: PlatformInfo
  today: string
}) {
  const { link, proposals, posts } = discussion
  const free = freeSides(challenge, today)
  const place = {
    challengeId: challenge.id,
    owner: challenge.owner,
    shownAt: changedAt(discussion, challenge.updatedAt),
  }
  return (
    <Section
      id="discussion"
      title="Discussion"
      note="Held in public on the community platform. Reactions there are never counted as votes."
    >
      <ThreadFacts link={link} host={platform.host} state={challenge.state} takesResponse={free.length > 0} />
      {link ? (
        <Proposals
          challenge={challenge}
          free={free}
          proposals={proposals}
          isRead={link.lastSync !== null}
          place={place}
        />
      ) : null}
      {posts.length > 0 ? (
        <div className="mt-10">
          <h3 className="text-xl">Posts of this service</h3>
          <ThreadPosts posts={posts} />
        </div>
      ) : null}
      <DiscussionGate platform={platform} {...place} />
    </Section>
  )
}
