'use client'

import { useCallback, useEffect, useState } from 'react'
import { askSession, keepSession } from '@/components/wallet/session'
import { ApiError, request } from '@/lib/api/client'
import { listSessions, revokeAllSessions, revokeSession } from '@/lib/auth/contract'
import type { OpenSessionView } from '@/lib/auth/schemas'

interface State {
  /** Null until the first page is here. */
  readonly items: readonly OpenSessionView[] | null
  readonly nextCursor: string | null
  readonly busy: boolean
  readonly fault: string | null
  /** What just happened, to be announced. */
  readonly said: string
}

const EMPTY: State = { items: null, nextCursor: null, busy: false, fault: null, said: '' }

export interface Sessions extends State {
  more(): void
  /** Reads the newest ones anew. */
  again(): void
  revoke(session: OpenSessionView): void
  revokeAll(): void
}

/** The open sessions of the signed-in wallet, page by page, and the ways to end them. */
export function useSessions(): Sessions {
  const [state, setState] = useState(EMPTY)

  const attempt = useCallback(async (work: () => Promise<Partial<State>>) => {
    setState((now) => ({ ...now, busy: true, fault: null }))
    try {
      const done = await work()
      setState((now) => ({ ...now, ...done, busy: false }))
    } catch (fault) {
      // A session that has ended shows the signed-out page instead.
      if (fault instanceof ApiError && fault.status === 401) await askSession()
      const words = fault instanceof ApiError ? fault.message : 'Something unexpected happened. Try again.'
      setState((now) => ({ ...now, busy: false, fault: words }))
    }
  }, [])

  const load = useCallback(
    (shown: readonly OpenSessionView[], cursor: string | null) =>
      attempt(async () => {
        const page = await request(listSessions, { query: cursor ? { cursor } : {} })
        return { items: [...shown, ...page.sessions], nextCursor: page.nextCursor, said: '' }
      }),
    [attempt],
  )

  const revoke = (session: OpenSessionView) =>
    attempt(async () => {
      await request(revokeSession, { params: { id: session.id }, body: {} }).catch((fault: unknown) => {
        // It has ended already, which is what was asked for.
        if (!(fault instanceof ApiError && fault.status === 404)) throw fault
      })
      if (session.current) keepSession(null)
      const items = (state.items ?? []).filter(({ id }) => id !== session.id)
      return { items, said: 'The session has ended.' }
    })

  useEffect(() => {
    void load([], null)
  }, [load])

  return {
    ...state,
    more: () => void load(state.items ?? [], state.nextCursor),
    again: () => void load([], null),
    revoke: (session) => void revoke(session),
    revokeAll: () =>
      void attempt(async () => {
        await request(revokeAllSessions, { body: {} })
        keepSession(null)
        return {}
      }),
  }
}
