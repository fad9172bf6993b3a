import { readFileSync } from 'node:fs'
import type { Board } from './board'
import type { Channel, Post } from './entries'
import { Refused } from './http'
import type { MadeUpMuse } from './made-up-muses'

/** The present in milliseconds, as the service beside it sees it. */
type Clock = () => number

/**
 * A clock that follows a file with an offset in seconds, read at each use, so that signed timestamps stay within their
 * five minutes when tests and the demo move time. A missing or unreadable file moves nothing.
 */
export function openClock(file: string | undefined): Clock {
  if (!file) return Date.now
  return () => {
    try {
      const seconds = Number(readFileSync(file, 'utf8').trim())
      return Date.now() + (Number.isFinite(seconds) ? Math.round(seconds * 1000) : 0)
    } catch {
      return Date.now()
    }
  }
}

const HOUR_MS = 3_600_000

/** How many posts may come from one network address in an hour. @param postsMax per address and hour. */
export function openHourlyLimit(postsMax: number, now: () => number) {
  const moments = new Map<string, number[]>()

  function recent(address: string): number[] {
    const at = now()
    // Also drops what lies ahead, after the clock was set back.
    const kept = (moments.get(address) ?? []).filter((moment) => moment <= at && moment > at - HOUR_MS)
    if (kept.length > 0) moments.set(address, kept)
    else moments.delete(address)
    return kept
  }

  return {
    /** @throws Refused 429 when the address has used up its hour. */
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

/** What every answer is made from. */
export interface Site {
  readonly board: Board
  readonly now: Clock
  readonly limit: ReturnType<typeof openHourlyLimit>
  /** The Muses whose keys the sandbox keeps. */
  readonly madeUp: readonly MadeUpMuse[]
  /** Where the sandbox is reached, without a trailing slash. */
  readonly origin: string
}

/** A channel that everybody may read. @throws Refused 404 also for a private room. */
export function requireChannel(board: Board, slug: string): Channel {
  const channel = board.channel(slug)
  if (!channel || channel.isPrivate) throw new Refused(404, 'There is no such channel.')
  return channel
}

/** A post that everybody may read. @throws Refused 400 when the id is no integer, 404 when there is no such post. */
export function readablePost({ board }: Site, id: string): Post {
  if (!/^\d{1,15}$/.test(id)) throw new Refused(400, 'A post is named by its id, an integer.')
  const post = board.post(Number(id))
  if (!post || board.channel(post.channel)?.isPrivate) throw new Refused(404, 'There is no such post.')
  return post
}
