// Metrics of the running service (docs/operating.md#metrics). server/metrics/registry.ts records them, only with METRICS_PORT.
// Without it nothing is loaded, and each call costs one check of a variable.

/** What came of a question to a chain's providers: one was believed, none of those that answered was, or none answered. */
export type ChainOutcome = 'answered' | 'disbelieved' | 'silent'

/** Records events as metrics. */
export interface Recorder {
  /** A request was answered. @param operation the API operation, or `page`. */
  request(operation: string, status: number, seconds: number): void
  /** A cache was read. */
  cache(name: 'views' | 'pages', isHit: boolean): void
  /** The community platform was called. */
  platformCall(call: string, outcome: string): void
  /** A transaction was looked up on a chain. */
  chainLookup(chainId: string, outcome: ChainOutcome): void
  /** A round of a job of the schedule ended. */
  job(name: string, isDone: boolean): void
}

// One per process, although several bundles (the server's and Next's) load this module.
declare global {
  var trellisRecorder: Recorder | undefined
}

/** The recorder of this process; undefined without metrics. */
export const recorder = (): Recorder | undefined => globalThis.trellisRecorder

/** Installs the recorder. */
export function recordBy(counting: Recorder): void {
  globalThis.trellisRecorder = counting
}
