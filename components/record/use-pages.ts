'use client'

import { QueryClient, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { ApiError } from '@/client/src/errors'
import { faultWords } from '@/components/forms/fault-words'
import { askSession, isStillActor, readerAddress, returns } from '@/components/wallet/session'

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** The change to the list after an action. */
interface Done<T> {
  readonly said?: string
  readonly items?: (shown: readonly T[]) => readonly T[]
}

export interface Pages<T> {
  /** Null until the first page has arrived. */
  readonly items: readonly T[] | null
  readonly nextCursor: string | null
  readonly busy: boolean
  readonly fault: string | null
  /** The last event, to be announced. */
  readonly said: string
  more(): void
  /** Reloads the newest entries. */
  again(): void
  /** Updates entries to what a response of the service said. */
  update(change: (item: T) => T): void
  /**
   * Runs an action on entries, as the wallet whose list it is and as no other. The list is busy meanwhile; an error is shown
   * with the list.
   */
  act(work: () => Promise<Done<T>>): void
}

interface Shown {
  readonly count: number
  readonly added: number
  /** Whether it is older ones that came; otherwise the list was read anew. */
  readonly isMore: boolean
}

/** The words of a list that says by itself how many entries there are. */
export function olderWords({ added, isMore }: Shown): string {
  if (!isMore) return ''
  return added === 1 ? 'One older one is shown.' : `${added} older ones are shown.`
}

interface Reading<T> {
  /** Reads a page, the newest for null. */
  readonly read: (cursor: string | null) => Promise<Page<T>>
  /**
   * Describes the list after the viewer loaded more of it, or all of it again.
   * `added` counts the entries of the last page.
   */
  readonly words: (shown: Shown) => string
  /** The message for a failure without a message of the service. */
  readonly unexpected?: string
}

/** Nothing that only one wallet may see outlives its list, and a failure is shown instead of retried. */
const LISTS = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 0, retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})

/** If the session has ended, the signed-out page is shown instead of the list. */
async function unlessSignedOut<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 401) await askSession()
    throw fault
  }
}

/** A paged list that only the signed-in wallet may see. */
export function usePages<T>({ read, words, unexpected = 'Something unexpected happened.' }: Reading<T>): Pages<T> {
  const [said, setSaid] = useState('')
  const list = {
    queryKey: [useId()],
    queryFn: ({ pageParam }: { pageParam: string | null }) => unlessSignedOut(read(pageParam)),
    initialPageParam: null as string | null, // a cursor from the second page on
    getNextPageParam: ({ nextCursor }: Page<T>) => nextCursor,
  }
  const { data, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery(list, LISTS)
  useEffect(() => returns.subscribe(() => void refetch()), [refetch])
  const [wallet] = useState(readerAddress)
  const change = (items: (shown: readonly T[]) => readonly T[]) =>
    LISTS.setQueryData<typeof data>(
      list.queryKey,
      (now) => now && { ...now, pages: now.pages.map((page) => ({ ...page, items: items(page.items) })) },
    )
  const action = useMutation(
    {
      mutationFn: async (work: () => Promise<Done<T>>): Promise<Done<T>> =>
        // Else the list of the wallet that is signed in now is in the place of this one.
        wallet === null || (await isStillActor(wallet)) ? unlessSignedOut(work()) : {},
      onSuccess(done) {
        if (done.said !== undefined) setSaid(done.said)
        if (done.items) change(done.items)
      },
    },
    LISTS,
  )
  const announce = (pages: readonly Page<T>[], isMore: boolean) => {
    const count = pages.reduce((sum, { items }) => sum + items.length, 0)
    setSaid(words({ count, added: pages.at(-1)?.items.length ?? 0, isMore }))
  }
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? null, [data])
  const fault = action.error ?? (isFetching ? null : error)

  return {
    items,
    nextCursor: data?.pages.at(-1)?.nextCursor ?? null,
    busy: isFetching || action.isPending,
    fault: fault && (fault instanceof ApiError ? faultWords(fault, 'Try again.') : unexpected),
    said,
    async more() {
      action.reset()
      const { data: all, isFetchNextPageError } = await fetchNextPage()
      if (all && !isFetchNextPageError) announce(all.pages, true)
    },
    async again() {
      action.reset()
      const newest = await LISTS.fetchInfiniteQuery({ ...list, pages: 1 }).catch(() => null)
      if (newest) announce(newest.pages, false)
    },
    update: (item) => change((shown) => shown.map(item)),
    act: action.mutate,
  }
}
