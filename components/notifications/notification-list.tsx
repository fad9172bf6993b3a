'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { NotificationEntry } from '@/components/notifications/notification-entry'
import { NotificationSkeleton } from '@/components/notifications/notification-skeleton'
import { setUnread, useUnread } from '@/components/notifications/unread-store'
import { OlderOnes } from '@/components/record/older-ones'
import { PagesNewsAgain } from '@/components/record/pages-news'
import { olderWords, usePages } from '@/components/record/use-pages'
import { Empty } from '@/components/ui/empty'
import { TextLink } from '@/components/ui/text-link'
import { request } from '@/lib/api/request'
import { listNotifications, markNotificationsRead } from '@/lib/notifications/contract'
import type { NotificationView } from '@/lib/notifications/schemas'

const WORDS = {
  words: olderWords,
  unexpected: 'Something unexpected happened. Try again.',
}

export function NotificationList({ wallet }: { wallet: string }) {
  const notifications = useNews(wallet)
  const { items, unread, busy, fault, said } = notifications
  const summary = useRef<HTMLParagraphElement>(null)
  return (
    <div aria-busy={busy}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p ref={summary} tabIndex={-1} className="text-ink-soft outline-none">
          {items === null ? 'Reading your notifications …' : unread === 0 ? 'Everything is read.' : `${unread} unread`}
        </p>
        {unread > 0 ? (
          <Button
            busy={busy}
            onClick={() => {
              summary.current?.focus()
              notifications.markAllRead()
            }}
          >
            Mark all as read
          </Button>
        ) : null}
      </div>
      <PagesNewsAgain said={said} fault={fault} again={notifications.again} />
      {items === null ? (
        fault ? null : (
          <NotificationSkeleton />
        )
      ) : (
        <Entries notifications={notifications} items={items} />
      )}
    </div>
  )
}

/** The record that a notification links to; its own id if it links elsewhere. */
const recordOf = ({ href, id }: NotificationView) => /[0-9a-f-]{36}$/.exec(href)?.[0] ?? String(id)

/** Groups notifications by record, in the order of each record's newest notification. */
function grouped(items: readonly NotificationView[]): readonly (readonly [string, readonly NotificationView[]])[] {
  const groups = new Map<string, NotificationView[]>()
  for (const item of items) groups.set(recordOf(item), [...(groups.get(recordOf(item)) ?? []), item])
  return [...groups]
}

function Entries({
  notifications,
  items,
}: {
  notifications: ReturnType<typeof useNews>
  items: readonly NotificationView[]
}) {
  if (items.length === 0) {
    return (
      <Empty title="No news yet.">
        You will be told here when something of yours moves on: a response link, a reply that was imported, a decision,
        a claim, a proof, a review, a receipt. To begin, look for{' '}
        <TextLink href="/missions?needs=contributor">a mission</TextLink> or{' '}
        <TextLink href="/challenges">a challenge</TextLink>.
      </Empty>
    )
  }
  return (
    <>
      <ul className="mt-4 border-t border-rule">
        {grouped(items).map(([record, [newest, ...earlier]]) =>
          newest ? (
            <NotificationEntry
              key={record}
              notification={newest}
              earlier={earlier}
              onRead={({ id }) => notifications.markRead(id)}
            />
          ) : null,
        )}
      </ul>
      <div className="mt-6">
        <OlderOnes pages={notifications} isEndSaid />
      </div>
    </>
  )
}

/** Marks calls to action as read. They are listed among the to-dos instead, for as long as they are open. */
function useSeenCalls(wallet: string, unreadNews: number | null): void {
  const unread = useUnread(wallet)
  const areThere = unreadNews !== null && unread > unreadNews
  useEffect(() => {
    if (!areThere) return
    request(markNotificationsRead, { body: { calls: true } }).then(
      (left) => setUnread(wallet, left.unread),
      () => undefined,
    )
  }, [wallet, areThere])
}

/** The news of the signed-in wallet, page by page, and the actions that mark it as read. */
function useNews(wallet: string) {
  const [unread, setCount] = useState<number | null>(null)
  const read = useCallback(async (cursor: string | null) => {
    const page = await request(listNotifications, { query: { news: 'true', ...(cursor && { cursor }) } })
    setCount(page.unread)
    return { items: page.notifications, nextCursor: page.nextCursor }
  }, [])
  const pages = usePages<NotificationView>({ read, ...WORDS })
  const mark = (body: { ids: number[] } | { all: true }, said: string) =>
    pages.act(async () => {
      const left = await request(markNotificationsRead, { body })
      setUnread(wallet, left.unread)
      const news = await request(listNotifications, { query: { news: 'true', limit: '1' } })
      setCount(news.unread)
      const isMarked = (item: NotificationView) => 'all' in body || body.ids.includes(item.id)
      return { said, items: (shown) => shown.map((item) => (isMarked(item) ? { ...item, read: true } : item)) }
    })
  useSeenCalls(wallet, unread)
  return {
    ...pages,
    unread: unread ?? 0,
    markRead: (id: number) => mark({ ids: [id] }, 'Marked as read.'),
    markAllRead: () => mark({ all: true }, 'All are marked as read.'),
  }
}
