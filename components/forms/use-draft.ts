'use client'

import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '@/components/forms/kept-drafts'

/** Takes over only fields that the form still has, with the same type: an old draft must not restore an old form. */
function merge<V extends object>(initial: V, kept: unknown): V {
  if (typeof kept !== 'object' || kept === null) return initial
  const merged = { ...initial }
  for (const name of Object.keys(initial)) {
    const [was, is] = [Reflect.get(kept, name), Reflect.get(initial, name)]
    if (typeof was === typeof is && Array.isArray(was) === Array.isArray(is)) Reflect.set(merged, name, was)
  }
  return merged
}

export interface Draft<V> {
  readonly values: V
  readonly setValues: Dispatch<SetStateAction<V>>
  /** Whether an earlier draft was found. */
  readonly restored: boolean
  discard(): void
}

/**
 * Form values that are kept in this browser until they are recorded: they survive a reload, a sign-in and an expired text.
 * @param key unique per form and record, e.g. `proof:<milestone id>`.
 * @param initial constant or memoised.
 */
export function useDraft<V extends object>(key: string, initial: V): Draft<V> {
  const [values, setState] = useState(initial)
  const [restored, setRestored] = useState(false)
  const first = useRef(initial)

  useEffect(() => {
    const kept = readDraft(key)
    if (kept === null) return
    setState(merge(first.current, kept))
    setRestored(true)
  }, [key])

  const setValues = useCallback<Dispatch<SetStateAction<V>>>(
    (next) =>
      setState((now) => {
        const values = typeof next === 'function' ? next(now) : next
        keepDraft(key, values)
        return values
      }),
    [key],
  )
  const discard = useCallback(() => {
    keepDraft(key, null)
    setState(first.current)
    setRestored(false)
  }, [key])
  return { values, setValues, restored, discard }
}
