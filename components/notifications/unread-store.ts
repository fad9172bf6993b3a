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

const isFresh = (wallet: string) => unread.get().wallet === wallet && performance.now() - askedAt < FRESH_MS

interface Answer {
  readonly unread: number
  /** Whether the page that was read holds any. */
  readonly some: boolean
}

async function ask(path: string, init: RequestInit): Promise<Answer | null> {
  const answer = await fetch(`/api/v1/notifications${path}`, { ...init, cache: 'no-store' })
  if (!answer.ok) return null
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null) return null
  const [count, list] = [Reflect.get(body, 'unread'), Reflect.get(body, 'notifications')]
  return typeof count === 'number' ? { unread: count, some: Array.isArray(list) && list.length > 0 } : null
}

const markRead = (recordId: string) =>
  ask('/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ recordId }),
  })

/**
 * Asks again, unless it was just asked. What is unread about the record on whose page the reader is, they read there. A
 * service that does not answer leaves the count as it was.
 * @param recordId null on every other page.
 */
export async function refreshUnread(wallet: string, recordId: string | null): Promise<void> {
  if (isFresh(wallet) && (recordId === null || unread.get().count === 0)) return
  askedAt = performance.now()
  try {
    const found = await ask(recordId ? `?limit=1&unread=true&recordId=${recordId}` : '?limit=1', {})
    if (found) setUnread(wallet, found.unread)
    if (!recordId || !found?.some) return
    const left = await markRead(recordId)
    if (left) setUnread(wallet, left.unread)
  } catch {
    // The service cannot be reached; the next page asks again.
  }
}

export function useUnread(wallet: string): number {
  const known = useStore(unread)
  return known.wallet === wallet ? known.count : 0
}
