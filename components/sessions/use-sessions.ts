'use client'

import { type Pages, usePages } from '@/components/record/use-pages'
import { keepSession } from '@/components/wallet/session'
import { ApiError, request } from '@/lib/api/client'
import { listSessions, revokeAllSessions, revokeSession } from '@/lib/auth/contract'
import type { OpenSessionView } from '@/lib/auth/schemas'

export interface Sessions extends Pages<OpenSessionView> {
  revoke(session: OpenSessionView): void
  revokeAll(): void
}

const SESSIONS = {
  read: async (cursor: string | null) => {
    const page = await request(listSessions, { query: cursor ? { cursor } : {} })
    return { items: page.sessions, nextCursor: page.nextCursor }
  },
  words: () => '',
  unexpected: 'Something unexpected happened. Try again.',
}

/** The open sessions of the signed-in wallet, page by page, and the ways to end them. */
export function useSessions(): Sessions {
  const pages = usePages<OpenSessionView>(SESSIONS)
  const revoke = (session: OpenSessionView) =>
    pages.act(async () => {
      await request(revokeSession, { params: { id: session.id }, body: {} }).catch((fault: unknown) => {
        // It has ended already, which is what was asked for.
        if (!(fault instanceof ApiError && fault.status === 404)) throw fault
      })
      if (session.current) keepSession(null)
      return { said: 'The session has ended.', items: (shown) => shown.filter(({ id }) => id !== session.id) }
    })
  const revokeAll = () =>
    pages.act(async () => {
      await request(revokeAllSessions, { body: {} })
      keepSession(null)
      return {}
    })
  return { ...pages, revoke, revokeAll }
}
