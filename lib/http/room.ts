import { Refusal } from '@/lib/errors'
import { createTally, laneOf, type Network, networksOf } from '@/lib/http/network'

/** Who has used up the room: the process as a whole, or one network. */
export type Full = 'process' | 'network'

/** The places of a process for requests that stay open: streams, calls that wait, and uploads. */
export interface Room {
  /** Why the networks of an address get no place; null while there is one, or another network has to give one up. */
  fullFor(address: string): Full | null
  /**
   * Takes a place. Where none is free, another network loses one.
   * @param end ends what holds the place: it was given to another network, and is not given back any more.
   * @returns a function that gives it back, once.
   */
  take(address: string, end?: () => void): () => void
  /** The number of places taken. */
  taken(): number
}

/** What holds a place. */
interface Holder {
  readonly lane: string
  readonly networks: readonly Network[]
  end(): void
}

/**
 * A network gives a place to a newcomer only if it has still as many as the newcomer's then. With one less it would take it back
 * for whoever lost it.
 */
const AHEAD_MIN = 2

/** Makes a room. @param max places in all. @param perNetworkMax places of one network. */
export function createRoom(max: number, perNetworkMax: number): Room {
  const tally = createTally()
  /** By their lanes, each from the first that came. */
  const lanes = new Map<string, Set<Holder>>()
  let all = 0

  function enter(holder: Holder): void {
    all += 1
    tally.change(holder.networks, 1)
    lanes.set(holder.lane, (lanes.get(holder.lane) ?? new Set()).add(holder))
  }

  function leave(holder: Holder): void {
    const others = lanes.get(holder.lane)
    if (!others?.delete(holder)) return
    if (others.size === 0) lanes.delete(holder.lane)
    all -= 1
    tally.change(holder.networks, -1)
  }

  /** Of the lane that has most, and enough more than the newcomer's, the one that came first; undefined if there is none. */
  function giverTo(newcomers: string): Holder | undefined {
    const own = lanes.get(newcomers)?.size ?? 0
    let most: ReadonlySet<Holder> = new Set()
    for (const holders of lanes.values()) if (holders.size > most.size) most = holders
    return most.size >= own + AHEAD_MIN ? [...most][0] : undefined
  }

  return {
    fullFor(address) {
      if (all >= max && !giverTo(laneOf(address))) return 'process'
      return tally.isFull(networksOf(address), perNetworkMax) ? 'network' : null
    },
    take(address, end = () => undefined) {
      const holder: Holder = { lane: laneOf(address), networks: networksOf(address), end }
      const giver = all >= max ? giverTo(holder.lane) : undefined
      if (giver) leave(giver)
      enter(holder)
      giver?.end()
      return () => leave(holder)
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
