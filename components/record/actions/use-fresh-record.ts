'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Reads the current record from the service. The page around it is cached and may be some seconds old.
 * @param read memoised.
 * @param shownAt the `updatedAt` of the record that the page shows.
 */
export function useFreshRecord<R extends { readonly updatedAt: string }>(read: () => Promise<R>, shownAt: string) {
  const [record, setRecord] = useState<R | null>(null)
  const [failed, setFailed] = useState(false)

  const reread = useCallback(async () => {
    try {
      setRecord(await read())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [read])

  const readAt = record?.updatedAt ?? ''
  useEffect(() => {
    // The first time, and whenever the page has become newer than the record read here.
    if (readAt < shownAt) void reread()
  }, [readAt, shownAt, reread])

  useCatchUp(readAt, shownAt)
  return { record, failed, reread }
}

const CATCH_UP_MS = 1_200

/** Longer than a cached page lives (10 s), so that the page has caught up by then. */
const CATCH_UP_TRIES_MAX = 12

/**
 * Public pages are cached for seconds. While the page is older than the record, it is refreshed until it has caught up,
 * whichever instance serves it.
 * @param knownAt the record's last known `updatedAt`. @param shownAt the `updatedAt` that the page shows. ISO 8601.
 */
export function useCatchUp(knownAt: string, shownAt: string): void {
  const router = useRouter()
  const tries = useRef({ knownAt: '', count: 0 })
  const isBehind = knownAt > shownAt
  useEffect(() => {
    if (!isBehind) return
    if (tries.current.knownAt !== knownAt) tries.current = { knownAt, count: 0 }
    const timer = setInterval(() => {
      tries.current.count += 1
      if (tries.current.count > CATCH_UP_TRIES_MAX) clearInterval(timer)
      else router.refresh()
    }, CATCH_UP_MS)
    router.refresh()
    return () => clearInterval(timer)
  }, [isBehind, knownAt, router])
}
