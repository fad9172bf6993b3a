import { type RefObject, useEffect, useRef } from 'react'

/**
 * What a press has begun; null again once the page shows how it ended. Until then another press is the same one: on a slow
 * phone the second press of a double click may be handled when the response is here and the button still is too.
 * @param state of the write that the press begins: a new object for each change.
 */
export function usePressed<T>(state: { readonly busy: boolean }): RefObject<T | null> {
  const begun = useRef<T | null>(null)
  useEffect(() => {
    if (!state.busy) begun.current = null
  }, [state])
  return begun
}
