// What a request waited for, as spans of its trace (docs/operating.md#traces). Only with OTEL_EXPORTER_OTLP_ENDPOINT somebody takes them:
// without it nothing is loaded, and each of these costs a look at one variable. server/tracing/exporter.ts is who takes them.

/** A request as it arrived. */
export interface Asked {
  /** Its id, which is its trace's (lib/telemetry/trace.ts). */
  readonly id: string
  readonly traceparent: string | null
  readonly method: string
}

/** How it was answered. */
export interface Answered {
  /** The path's template, never the path; null where there is nothing at the address. */
  readonly route: string | null
  readonly operation: string | null
  readonly status: number
}

export interface Tracing {
  /** Runs what answers a request: what is asked of others meanwhile is a part of its trace. @param work is given what ends it. */
  request<Result>(asked: Asked, work: (end: (answered: Answered) => void) => Result): Result
  /** Something that is asked of another while a request is answered. By itself, as a job of the schedule does it, it is no span. */
  call<Result>(name: string, attributes: Readonly<Record<string, string>>, work: () => Promise<Result>): Promise<Result>
}

// One per process, however many bundles (the server's and Next's) load this module.
declare global {
  var trellisTracing: Tracing | undefined
}

/** Who takes spans in this process; undefined where nobody does. */
export const tracing = (): Tracing | undefined => globalThis.trellisTracing

/** Does something that is asked of another, as a span where somebody takes those. */
export const traced = <Result>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> => tracing()?.call(name, attributes, work) ?? work()

/** From here on somebody takes them. */
export function traceBy(taking: Tracing): void {
  globalThis.trellisTracing = taking
}
