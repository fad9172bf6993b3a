'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

const CATCH_UP_MS = 1_200
/** Longer than a cached page lives (10 s), so that the page has caught up by then. */
const CATCH_UP_TRIES_MAX = 12

export interface FreshRecord<R> {
  /** Null until it was read for the first time. */
  readonly record: R | null
  readonly failed: boolean
  /** Reads it again, after a write. */
  reread(): Promise<void>
}

/**
 * The record as the service has it now, beside a page that may be some seconds old: public pages are cached. While the
 * page is behind, it is asked for again until it shows what was read here, from whichever instance it comes.
 * @param read memoised.
 * @param shownAt the `updatedAt` of the record that the page shows.
 */
export function useFreshRecord<R extends { readonly updatedAt: string }>(
  read: () => Promise<R>,
  shownAt: string,
): FreshRecord<R> {
  const router = useRouter()
  const [record, setRecord] = useState<R | null>(null)
  const [failed, setFailed] = useState(false)
  const tries = useRef(0)

  const reread = useCallback(async () => {
    try {
      const fresh = await read()
      tries.current = 0
      setRecord(fresh)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [read])

  const readAt = record?.updatedAt ?? ''
  useEffect(() => {
    // The first time, and whenever the page has become newer than what was read.
    if (readAt < shownAt) void reread()
  }, [readAt, shownAt, reread])

  const isBehind = readAt > shownAt
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(() => {
      tries.current += 1
      if (tries.current > CATCH_UP_TRIES_MAX) clearInterval(timer)
      else router.refresh()
    }, CATCH_UP_MS)
    router.refresh()
    return () => clearInterval(timer)
  }, [isBehind, router])

  return { record, failed, reread }
}
