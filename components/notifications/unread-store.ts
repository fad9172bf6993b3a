import { useSyncExternalStore } from 'react'
import { request } from '@/lib/api/client'
import { listNotifications } from '@/lib/notifications/contract'

// How many notifications of the signed-in wallet are unread, for the header and the page alike. It is loaded only for
// somebody who is signed in, so that no public page carries the contract.

/** Pages follow each other faster than news do. */
const FRESH_MS = 15_000

interface Unread {
  /** Whose count it is: another wallet's must never be shown. */
  readonly wallet: string | null
  readonly count: number
}

const NONE: Unread = { wallet: null, count: 0 }

let unread = NONE
let askedAt = 0
const listeners = new Set<() => void>()

/** Notes the count that an answer of the service carried. */
export function setUnread(wallet: string, count: number): void {
  unread = { wallet, count }
  askedAt = performance.now()
  for (const listener of listeners) listener()
}

/** Asks again, unless it was just asked. A service that does not answer leaves the count as it was. */
export async function refreshUnread(wallet: string): Promise<void> {
  if (unread.wallet === wallet && performance.now() - askedAt < FRESH_MS) return
  askedAt = performance.now()
  const answer = await request(listNotifications, { query: { limit: '1' } }).catch(() => null)
  if (answer) setUnread(wallet, answer.unread)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useUnread(wallet: string): number {
  const known = useSyncExternalStore(
    subscribe,
    () => unread,
    () => NONE,
  )
  return known.wallet === wallet ? known.count : 0
}
