const LATEST_MS = 2_000

/** Runs a function once the page is idle. @returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback before version 26.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}
