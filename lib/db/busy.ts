import { performance } from 'node:perf_hooks'

// While its event loop is blocked (it loads modules, or shares a small machine), a process runs its timers before it reads
// its sockets. An answer that arrived in time then looks late, so waits of a busy process are repeated.

/** The process counts as busy when its event loop was active for this share of a wait. */
const BUSY_SHARE = 0.5
/** How often a wait is repeated at most. */
export const BUSY_TRIES = 2

/** Starts measuring. @returns a function that says whether this process has been busy since then. */
export function watchBusy(): () => boolean {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization >= BUSY_SHARE
}

/**
 * Calls `late` after `ms` milliseconds. If this process was busy meanwhile, it waits again, at most `BUSY_TRIES` times.
 * @returns a function that cancels the wait.
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
