'use client'

import { useCallback, useEffect, useState } from 'react'
import { setUnread } from '@/components/notifications/unread-store'
import { askSession } from '@/components/wallet/session'
import { ApiError, request } from '@/lib/api/client'
import { listNotifications, markNotificationsRead } from '@/lib/notifications/contract'
import type { NotificationView } from '@/lib/notifications/schemas'

interface State {
  /** Null until the first page is here. */
  readonly items: readonly NotificationView[] | null
  readonly nextCursor: string | null
  readonly unread: number
  readonly busy: boolean
  readonly fault: string | null
  /** What just happened, to be announced. */
  readonly said: string
}

const EMPTY: State = { items: null, nextCursor: null, unread: 0, busy: false, fault: null, said: '' }

export interface Notifications extends State {
  more(): void
  /** Reads the newest ones anew. */
  again(): void
  markRead(ids: readonly number[]): void
  markAllRead(): void
}

function faultWords(fault: unknown): string {
  return fault instanceof ApiError ? fault.message : 'Something unexpected happened. Try again.'
}

/** The notifications of the signed-in wallet, page by page, and what is read of them. */
export function useNotifications(wallet: string): Notifications {
  const [state, setState] = useState(EMPTY)

  const attempt = useCallback(async (work: () => Promise<void>) => {
    setState((now) => ({ ...now, busy: true, fault: null }))
    try {
      await work()
    } catch (fault) {
      // A session that has ended shows the signed-out page instead.
      if (fault instanceof ApiError && fault.status === 401) await askSession()
      setState((now) => ({ ...now, busy: false, fault: faultWords(fault) }))
    }
  }, [])

  const load = useCallback(
    (cursor: string | null) =>
      attempt(async () => {
        const page = await request(listNotifications, { query: cursor ? { cursor } : {} })
        setUnread(wallet, page.unread)
        setState((now) => ({
          items: cursor ? [...(now.items ?? []), ...page.notifications] : page.notifications,
          nextCursor: page.nextCursor,
          unread: page.unread,
          busy: false,
          fault: null,
          said: cursor ? `${page.notifications.length} older ones are shown.` : '',
        }))
      }),
    [attempt, wallet],
  )

  const mark = useCallback(
    (body: { ids: number[] } | { all: true }, said: string) =>
      attempt(async () => {
        const { unread } = await request(markNotificationsRead, { body })
        setUnread(wallet, unread)
        const isMarked = (item: NotificationView) => 'all' in body || body.ids.includes(item.id)
        setState((now) => ({
          ...now,
          items: now.items?.map((item) => (isMarked(item) ? { ...item, read: true } : item)) ?? null,
          unread,
          busy: false,
          said,
        }))
      }),
    [attempt, wallet],
  )

  useEffect(() => {
    void load(null)
  }, [load])

  return {
    ...state,
    more: () => void load(state.nextCursor),
    again: () => void load(null),
    markRead: (ids) => void mark({ ids: [...ids] }, 'Marked as read.'),
    markAllRead: () => void mark({ all: true }, 'All are marked as read.'),
  }
}
