'use client'

import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '@/client/src/errors'
import { askSession } from '@/components/wallet/session'

interface State<T> {
  /** Null until the first page has arrived. */
  readonly items: readonly T[] | null
  readonly nextCursor: string | null
  readonly busy: boolean
  readonly fault: string | null
  /** The last event, to be announced. */
  readonly said: string
}

/** The change to the list after an action. */
interface Done<T> {
  readonly said?: string
  readonly items?: (shown: readonly T[]) => readonly T[]
}

export interface Pages<T> extends State<T> {
  more(): void
  /** Reloads the newest entries. */
  again(): void
  /** Updates entries to what a response of the service said. */
  update(change: (item: T) => T): void
  /** Runs an action on entries. The list is busy meanwhile; an error is shown with the list. */
  act(work: () => Promise<Done<T>>): void
}

interface Reading<T> {
  /** Reads a page, the newest for null; memoised. */
  readonly read: (
    cursor: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }>
  /**
   * Describes the list after the viewer loaded more of it, or all of it again; a constant.
   * `added` counts the entries of the last page.
   */
  readonly words: (shown: { readonly count: number; readonly added: number; readonly isMore: boolean }) => string
  /** The message for a failure without a message of the service. */
  readonly unexpected?: string
}

/** A paged list that only the signed-in wallet may see. */
export function usePages<T>({ read, words, unexpected = 'Something unexpected happened.' }: Reading<T>): Pages<T> {
  const [state, setState] = useState<State<T>>({ items: null, nextCursor: null, busy: true, fault: null, said: '' })

  const attempt = useCallback(
    async (work: () => Promise<(now: State<T>) => Partial<State<T>>>) => {
      setState((now) => ({ ...now, busy: true, fault: null }))
      try {
        const change = await work()
        setState((now) => ({ ...now, ...change(now), busy: false }))
      } catch (fault) {
        // If the session has ended, the signed-out page is shown instead.
        if (fault instanceof ApiError && fault.status === 401) await askSession()
        const message = fault instanceof ApiError ? fault.message : unexpected
        setState((now) => ({ ...now, busy: false, fault: message }))
      }
    },
    [unexpected],
  )

  const load = useCallback(
    (cursor: string | null, isRequested: boolean) =>
      attempt(async () => {
        const { items: added, nextCursor } = await read(cursor)
        return (now) => {
          const items = cursor ? [...(now.items ?? []), ...added] : added
          const shown = { count: items.length, added: added.length, isMore: cursor !== null }
          return { items, nextCursor, said: isRequested ? words(shown) : '' }
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
