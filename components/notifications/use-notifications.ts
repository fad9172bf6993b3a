'use client'

import { useCallback, useState } from 'react'
import { setUnread } from '@/components/notifications/unread-store'
import { type Pages, usePages } from '@/components/record/use-pages'
import { request } from '@/lib/api/client'
import { listNotifications, markNotificationsRead } from '@/lib/notifications/contract'
import type { NotificationView } from '@/lib/notifications/schemas'

export interface Notifications extends Pages<NotificationView> {
  readonly unread: number
  markRead(ids: readonly number[]): void
  markAllRead(): void
}

const WORDS = {
  words: ({ added, isMore }: { added: number; isMore: boolean }) => (isMore ? `${added} older ones are shown.` : ''),
  unexpected: 'Something unexpected happened. Try again.',
}

/** The notifications of the signed-in wallet, page by page, and what is read of them. */
export function useNotifications(wallet: string): Notifications {
  const [unread, setCount] = useState(0)
  const tellUnread = useCallback(
    (count: number) => {
      setUnread(wallet, count)
      setCount(count)
    },
    [wallet],
  )
  const read = useCallback(
    async (cursor: string | null) => {
      const page = await request(listNotifications, { query: cursor ? { cursor } : {} })
      tellUnread(page.unread)
      return { items: page.notifications, nextCursor: page.nextCursor }
    },
    [tellUnread],
  )
  const pages = usePages<NotificationView>({ read, ...WORDS })
  const mark = (body: { ids: number[] } | { all: true }, said: string) =>
    pages.act(async () => {
      const answer = await request(markNotificationsRead, { body })
      tellUnread(answer.unread)
      const isMarked = (item: NotificationView) => 'all' in body || body.ids.includes(item.id)
      return { said, items: (shown) => shown.map((item) => (isMarked(item) ? { ...item, read: true } : item)) }
    })
  return {
    ...pages,
    unread,
    markRead: (ids) => mark({ ids: [...ids] }, 'Marked as read.'),
    markAllRead: () => mark({ all: true }, 'All are marked as read.'),
  }
}
