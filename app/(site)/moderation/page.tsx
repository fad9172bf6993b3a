import type { Metadata } from 'next'
import { platformPlace } from '@/app/platform-place'
import { readList } from '@/app/read-list'
import { pageMetadata } from '@/app/record-metadata'
import { OutboxBoard } from '@/components/outbox/outbox-board'
import { OutboxQuery } from '@/lib/platform/schemas'
import { listSentPosts } from '@/lib/platform/sent-posts'

// What was sent a moment ago must stand here now.
export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return pageMetadata({
    path: '/moderation',
    title: 'Moderation',
    description: 'What this service posted on the community platform, and what waits for a moderator’s approval.',
  })
}

export default async function ModerationPage({ searchParams }: PageProps<'/moderation'>) {
  const { page, parameters } = await readList(OutboxQuery, await searchParams, listSentPosts)
  return (
    <OutboxBoard
      items={page.items}
      nextCursor={page.nextCursor}
      isFirst={parameters['cursor'] === undefined}
      platform={platformPlace()}
    />
  )
}
