import type { Endpoint } from '@/lib/contract/endpoint'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { log } from '@/lib/telemetry/log'
import { recorder } from '@/lib/telemetry/metrics'
import { REQUEST_ID, requestId, shortWallet } from '@/lib/telemetry/trace'
import { type Answered, tracing } from '@/lib/telemetry/tracing'

/** A request from its beginning to its answer, as logs and metrics tell of it. */
export interface Observed {
  readonly id: string
  /** By `performance.now()`. */
  readonly began: number
  /** Who asks, once that is known. */
  wallet: string | null
  /** Ends its span, where traces are sent. */
  readonly endSpan: ((answered: Answered) => void) | null
}

/** Answers a request while it is watched. */
export function observing(
  { header, method }: ApiRequest,
  answer: (watched: Observed) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const traceparent = header('traceparent')
  const watched = { id: requestId(traceparent), began: performance.now(), wallet: null, endSpan: null }
  const traces = tracing()
  if (!traces) return answer(watched)
  return traces.request({ id: watched.id, traceparent, method }, (endSpan) => answer({ ...watched, endSpan }))
}

/** From here on a request is worth a line whatever it was, in milliseconds. */
const SLOW_MS = 1_000

/**
 * What a request is worth to a log. Reads that are answered as they should be are nearly all requests, and nearly nothing to
 * an operator: metrics count them, and at `info` they cost no line.
 */
function levelOf(status: number, ms: number, isRead: boolean): 'error' | 'warn' | 'info' | 'debug' {
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  if (ms >= SLOW_MS) return 'warn'
  return isRead && status < 400 ? 'debug' : 'info'
}

/** The code of the error object that a refusal is, or that stands in one of JSON-RPC. */
function codeOf({ status, body }: ApiResponse): string | undefined {
  return status >= 400 && typeof body === 'string'
    ? /^\{"(?:error|jsonrpc)":.*?"code":"(\w+)"/.exec(body)?.[1]
    : undefined
}

/**
 * Notes that a request was answered, and tells its id with the answer.
 * @param endpoint null where there is none at the address.
 */
export function observed(
  { id, began, wallet, endSpan }: Observed,
  endpoint: Pick<Endpoint, 'operationId' | 'path' | 'kind'> | null,
  method: string,
  answer: ApiResponse,
): ApiResponse {
  const ms = performance.now() - began
  recorder()?.request(endpoint?.operationId ?? 'none', answer.status, ms / 1000)
  const [route, operation] = [endpoint?.path ?? null, endpoint?.operationId ?? null]
  endSpan?.({ route, operation, status: answer.status })
  const isRead = endpoint?.kind === 'read' || method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  const level = levelOf(answer.status, ms, isRead)
  if (log().isLevelEnabled(level)) {
    const facts = {
      request: id,
      method,
      route,
      operation,
      status: answer.status,
      ms: Math.round(ms * 10) / 10,
      code: codeOf(answer),
      wallet: wallet === null ? undefined : shortWallet(wallet),
    }
    log()[level](facts, 'request')
  }
  return { ...answer, headers: { ...answer.headers, [REQUEST_ID]: id } }
}
