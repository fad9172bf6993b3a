// Requests and their outgoing calls as spans of a trace (docs/operating.md#traces). server/tracing/exporter.ts exports them, only
// with OTEL_EXPORTER_OTLP_ENDPOINT. Without it nothing is loaded, and each call costs one check of a variable.

/** A received request. */
export interface Asked {
  /** Its id, which is also its trace id (lib/telemetry/trace.ts). */
  readonly id: string
  readonly traceparent: string | null
  readonly method: string
}

/** Its response. */
export interface Answered {
  /** The path template, never the path; null when the path does not exist. */
  readonly route: string | null
  readonly operation: string | null
  readonly status: number
}

export interface Tracing {
  /** Runs `work` in the span of a request, so that outgoing calls join its trace. @param work receives a function that ends the span. */
  request<Result>(asked: Asked, work: (end: (answered: Answered) => void) => Result): Result
  /** Runs an outgoing call as a span of the current request. Outside of a request, e.g. in a scheduled job, it makes no span. */
  call<Result>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<Result>): Promise<Result>
}

// One per process, although several bundles (the server's and Next's) load this module.
declare global {
  var trellisTracing: Tracing | undefined
}

/** The tracing of this process; undefined when it is off. */
export const tracing = (): Tracing | undefined => globalThis.trellisTracing

/** Runs an outgoing call, as a span when tracing is on. */
export const traced = <Result>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> => tracing()?.call(name, attributes, work) ?? work()

/** Turns tracing on. */
export function traceBy(taking: Tracing): void {
  globalThis.trellisTracing = taking
}
