import { readFileSync } from 'node:fs'

/** The present in milliseconds, as the service beside it sees it. */
export type Clock = () => number

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
