import { useSyncExternalStore } from 'react'
import type { Outcome } from '@/components/wallet/wallet'

// An item leaves the queue as soon as it is judged; what came of it is told above the queue, which stays.

let last: Outcome | null = null
const listeners = new Set<() => void>()

export function tellVerdict(outcome: Outcome | null): void {
  last = outcome
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLastVerdict(): Outcome | null {
  return useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  )
}
