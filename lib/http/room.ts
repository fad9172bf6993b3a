import { Refusal } from '@/lib/errors'
import { createTally, networksOf } from '@/lib/http/network'

/** Who has used up the room: the process as a whole, or one network. */
export type Full = 'process' | 'network'

/** The places of a process for requests that stay open: streams, calls that wait, and uploads. */
export interface Room {
  /** Why the networks of an address get no place; null while there is one. */
  fullFor(address: string): Full | null
  /** Takes a place. @returns a function that gives it back, once. */
  take(address: string): () => void
  /** The number of places taken. */
  taken(): number
}

/** Makes a room. @param max places in all. @param perNetworkMax places of one network. */
export function createRoom(max: number, perNetworkMax: number): Room {
  const tally = createTally()
  let all = 0
  const change = (address: string, by: 1 | -1): void => {
    all += by
    tally.change(networksOf(address), by)
  }
  return {
    fullFor(address) {
      if (all >= max) return 'process'
      return tally.isFull(networksOf(address), perNetworkMax) ? 'network' : null
    },
    take(address) {
      let isHeld = true
      change(address, 1)
      return () => {
        if (isHeld) change(address, -1)
        isHeld = false
      }
    },
    taken: () => all,
  }
}

const HOLDERS: Record<Full, string> = { process: 'This process', network: 'Your network' }

/**
 * The refusal of one who gets no place.
 * @param what all that have one, e.g. `streams open`. @param advice what to do in place of it, a sentence.
 */
export const noPlace = (full: Full, what: string, advice: string, retrySeconds: number): Refusal =>
  new Refusal('rate_limited', `${HOLDERS[full]} has as many ${what} as it may. ${advice}`, null, {
    'retry-after': String(retrySeconds),
  })
