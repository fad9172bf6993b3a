'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Reads the current record from the service: the page around it is as old as its last load or refresh.
 * @param read memoised.
 * @param shownAt the `updatedAt` of the record that the page shows.
 * @returns `isReading` from the beginning of a read until its end. Then `record` is what it read, unless it `failed`.
 */
export function useFreshRecord<R extends { readonly updatedAt: string }>(read: () => Promise<R>, shownAt: string) {
  const [record, setRecord] = useState<R | null>(null)
  const [failed, setFailed] = useState(false)
  const [reads, setReads] = useState(0)

  const reread = useCallback(async () => {
    setReads((count) => count + 1)
    try {
      setRecord(await read())
      setFailed(false)
    } catch {
      setFailed(true)
    }
    setReads((count) => count - 1)
  }, [read])

  const readAt = record?.updatedAt ?? ''
  useEffect(() => {
    // The first time, and whenever the page has become newer than the record read here.
    if (readAt < shownAt) void reread()
  }, [readAt, shownAt, reread])

  useCatchUp(readAt, shownAt)
  return { record, failed, isReading: reads > 0, reread }
}

const CATCH_UP_MS = 1_200

/** A quarter of a minute: whoever is offline for longer loads the page again. */
const CATCH_UP_TRIES_MAX = 12

/**
 * While the page is older than the record, it is refreshed. A refresh shows every acknowledged write; one that got lost on
 * its way is repeated.
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
