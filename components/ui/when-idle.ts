const LATEST_MS = 2_000

/** Runs once the page has nothing else to do. @returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback before version 26.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}
