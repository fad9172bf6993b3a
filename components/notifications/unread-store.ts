import { createStore, useStore } from '@/components/ui/store'

// How many notifications of the signed-in wallet are unread, for the header and the page alike. Every page of somebody
// who is signed in loads it, so it asks without the contract, which would bring the schemas along.

/** Pages follow each other faster than news do. */
const FRESH_MS = 15_000

interface Unread {
  /** Whose count it is: another wallet's must never be shown. */
  readonly wallet: string | null
  readonly count: number
}

const unread = createStore<Unread>({ wallet: null, count: 0 })
let askedAt = 0

/** Notes the count that an answer of the service carried. */
export function setUnread(wallet: string, count: number): void {
  askedAt = performance.now()
  unread.set({ wallet, count })
}

/** Asks again, unless it was just asked. A service that does not answer leaves the count as it was. */
export async function refreshUnread(wallet: string): Promise<void> {
  if (unread.get().wallet === wallet && performance.now() - askedAt < FRESH_MS) return
  askedAt = performance.now()
  try {
    const answer = await fetch('/api/v1/notifications?limit=1', { cache: 'no-store' })
    if (!answer.ok) return
    const body: unknown = await answer.json()
    const count = typeof body === 'object' && body !== null && 'unread' in body ? body.unread : null
    if (typeof count === 'number') setUnread(wallet, count)
  } catch {
    // The service cannot be reached; the next page asks again.
  }
}

export function useUnread(wallet: string): number {
  const known = useStore(unread)
  return known.wallet === wallet ? known.count : 0
}
