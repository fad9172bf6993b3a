import { patientTimeout } from '@/lib/db/busy'
import { StorageAway } from '@/lib/db/faults'

/** How long a write waits for its turn: milliseconds. */
const TURN_TIMEOUT_MS = 3_000

/** Of all connections, how many may write at once: what is left always serves reads, however long commits wait. */
export const writersOf = (connections: number) => Math.max(1, Math.floor(connections * 0.7))

/** Turns of writes. */
export interface WriteSlots {
  /** Waits for a turn. @returns what ends it. @throws StorageAway when none comes in time. */
  take(): Promise<() => void>
}

/**
 * Lets so many writes go on at once.
 * @param stuck how many of them wait for their commit longer than a request is kept waiting: when that is all of them,
 * nobody is kept waiting for a turn.
 */
export function openWriteSlots(max: number, stuck: () => number): WriteSlots {
  let taken = 0
  const queue: (() => void)[] = []

  const free = () => {
    const next = queue.shift()
    if (next) next()
    else taken -= 1
  }
  const endOnce = (end: () => void) => {
    let ended = false
    return () => {
      if (!ended) end()
      ended = true
    }
  }
  return {
    async take() {
      if (taken < max) {
        taken += 1
        return endOnce(free)
      }
      if (stuck() >= max) throw new StorageAway('The storage takes no writes at the moment.')
      await new Promise<void>((resolve, reject) => {
        const callOff = patientTimeout(TURN_TIMEOUT_MS, () => {
          queue.splice(queue.indexOf(turn), 1)
          reject(new StorageAway('The storage is busy with other writes.'))
        })
        const turn = () => {
          callOff()
          resolve()
        }
        queue.push(turn)
      })
      return endOnce(free)
    },
  }
}
