import { performance } from 'node:perf_hooks'

// A process that loads its modules, or stands behind others on a small machine, looks at its timers before its sockets: what
// came in time seems late to it.

/** A process is busy with itself when its event loop was at work for this share of a wait. */
const BUSY_SHARE = 0.5
/** A wait begins anew so often at most. */
export const BUSY_TRIES = 2

/** Begins to watch. @returns what tells whether this process was busy with itself since then. */
export function watchBusy(): () => boolean {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization >= BUSY_SHARE
}

/**
 * Calls `late` after so long, or later where this process was busy with itself meanwhile.
 * @returns what calls it off.
 */
export function patientTimeout(ms: number, late: () => void): () => void {
  let triesLeft = BUSY_TRIES
  let timer: NodeJS.Timeout
  const wait = () => {
    const wasBusy = watchBusy()
    timer = setTimeout(() => {
      if (triesLeft === 0 || !wasBusy()) return late()
      triesLeft -= 1
      wait()
    }, ms)
  }
  wait()
  return () => clearTimeout(timer)
}
