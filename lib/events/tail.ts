import { EVENT_HEARTBEAT_MS } from '@/lib/contract/limits'
import {
  cursorOf,
  type EventPage,
  eventsAfter,
  type Filter,
  type LoggedEvent,
  meets,
  positionOf,
} from '@/lib/events/queries'
import type { EventFilter } from '@/lib/events/schemas'

// Followers of the log. A process with followers polls the database twice a second for all of them together. (LISTEN
// needs a dedicated connection, which poolers do not give, and NOTIFY serialises commits.)

const POLL_MS = 500
const PAGE = 100
/** A follower that reads the log itself keeps its page for as long as its reader takes, and shares it with nobody. */
const OWN_PAGE = 10
/** A follower with more unread events than this is dropped from the tail and reads the log itself. */
const UNREAD_MAX = 200

/** What a follower receives. */
type Told = LoggedEvent | 'heartbeat'

interface Follower {
  readonly filter: Filter
  /** After the last event that it received or that its filter skipped. */
  position: number
  unread: LoggedEvent[]
  isEnded: boolean
  /** Ends its current wait. */
  wake(): void
}

/** The followers that have read up to the tail. */
const following = new Set<Follower>()
const open = new Set<Follower>()
/** The position after the last distributed event. */
let tail = 0
let isPolling = false

/** Adds a follower to the tail. @returns false when it has not read that far yet. */
function join(follower: Follower): boolean {
  if (following.size === 0) tail = follower.position
  if (follower.position < tail) return false
  following.add(follower)
  if (!isPolling) setTimeout(poll, POLL_MS)
  isPolling = true
  return true
}

function hand(page: EventPage): void {
  // A standby without the newest events has become the primary, so positions are assigned again.
  const isShorter = page.position < tail
  for (const follower of following) {
    const news = page.events.filter((event) => event.position > follower.position && meets(follower.filter, event))
    if (follower.unread.length + news.length > UNREAD_MAX) {
      following.delete(follower)
      continue
    }
    follower.unread.push(...news)
    follower.position = isShorter ? page.position : Math.max(follower.position, page.position)
    if (news.length > 0) follower.wake()
  }
  tail = page.position
}

async function poll(): Promise<void> {
  try {
    let hasMore = following.size > 0
    while (hasMore) {
      const from = tail
      const page = await eventsAfter(from, {}, PAGE)
      // Meanwhile all followers may have left, and others with an earlier position may have joined.
      if (tail === from) hand(page)
      hasMore = (page.hasMore || tail < page.position) && following.size > 0
    }
  } catch {
    // The database is away; the next poll tries again.
  }
  isPolling = following.size > 0
  if (isPolling) setTimeout(poll, POLL_MS)
}

/** Waits until the follower has unread events, falls behind or ends, or until a heartbeat is due. */
function news(follower: Follower): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, EVENT_HEARTBEAT_MS)
    follower.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

async function* read(follower: Follower): AsyncGenerator<Told, void> {
  // It joins at the end of the log only: what one who joins has not read is read in large pages, and kept until it has taken them.
  let isBehind = true
  while (!follower.isEnded) {
    // One by one, so that all that it keeps counts as unread.
    for (let event = follower.unread.shift(); event; event = follower.unread.shift()) yield event
    if (following.has(follower)) {
      isBehind = true
      // Events can arrive while the reader is busy with the ones before.
      if (follower.unread.length === 0) await news(follower)
      if (follower.unread.length === 0 && !follower.isEnded) yield 'heartbeat'
    } else if (isBehind || !join(follower)) {
      const page = await eventsAfter(follower.position, follower.filter, OWN_PAGE)
      yield* page.events
      follower.position = page.position
      isBehind = page.hasMore
    }
  }
}

/**
 * The events after a position that meet a filter, each once and in order, as they happen, until the signal or the
 * process ends. The iterator throws what reading the log throws; a client continues from its last event.
 */
async function* follow(position: number, filter: Filter, signal: AbortSignal): AsyncGenerator<Told, void> {
  const follower: Follower = { position, filter, unread: [], isEnded: signal.aborted, wake: () => undefined }
  signal.addEventListener('abort', () => end(follower), { once: true })
  open.add(follower)
  try {
    yield* read(follower)
  } finally {
    end(follower)
  }
}

function end(follower: Follower): void {
  follower.isEnded = true
  following.delete(follower)
  open.delete(follower)
  follower.wake()
}

/** Ends all streams when the process shuts down. Clients continue at another process. */
export function endFollowing(): void {
  for (const follower of [...open]) end(follower)
}

const RECONNECT_MS = 2_000

/**
 * Sets a browser's reconnect delay, and shows every client that it is connected. An id without data is the browser's
 * `Last-Event-ID` and no message (HTML Standard §9.2.6), so that a connection lost before the first event leaves no gap.
 */
const greeting = (position: number) => `retry: ${RECONNECT_MS}\nid: ${cursorOf(position)}\n: connected\n\n`

const message = (told: Told) =>
  told === 'heartbeat' ? ': still here\n\n' : `id: ${cursorOf(told.position)}\nevent: event\ndata: ${told.text}\n\n`

/**
 * The messages of `GET /api/v1/events/stream`.
 * @param lastEventId the cursor at which a lost connection ended; preferred to `since`.
 * @returns a function that yields the messages until its signal aborts.
 * @throws Refusal `invalid_request` when either is no cursor.
 */
export async function eventMessages(
  { since, ...filter }: EventFilter,
  lastEventId: string | null,
): Promise<(signal: AbortSignal) => AsyncGenerator<string, void>> {
  const asked = await positionOf(lastEventId || since)
  // A cursor beyond the end of this log (it was longer before) continues at the end.
  const position = Math.min(asked, await positionOf('now'))
  return async function* messages(signal) {
    yield greeting(position)
    for await (const told of follow(position, filter, signal)) yield message(told)
  }
}
