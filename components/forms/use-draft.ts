'use client'

import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Typist } from '@/components/forms/draft-names'
import { ActionAround } from '@/components/forms/form-action'
import { hasOlderDraft, keepDraft, readDraft, removeOwnDraft, takeOlderDraft } from '@/components/forms/kept-drafts'
import { readerAddress } from '@/components/wallet/session'
import { subscribeWallet } from '@/components/wallet/wallet-store'

/** Takes over only fields that the form still has, with the same type: an old draft must not restore an old form. */
function merge<V extends object>(initial: V, kept: object): V {
  const merged = { ...initial }
  for (const name of Object.keys(initial)) {
    const [was, is] = [Reflect.get(kept, name), Reflect.get(initial, name)]
    if (typeof was === typeof is && Array.isArray(was) === Array.isArray(is)) Reflect.set(merged, name, was)
  }
  return merged
}

/** What was typed while signed out is now the draft of the wallet that signed in: reading it makes it known as this page's own. */
function knowAdopted(was: Typist, by: Typist, key: string): void {
  if (was === null) readDraft(by, key)
}

export interface Draft<V> {
  readonly values: V
  readonly setValues: Dispatch<SetStateAction<V>>
  /** Whether an earlier draft was found. */
  readonly restored: boolean
  /** Puts an older draft of the same form in the place of this one, which is kept in turn. Null if there is none. */
  readonly takeOlder: (() => void) | null
  discard(): void
}

/** On the server and in the first render it is not known who reads. */
const notYet = () => undefined

/**
 * Form values that are kept in this browser until they are recorded: they survive a reload, a sign-in and an expired text.
 * They belong to the wallet that typed them. When another one signs in, they leave the page.
 * @param key unique per form and record, e.g. `proof:<milestone id>`.
 * @param initial constant or memoised.
 * @param isSending whether a write of these values is in flight.
 */
export function useDraft<V extends object>(key: string, initial: V, isSending?: RefObject<boolean>): Draft<V> {
  const by = useSyncExternalStore<Typist | undefined>(subscribeWallet, readerAddress, notYet)
  const [values, setState] = useState(initial)
  const [restored, setRestored] = useState(false)
  const [hasOlder, setHasOlder] = useState(false)
  const first = useRef(initial)
  const action = useRef(use(ActionAround))
  const typist = useRef<Typist | undefined>(undefined)
  const shown = useRef(values)
  shown.current = values

  useEffect(() => {
    if (by === undefined) return
    setHasOlder(hasOlderDraft(by, key))
    const was = typist.current
    const isAnother = was !== undefined && was !== by
    if (isAnother && isSending?.current) {
      // The write itself asks for the sign-in, and says it when the wallet is another one. The words stay for that.
      knowAdopted(was, by, key)
      typist.current = by ?? was
      return
    }
    typist.current = by
    const kept = readDraft(by, key)
    // What was typed while signed out stays with whoever signs in.
    if (kept === null && isAnother && was !== null) {
      setState(first.current)
      setRestored(false)
    }
    if (kept === null) return
    const merged = merge(first.current, kept)
    // Words that were typed on this very page are no draft from before.
    if (JSON.stringify(merged) === JSON.stringify(shown.current)) return
    setState(merged)
    setRestored(true)
  }, [by, key, isSending])

  const setValues = useCallback<Dispatch<SetStateAction<V>>>(
    (next) =>
      setState((now) => {
        const values = typeof next === 'function' ? next(now) : next
        keepDraft(typist.current ?? null, key, values, action.current)
        return values
      }),
    [key],
  )
  const discard = useCallback(() => {
    removeOwnDraft(typist.current ?? null, key)
    setState(first.current)
    setRestored(false)
  }, [key])
  const takeOlder = useCallback(() => {
    const by = typist.current ?? null
    takeOlderDraft(by, key)
    setState(merge(first.current, readDraft(by, key) ?? {}))
    setRestored(true)
    setHasOlder(hasOlderDraft(by, key))
  }, [key])
  return { values, setValues, restored, takeOlder: hasOlder ? takeOlder : null, discard }
}
