// What is counted while the service works (docs/operating.md#metrics). Only with METRICS_PORT somebody counts: without it nothing is
// loaded, and each of these costs a look at one variable. server/metrics/registry.ts is who counts.

/** Takes what happens. */
export interface Recorder {
  /** A request was answered. @param operation of the API, or `page`. */
  request(operation: string, status: number, seconds: number): void
  /** Something was asked of a cache. */
  cache(name: 'views' | 'pages', isHit: boolean): void
  /** The community platform was called. */
  platformCall(call: string, outcome: string): void
  /** A chain was asked about a transaction. */
  chainLookup(chainId: string, outcome: 'answered' | 'silent'): void
  /** A round of a job of the schedule ended. */
  job(name: string, isDone: boolean): void
}

// One per process, however many bundles (the server's and Next's) load this module.
declare global {
  var trellisRecorder: Recorder | undefined
}

/** Who counts in this process; undefined where nobody does. */
export const recorder = (): Recorder | undefined => globalThis.trellisRecorder

/** From here on somebody counts. */
export function recordBy(counting: Recorder): void {
  globalThis.trellisRecorder = counting
}
