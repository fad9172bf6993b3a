import { patientTimeout } from '@/lib/db/busy'
import { StorageAway } from '@/lib/db/faults'

/** How long a write waits for a slot, in milliseconds. */
const TURN_TIMEOUT_MS = 3_000

/** How many of all connections may write at once. The others always serve reads, however long commits wait. */
export const writersOf = (connections: number) => Math.max(1, Math.floor(connections * 0.7))

/** Limits how many writes run at once. */
export interface WriteSlots {
  /** Waits for a slot. @returns a function that frees it. @throws StorageAway when none is free in time. */
  take(): Promise<() => void>
}

/**
 * Opens slots for `max` concurrent writes.
 * @param stuck counts the writes whose commit still waits after their request was answered. When that is all of them,
 * further writes are refused at once.
 */
export function openWriteSlots(max: number, stuck: () => number): WriteSlots {
  let taken = 0
  const queue: (() => void)[] = []

  const takenSlot = () => {
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const next = queue.shift()
      if (next) next()
      else taken -= 1
    }
  }
  return {
    async take() {
      if (taken < max) {
        taken += 1
        return takenSlot()
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
      return takenSlot()
    },
  }
}
