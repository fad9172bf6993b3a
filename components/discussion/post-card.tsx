import { ExternalLink } from '@/components/ui/external-link'
import { Name, Prose } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import type { PostPreview } from '@/lib/platform/schemas'

/** The platform's public preview of a post. None of it is verified, and its picture is never loaded. */
export function PostCard({ post, readAt = null }: { post: PostPreview; readAt?: string | null }) {
  const { description, authorName, siteName, channel, publishedAt } = post
  const title = repeatsTitle(post) ? null : postTitle(post)
  return (
    <figure className="border border-rule-strong bg-leaf px-5 py-4">
      <figcaption className="caption">
        A public post
        {siteName ? (
          <>
            {' '}
            on <Name text={siteName} />
          </>
        ) : null}
        {channel ? (
          <>
            , in the channel <Name text={channel} />
          </>
        ) : null}
      </figcaption>
      {title ? (
        <p className="mt-1 font-display text-xl [overflow-wrap:anywhere]">
          <Name text={title} />
        </p>
      ) : null}
      {description ? <Prose text={description} className="mt-1" /> : null}
      <p className="mt-2 text-sm text-ink-soft [overflow-wrap:anywhere]">
        {authorName ? (
          <>
            <Name text={authorName} /> (unverified name)
          </>
        ) : (
          'No author is shown'
        )}
        {publishedAt ? (
          <>
            , <Moment at={publishedAt} />
          </>
        ) : null}
      </p>
      <p className="mt-2">
        <ExternalLink href={post.url} label="Read the post" />
      </p>
      {readAt ? (
        <p className="mt-1 text-sm text-ink-soft">
          As the platform showed it <Moment at={readAt} />. It may say something else by now.
        </p>
      ) : null}
    </figure>
  )
}

/** The title of a post without its author's name, which platforms put before it. */
export function postTitle({ title, authorName }: PostPreview): string | null {
  const prefix = `${authorName}: `
  return authorName && title?.startsWith(prefix) ? title.slice(prefix.length) : title
}

/** Whether the text begins with the title, which is then not shown separately. */
function repeatsTitle(post: PostPreview): boolean {
  const words = postTitle(post)?.replace(/\s*(?:…|\.\.\.)$/, '')
  return words ? (post.description?.startsWith(words) ?? false) : false
}
