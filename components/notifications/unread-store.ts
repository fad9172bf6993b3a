import { createStore, useStore } from '@/components/ui/store'

// The number of unread notifications of the signed-in wallet, for the header and the page. Every page of a signed-in reader
// loads this file, so its requests do not use the contract, which would load the schemas too.

/** A count is fresh for this long, because readers change pages more often than there is news. */
const FRESH_MS = 15_000

interface Unread {
  /** The wallet of the count. The count of another wallet must never be shown. */
  readonly wallet: string | null
  readonly count: number
}

const unread = createStore<Unread>({ wallet: null, count: 0 })
let askedAt = 0
/** Cancels the requests that were sent as the signed-in wallet. */
let underWay = new AbortController()

/** Stores the count from a response of the service. */
export function setUnread(wallet: string, count: number): void {
  askedAt = performance.now()
  unread.set({ wallet, count })
}

const isFresh = (wallet: string) => unread.get().wallet === wallet && performance.now() - askedAt < FRESH_MS

/** @returns the count, and whether the response contains any notification; null without a valid response. */
async function ask(path: string, init: RequestInit) {
  const answer = await fetch(`/api/v1/notifications${path}`, { ...init, cache: 'no-store' })
  if (!answer.ok) return null
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null) return null
  const [count, list] = [Reflect.get(body, 'unread'), Reflect.get(body, 'notifications')]
  return typeof count === 'number' ? { unread: count, some: Array.isArray(list) && list.length > 0 } : null
}

const markRead = (recordId: string, signal: AbortSignal) =>
  ask('/read', {
    signal,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ recordId }),
  })

/**
 * Refreshes the count, unless it is fresh. Unread notifications of the record on the current page are marked as read, because
 * the reader sees the record there. If the service does not respond, the count stays as it is.
 * @param recordId the record of the current page; null on every other page.
 */
export async function refreshUnread(wallet: string, recordId: string | null): Promise<void> {
  if (isFresh(wallet) && (recordId === null || unread.get().count === 0)) return
  askedAt = performance.now()
  const { signal } = underWay
  try {
    const found = await ask(recordId ? `?limit=1&unread=true&recordId=${recordId}` : '?limit=1', { signal })
    if (found) setUnread(wallet, found.unread)
    if (!recordId || !found?.some) return
    const left = await markRead(recordId, signal)
    if (left) setUnread(wallet, left.unread)
  } catch {
    // The service cannot be reached, or the reader signs out. The next page tries again.
  }
}

/** Cancels what is under way when the session is about to end, because the service would refuse it. */
export function cancelRefresh(): void {
  underWay.abort()
  underWay = new AbortController()
}

export function useUnread(wallet: string): number {
  const known = useStore(unread)
  return known.wallet === wallet ? known.count : 0
}
