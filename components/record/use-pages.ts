'use client'

import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '@/client/src/errors'
import { askSession } from '@/components/wallet/session'

interface State<T> {
  /** Null until the first page is here. */
  readonly items: readonly T[] | null
  readonly nextCursor: string | null
  readonly busy: boolean
  readonly fault: string | null
  /** What just happened, to be announced. */
  readonly said: string
}

/** What became of the list by something that was done about it. */
interface Done<T> {
  readonly said?: string
  readonly items?: (shown: readonly T[]) => readonly T[]
}

export interface Pages<T> extends State<T> {
  more(): void
  /** Reads the newest ones anew. */
  again(): void
  /** Shows entries as an answer of the service told them. */
  update(change: (item: T) => T): void
  /** Does something about entries. While it lasts the list is busy; what goes wrong is told where the list is. */
  act(work: () => Promise<Done<T>>): void
}

interface Reading<T> {
  /** Reads a page, the newest for null; memoised. */
  readonly read: (
    cursor: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }>
  /**
   * Says what is shown after the reader asked for more, or for all of it again; a constant.
   * `added` counts those that came with the last page.
   */
  readonly words: (shown: { readonly count: number; readonly added: number; readonly isMore: boolean }) => string
  /** Told where something failed that the service has no words for. */
  readonly unexpected?: string
}

/** What only the signed-in wallet may see, page by page. */
export function usePages<T>({ read, words, unexpected = 'Something unexpected happened.' }: Reading<T>): Pages<T> {
  const [state, setState] = useState<State<T>>({ items: null, nextCursor: null, busy: true, fault: null, said: '' })

  const attempt = useCallback(
    async (work: () => Promise<(now: State<T>) => Partial<State<T>>>) => {
      setState((now) => ({ ...now, busy: true, fault: null }))
      try {
        const change = await work()
        setState((now) => ({ ...now, ...change(now), busy: false }))
      } catch (fault) {
        // A session that has ended shows the signed-out page instead.
        if (fault instanceof ApiError && fault.status === 401) await askSession()
        const told = fault instanceof ApiError ? fault.message : unexpected
        setState((now) => ({ ...now, busy: false, fault: told }))
      }
    },
    [unexpected],
  )

  const load = useCallback(
    (cursor: string | null, isAsked: boolean) =>
      attempt(async () => {
        const { items: added, nextCursor } = await read(cursor)
        return (now) => {
          const items = cursor ? [...(now.items ?? []), ...added] : added
          const shown = { count: items.length, added: added.length, isMore: cursor !== null }
          return { items, nextCursor, said: isAsked ? words(shown) : '' }
        }
      }),
    [attempt, read, words],
  )

  const act = (work: () => Promise<Done<T>>) =>
    void attempt(async () => {
      const { said, items } = await work()
      return (now) => ({ said: said ?? now.said, items: now.items && items ? items(now.items) : now.items })
    })

  const update = useCallback((change: (item: T) => T) => {
    setState((now) => ({ ...now, items: now.items?.map(change) ?? null }))
  }, [])

  useEffect(() => {
    void load(null, false)
  }, [load])

  return { ...state, more: () => void load(state.nextCursor, true), again: () => void load(null, true), update, act }
}
