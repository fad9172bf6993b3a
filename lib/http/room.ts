import { createTally, networksOf } from '@/lib/http/network'

/** Who has used up the room: the process as a whole, or one network. */
export type Full = 'process' | 'network'

/** The places of a process for requests that stay open: streams, and calls that wait. */
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
