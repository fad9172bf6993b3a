const DELAY_MIN_MS = 250
const DELAY_MAX_MS = 30_000
/** After this lifetime, a process's end does not suggest that the next one fails too. */
const WELL_AFTER_MS = 60_000

/** The delay before a process is started again. @param last the previous delay. @param livedMs the process's lifetime. */
export function nextDelay(last: number, livedMs: number): number {
  return livedMs >= WELL_AFTER_MS || last === 0 ? DELAY_MIN_MS : Math.min(last * 2, DELAY_MAX_MS)
}
