import type { Endpoint } from '@/lib/contract/endpoint'
import { type ApiRequest, type ApiResponse, addHeaders } from '@/lib/http/message'
import { logBounded } from '@/lib/telemetry/bounded-log'
import { log } from '@/lib/telemetry/log'
import { recorder } from '@/lib/telemetry/metrics'
import { REQUEST_ID, requestId, shortWallet } from '@/lib/telemetry/trace'
import { type Answered, tracing } from '@/lib/telemetry/tracing'

/** What logs, metrics and traces need to know of a request. */
export interface Observed {
  readonly id: string
  /** When the request began, by `performance.now()`. */
  readonly began: number
  /** The signed-in wallet, once it is known. */
  wallet: string | null
  /** For how many milliseconds the answer waited for a person, which it is meant to. */
  waitedMs: number
  /** Ends the span of the request; null if no traces are sent. */
  readonly endSpan: ((answered: Answered) => void) | null
}

/** Starts to observe a request, and answers it. */
export function observing(
  { header, method, id }: ApiRequest,
  answer: (watched: Observed) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const traceparent = header('traceparent')
  const watched = {
    id: id ?? requestId(traceparent),
    began: performance.now(),
    wallet: null,
    waitedMs: 0,
    endSpan: null,
  }
  const traces = tracing()
  if (!traces) return answer(watched)
  return traces.request({ id: watched.id, traceparent, method }, (endSpan) => answer({ ...watched, endSpan }))
}

/** A request that takes this many milliseconds gets a line in the log, even if it is a successful read. */
const SLOW_MS = 1_000

/**
 * The log level of a request. Nearly all requests are successful reads, and their lines hardly help an operator: metrics
 * count them, and only `debug` logs them.
 */
function levelOf(status: number, ms: number, isRead: boolean): 'error' | 'warn' | 'info' | 'debug' {
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  if (ms >= SLOW_MS) return 'warn'
  return isRead && status < 400 ? 'debug' : 'info'
}

const tenths = (ms: number) => Math.round(ms * 10) / 10

/** The code in an error response, or in the error of a JSON-RPC response. */
function codeOf({ status, body }: ApiResponse): string | undefined {
  return status >= 400 && typeof body === 'string'
    ? /^\{"(?:error|jsonrpc)":.*?"code":"(\w+)"/.exec(body)?.[1]
    : undefined
}

/**
 * Records an answered request in metrics, trace and log, and adds its id to the response.
 * @param endpoint null if there is none at the address.
 */
export function observed(
  { id, began, wallet, waitedMs, endSpan }: Observed,
  endpoint: Pick<Endpoint, 'operationId' | 'path' | 'kind'> | null,
  method: string,
  answer: ApiResponse,
): ApiResponse {
  const ms = performance.now() - began
  const workedMs = ms - waitedMs
  recorder()?.request(endpoint?.operationId ?? 'none', answer.status, workedMs / 1000)
  const [route, operation] = [endpoint?.path ?? null, endpoint?.operationId ?? null]
  endSpan?.({ route, operation, status: answer.status })
  const isRead = endpoint?.kind === 'read' || method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  const level = levelOf(answer.status, workedMs, isRead)
  if (log().isLevelEnabled(level)) {
    const facts = {
      request: id,
      method,
      route,
      operation,
      status: answer.status,
      ms: tenths(ms),
      waited: waitedMs > 0 ? tenths(waitedMs) : undefined,
      code: codeOf(answer),
      wallet: wallet === null ? undefined : shortWallet(wallet),
    }
    // The limits of wallets bound what they do, so each of that has a line.
    if (wallet !== null && !isRead && answer.status < 400) log()[level](facts, 'request')
    else logBounded(level, facts, 'request')
  }
  return addHeaders(answer, { [REQUEST_ID]: id })
}
