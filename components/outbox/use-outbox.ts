'use client'

import { useCallback, useEffect, useState } from 'react'
import { askSession } from '@/components/wallet/session'
import { ApiError, request } from '@/lib/api/client'
import { listPlatformPosts } from '@/lib/platform/contract'
import type { OutboxItemView } from '@/lib/platform/schemas'

interface State {
  /** Null until the first page is here. */
  readonly items: readonly OutboxItemView[] | null
  readonly nextCursor: string | null
  readonly busy: boolean
  readonly fault: string | null
  /** What just happened, to be announced. */
  readonly said: string
}

export interface Outbox extends State {
  more(): void
  /** Reads the newest ones anew. */
  again(): void
  /** Shows a post as an answer of the service told it. */
  replace(item: OutboxItemView): void
}

const EMPTY: State = { items: null, nextCursor: null, busy: true, fault: null, said: '' }

const countWords = (count: number) => (count === 1 ? 'One post is shown.' : `${count} posts are shown.`)

/** The posts that the signed-in wallet may see, page by page. */
export function useOutbox(): Outbox {
  const [state, setState] = useState(EMPTY)

  const load = useCallback(async (cursor: string | null, isAgain: boolean) => {
    setState((now) => ({ ...now, busy: true, fault: null }))
    try {
      const page = await request(listPlatformPosts, { query: cursor ? { cursor } : {} })
      setState((now) => {
        const items = cursor ? [...(now.items ?? []), ...page.items] : page.items
        const said = isAgain ? countWords(items.length) : ''
        return { items, nextCursor: page.nextCursor, busy: false, fault: null, said }
      })
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 401) await askSession()
      const words = fault instanceof ApiError ? fault.message : 'Something unexpected happened.'
      setState((now) => ({ ...now, busy: false, fault: words }))
    }
  }, [])

  const replace = useCallback((item: OutboxItemView) => {
    setState((now) => ({ ...now, items: now.items?.map((one) => (one.id === item.id ? item : one)) ?? null }))
  }, [])

  useEffect(() => {
    void load(null, false)
  }, [load])

  return {
    ...state,
    more: () => void load(state.nextCursor, true),
    again: () => void load(null, true),
    replace,
  }
}
