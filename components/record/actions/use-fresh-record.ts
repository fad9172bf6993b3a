'use client'

import { useCallback, useEffect, useState } from 'react'
import { useCatchUp } from '@/components/record/actions/use-catch-up'

export interface FreshRecord<R> {
  /** Null until it was read for the first time. */
  readonly record: R | null
  readonly failed: boolean
  /** Reads it again, after a write. */
  reread(): Promise<void>
}

/**
 * The record as the service has it now, beside a page that may be some seconds old: public pages are cached.
 * @param read memoised.
 * @param shownAt the `updatedAt` of the record that the page shows.
 */
export function useFreshRecord<R extends { readonly updatedAt: string }>(
  read: () => Promise<R>,
  shownAt: string,
): FreshRecord<R> {
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
    // The first time, and whenever the page has become newer than what was read.
    if (readAt < shownAt) void reread()
  }, [readAt, shownAt, reread])

  useCatchUp(readAt, shownAt)
  return { record, failed, reread }
}
