import { patientTimeout } from '@/lib/db/busy'
import { StorageAway } from '@/lib/db/faults'
import { createSemaphore, type Release } from '@/lib/semaphore'

/** How long a write waits for a slot, in milliseconds. */
const TURN_TIMEOUT_MS = 3_000

/** How many of all connections may write at once. The others always serve reads, however long commits wait. */
export const writersOf = (connections: number) => Math.max(1, Math.floor(connections * 0.7))

/** Limits how many writes run at once. */
export interface WriteSlots {
  /** Waits for a slot. @returns a function that frees it. @throws StorageAway when none is free in time. */
  take(): Promise<Release>
}

/**
 * Opens slots for `max` concurrent writes.
 * @param stuck counts the writes whose commit still waits after their request was answered. When that is all of them,
 * further writes are refused at once.
 */
export function openWriteSlots(max: number, stuck: () => number): WriteSlots {
  const slots = createSemaphore(max)
  return {
    async take() {
      const free = slots.tryAcquire()
      if (free) return free
      if (stuck() >= max) throw new StorageAway('The storage takes no writes at the moment.')
      const wait = new AbortController()
      const callOff = patientTimeout(TURN_TIMEOUT_MS, () =>
        wait.abort(new StorageAway('The storage is busy with other writes.')),
      )
      return slots.acquire(wait.signal).finally(callOff)
    },
  }
}
