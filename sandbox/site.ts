import { readFileSync } from 'node:fs'
import type { Board } from './board'
import type { Channel, Post } from './entries'
import { Refused } from './http'
import type { MadeUpMuse } from './made-up-muses'

/** The current time in Unix milliseconds, the same as the service's. */
type Clock = () => number

/** The furthest offset, as in the service: fifty years. */
const OFFSET_MS_MAX = 50 * 365 * 24 * 3_600_000

/**
 * A clock with an offset in seconds, read from a file at each use. So signed timestamps stay within their five minutes
 * when tests and the demo move the time. A missing or unreadable file means no offset, and so does one further away than
 * `OFFSET_MS_MAX`.
 */
export function openClock(file: string | undefined): Clock {
  if (!file) return Date.now
  return () => {
    try {
      const ms = Math.round(Number(readFileSync(file, 'utf8').trim()) * 1000)
      return Date.now() + (Math.abs(ms) <= OFFSET_MS_MAX ? ms : 0)
    } catch {
      return Date.now()
    }
  }
}

const HOUR_MS = 3_600_000

/** The limit on posts per hour from one network address. @param postsMax per address and hour. */
export function openHourlyLimit(postsMax: number, now: () => number) {
  const moments = new Map<string, number[]>()

  function recent(address: string): number[] {
    const at = now()
    // Also drops times in the future, after the clock was set back.
    const kept = (moments.get(address) ?? []).filter((moment) => moment <= at && moment > at - HOUR_MS)
    if (kept.length > 0) moments.set(address, kept)
    else moments.delete(address)
    return kept
  }

  return {
    /** @throws Refused 429 when the address has reached the limit. */
    require(address: string) {
      const kept = recent(address)
      if (kept.length < postsMax) return
      const seconds = Math.ceil(((kept[0] ?? 0) + HOUR_MS - now()) / 1000)
      const words = `Too many posts: ${postsMax} an hour from one address. Wait and try again.`
      throw new Refused(429, words, { 'retry-after': String(Math.max(1, seconds)) })
    },
    count(address: string) {
      moments.set(address, [...recent(address), now()])
    },
  }
}

/** What all routes need. */
export interface Site {
  readonly board: Board
  readonly now: Clock
  readonly limit: ReturnType<typeof openHourlyLimit>
  /** The Muses whose keys the sandbox has. */
  readonly madeUp: readonly MadeUpMuse[]
  /** The URL of the sandbox, without a trailing slash. */
  readonly origin: string
}

/** A public channel. @throws Refused 404, also for a private room. */
export function requireChannel(board: Board, slug: string): Channel {
  const channel = board.channel(slug)
  if (!channel || channel.isPrivate) throw new Refused(404, 'There is no such channel.')
  return channel
}

/** A post in a public channel. @throws Refused 400 when the id is not an integer, 404 when there is no such post. */
export function readablePost({ board }: Site, id: string): Post {
  if (!/^\d{1,15}$/.test(id)) throw new Refused(400, 'A post is named by its id, an integer.')
  const post = board.post(Number(id))
  if (!post || board.channel(post.channel)?.isPrivate) throw new Refused(404, 'There is no such post.')
  return post
}
