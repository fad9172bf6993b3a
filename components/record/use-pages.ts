'use client'

import { useCallback, useEffect, useState } from 'react'
import { askSession } from '@/components/wallet/session'
import { ApiError } from '@/lib/api/client'

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

interface State<T> {
  /** Null until the first page is here. */
  readonly items: readonly T[] | null
  readonly nextCursor: string | null
  readonly busy: boolean
  readonly fault: string | null
  /** What just happened, to be announced. */
  readonly said: string
}

export interface Pages<T> extends State<T> {
  more(): void
  /** Reads the newest ones anew. */
  again(): void
  /** Shows entries as an answer of the service told them. */
  update(change: (item: T) => T): void
}

interface Reading<T> {
  /** Reads a page, the newest for null; memoised. */
  readonly read: (cursor: string | null) => Promise<Page<T>>
  /** Says how many are shown; a constant. */
  readonly words: (count: number) => string
}

const first = <T>(): State<T> => ({ items: null, nextCursor: null, busy: true, fault: null, said: '' })

/** What only the signed-in wallet may see, page by page. */
export function usePages<T>({ read, words }: Reading<T>): Pages<T> {
  const [state, setState] = useState<State<T>>(first)

  const load = useCallback(
    async (cursor: string | null, isAgain: boolean) => {
      setState((now) => ({ ...now, busy: true, fault: null }))
      try {
        const page = await read(cursor)
        setState((now) => {
          const items = cursor ? [...(now.items ?? []), ...page.items] : page.items
          return {
            items,
            nextCursor: page.nextCursor,
            busy: false,
            fault: null,
            said: isAgain ? words(items.length) : '',
          }
        })
      } catch (fault) {
        if (fault instanceof ApiError && fault.status === 401) await askSession()
        const told = fault instanceof ApiError ? fault.message : 'Something unexpected happened.'
        setState((now) => ({ ...now, busy: false, fault: told }))
      }
    },
    [read, words],
  )

  const update = useCallback((change: (item: T) => T) => {
    setState((now) => ({ ...now, items: now.items?.map(change) ?? null }))
  }, [])

  useEffect(() => {
    void load(null, false)
  }, [load])

  return { ...state, more: () => void load(state.nextCursor, true), again: () => void load(null, true), update }
}
