'use client'

import type { ReactNode } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { Button } from '@/components/forms/button'
import { OutboxList } from '@/components/outbox/outbox-item'
import { PostDecision } from '@/components/outbox/post-decision'
import { OlderOnes } from '@/components/record/older-ones'
import { PagesNews } from '@/components/record/pages-news'
import { usePages } from '@/components/record/use-pages'
import { Empty } from '@/components/ui/empty'
import { shortAddress } from '@/components/ui/short-address'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { listPlatformPosts } from '@/lib/community/contract'
import type { OutboxItemView } from '@/lib/community/schemas'

const POSTS = {
  read: (cursor: string | null) => request(listPlatformPosts, { query: cursor ? { cursor } : {} }),
  words: ({ count }: { count: number }) => (count === 1 ? 'One post is shown.' : `${count} posts are shown.`),
}

export function OutboxPanel({
  session,
  platform,
  children,
}: {
  session: SessionView
  platform: PlatformInfo
  children: ReactNode
}) {
  const outbox = usePages<OutboxItemView>(POSTS)
  const { items, busy, fault, said } = outbox
  return (
    <div aria-busy={busy}>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-prose border-l-2 border-green pl-4">
          <ViewerWords session={session} platform={platform} />
        </p>
        <Button busy={busy} onClick={outbox.again}>
          Refresh
        </Button>
      </div>
      <PagesNews said={said} fault={fault} />
      {items === null ? (
        children
      ) : items.length === 0 ? (
        <Empty title="Nothing is queued.">
          {session.isAdmin
            ? 'Owners queue posts on the pages of their challenges and missions. Each waits here for you, with its exact payload.'
            : 'Queue a post on the page of a challenge or mission that you own: its preview stands here until a moderator approves it.'}
        </Empty>
      ) : (
        <>
          <OutboxList
            items={items}
            act={
              session.isAdmin
                ? (item) => (
                    <PostDecision
                      item={item}
                      isPublishing={platform.mode === 'publishing'}
                      host={platform.host}
                      onChanged={(post) => outbox.update((one) => (one.id === post.id ? post : one))}
                    />
                  )
                : undefined
            }
          />
          <div className="mt-6">
            <OlderOnes pages={outbox} isEndSaid />
          </div>
        </>
      )}
    </div>
  )
}

function ViewerWords({ session: { address, isAdmin }, platform }: { session: SessionView; platform: PlatformInfo }) {
  const wallet = <span className="font-mono text-sm">{shortAddress(address)}</span>
  if (!isAdmin)
    return (
      <>
        You see what was sent, and what you queued yourself. Approving and cancelling needs a wallet on this service’s
        list of moderators; {wallet} is not on it.
      </>
    )
  return (
    <>
      You are a moderator ({wallet}).{' '}
      {platform.mode === 'publishing'
        ? `What you approve is sent to ${platform.host} at once, under this service’s own name.`
        : 'Publishing is off here: what you approve stays approved, and nothing is sent.'}
    </>
  )
}
