import { PostText } from '@/components/outbox/post-text'
import { ExternalLink } from '@/components/ui/external-link'
import { Moment } from '@/components/ui/times'
import { OUTBOX_KIND_LABELS } from '@/lib/community/labels'
import type { DiscussionView } from '@/lib/community/schemas'

export function ThreadPosts({
  posts,
  heading: Heading = 'h4',
}: {
  posts: DiscussionView['posts']
  heading?: 'h3' | 'h4'
}) {
  return (
    <ul className="mt-3 space-y-5">
      {posts.map((post) => (
        <li key={post.id} className="border-l-2 border-green pl-4">
          <Heading className="caption">{OUTBOX_KIND_LABELS[post.kind]}</Heading>
          <PostText text={post.text} />
          <p className="mt-1 text-sm text-ink-soft">
            <ExternalLink href={post.url} label="Where it stands" />, <Moment at={post.sentAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
