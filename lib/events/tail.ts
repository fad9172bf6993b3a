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

// Whoever follows the log. Each process that has followers asks the database twice a second, for all of them together.
// (LISTEN needs a connection that no pooler gives, and NOTIFY makes commits wait for each other.)

const POLL_MS = 500
const PAGE = 100
/** Events that a follower may leave unread before it has to read them from the log by itself. */
const UNREAD_MAX = 1_000

/** What a follower is handed: an event, or the sign that the line is alive. */
type Told = LoggedEvent | 'heartbeat'

interface Follower {
  readonly filter: Filter
  /** After the last event that it was handed, or that it had not asked for. */
  position: number
  unread: LoggedEvent[]
  isEnded: boolean
  /** Ends its waiting. */
  wake(): void
}

/** Those that are where the tail is. */
const following = new Set<Follower>()
const open = new Set<Follower>()
/** After the last event that was handed on. */
let tail = 0
let isPolling = false

/** Lets the tail hand on to a follower that has read as far. @returns whether it has. */
function join(follower: Follower): boolean {
  if (following.size === 0) tail = follower.position
  if (follower.position < tail) return false
  following.add(follower)
  if (!isPolling) setTimeout(poll, POLL_MS)
  isPolling = true
  return true
}

function hand(page: EventPage): void {
  // A standby that lacked the newest events has become the primary: positions are given again.
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
      // All may have left meanwhile, and others come who have read less.
      if (tail === from) hand(page)
      hasMore = (page.hasMore || tail < page.position) && following.size > 0
    }
  } catch {
    // The database is away: it is asked again.
  }
  isPolling = following.size > 0
  if (isPolling) setTimeout(poll, POLL_MS)
}

/** Waits until there is something unread, it falls behind, it ends, or the line has been silent for long. */
function news(follower: Follower): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, EVENT_HEARTBEAT_MS)
    follower.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** @throws what reading the log throws. */
async function* read(follower: Follower): AsyncGenerator<Told, void> {
  while (!follower.isEnded) {
    for (const event of follower.unread.splice(0)) yield event
    if (following.has(follower)) {
      await news(follower)
      if (follower.unread.length === 0 && !follower.isEnded) yield 'heartbeat'
    } else if (!join(follower)) {
      const page = await eventsAfter(follower.position, follower.filter, PAGE)
      yield* page.events
      follower.position = page.position
    }
  }
}

/**
 * The events after a position that meet a filter, each once and in order, as they happen, until the signal or the process ends.
 * @throws from the iterator what reading the log throws; who asks again goes on where it ended.
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

/** Ends everybody's reading, for a process that ends: they go on at another one. */
export function endFollowing(): void {
  for (const follower of [...open]) end(follower)
}

const RECONNECT_MS = 2_000

/** Tells a browser how long to wait before it comes back, and every client that it is connected. */
const GREETING = `retry: ${RECONNECT_MS}\n: connected\n\n`

const message = (told: Told) =>
  told === 'heartbeat' ? ': still here\n\n' : `id: ${cursorOf(told.position)}\nevent: event\ndata: ${told.text}\n\n`

/**
 * The messages of `GET /api/v1/events/stream`.
 * @param lastEventId where a connection that was lost ended; preferred to `since`.
 * @returns what reads them until its signal ends it.
 * @throws Refusal `invalid_request` where either is no cursor.
 */
export async function eventMessages(
  { since, ...filter }: EventFilter,
  lastEventId: string | null,
): Promise<(signal: AbortSignal) => AsyncGenerator<string, void>> {
  const asked = await positionOf(lastEventId || since)
  // A cursor of a log that was longer than this one goes on at this one's end.
  const position = Math.min(asked, await positionOf('now'))
  return async function* messages(signal) {
    yield GREETING
    for await (const told of follow(position, filter, signal)) yield message(told)
  }
}
