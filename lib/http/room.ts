/** Who has used up the room: the process as a whole, or one network. */
export type Full = 'process' | 'network'

/** The places of a process for requests that stay open: streams, and calls that wait. */
export interface Room {
  /** Why a network gets no place; null while there is one. */
  fullFor(network: string): Full | null
  /** Takes a place. @returns a function that gives it back, once. */
  take(network: string): () => void
  /** The number of places taken. */
  taken(): number
}

/**
 * Makes a room. It keeps an entry only for networks that hold a place, so nobody can make it grow.
 * @param max places in all. @param perNetworkMax places of one network.
 */
export function createRoom(max: number, perNetworkMax: number): Room {
  const places = new Map<string, number>()
  let all = 0
  const change = (network: string, by: 1 | -1): void => {
    const count = (places.get(network) ?? 0) + by
    all += by
    if (count > 0) places.set(network, count)
    else places.delete(network)
  }
  return {
    fullFor(network) {
      if (all >= max) return 'process'
      return (places.get(network) ?? 0) >= perNetworkMax ? 'network' : null
    },
    take(network) {
      let isHeld = true
      change(network, 1)
      return () => {
        if (isHeld) change(network, -1)
        isHeld = false
      }
    },
    taken: () => all,
  }
}
