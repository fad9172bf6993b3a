import { readList } from '@/app/read-list'
import { pageMetadata } from '@/app/record-metadata'
import { PageHead } from '@/components/layout/page-head'
import { ModerationPart } from '@/components/moderation/moderation-part'
import { OutboxBoard } from '@/components/outbox/outbox-board'
import { listSentPosts } from '@/lib/community/queries'
import { OutboxQuery } from '@/lib/community/schemas'
import { platformInfo } from '@/lib/platform/urls'

export const generateMetadata = () =>
  pageMetadata({
    path: '/moderation',
    title: 'Moderation',
    description:
      'What this service posted on the community platform, and for its moderators what was reported, what is hidden, and what waits for them.',
  })

export default async function ModerationPage({ searchParams }: PageProps<'/moderation'>) {
  const { page, parameters } = await readList(OutboxQuery, await searchParams, listSentPosts)
  return (
    <>
      <PageHead
        title="Moderation"
        lead="What people report is looked at here, and what this service posts in public is approved here: by wallets on its list of moderators, who give a reason for the one and approve the exact payload of the other."
      />
      <ModerationPart />
      <OutboxBoard
        items={page.items}
        nextCursor={page.nextCursor}
        isFirst={parameters['cursor'] === undefined}
        platform={platformInfo()}
      />
    </>
  )
}
