import { readFileSync } from 'node:fs'
import type { Board } from './board'
import type { Channel, Post } from './entries'
import type { HourlyLimit } from './hourly-limit'
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

/** What every answer is made from. */
export interface Site {
  readonly board: Board
  readonly now: Clock
  readonly limit: HourlyLimit
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
