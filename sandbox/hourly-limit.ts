import { Refused } from './http'

const HOUR_MS = 3_600_000

/** How many posts may come from one network address in an hour. */
export interface HourlyLimit {
  /** @throws Refused 429 when the address has used up its hour. */
  require(address: string): void
  count(address: string): void
}

/** @param postsMax per address and hour. */
export function openHourlyLimit(postsMax: number, now: () => number): HourlyLimit {
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
    require(address) {
      const kept = recent(address)
      if (kept.length < postsMax) return
      const seconds = Math.ceil(((kept[0] ?? 0) + HOUR_MS - now()) / 1000)
      const words = `Too many posts: ${postsMax} an hour from one address. Wait and try again.`
      throw new Refused(429, words, { 'retry-after': String(Math.max(1, seconds)) })
    },
    count(address) {
      moments.set(address, [...recent(address), now()])
    },
  }
}
