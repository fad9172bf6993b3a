import type { IncomingMessage, ServerResponse } from 'node:http'
import { logBounded } from '@/lib/telemetry/bounded-log'
import { log } from '@/lib/telemetry/log'
import { recorder } from '@/lib/telemetry/metrics'
import { REQUEST_ID, requestId } from '@/lib/telemetry/trace'
import { type Answered, type Asked, tracing } from '@/lib/telemetry/tracing'

/** The first segment of a path. The rest is not logged, because it may be secret (a private feed's address). */
const PAGE_AREA = /^\/([a-z-]{0,30})(?:\/(.)?|$)/

const areaOf = (path: string) => {
  const [, area, more] = PAGE_AREA.exec(path) ?? []
  return area === undefined ? '/…' : `/${area}${more === undefined ? '' : '/…'}`
}

/**
 * Answers a request for a page or a file. It assigns the request id, sends it with the response, and logs the response.
 * @param path without the query.
 */
export function observePage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  answer: () => Promise<void> | undefined,
): Promise<void> | undefined {
  const { traceparent: header } = request.headers
  const traceparent = typeof header === 'string' ? header : null
  const received = { id: requestId(traceparent), traceparent, method: request.method ?? 'GET' }
  const traces = tracing()
  if (traces)
    return traces.request(received, (endSpan) => {
      observe(request, response, path, received, endSpan)
      return answer()
    })
  observe(request, response, path, received, null)
  return answer()
}

function observe(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { id, method }: Asked,
  endSpan: ((answered: Answered) => void) | null,
): void {
  const began = performance.now()
  // The page may show the id too (server/pages/failed-page.ts).
  request.headers[REQUEST_ID] = id
  response.setHeader(REQUEST_ID, id)
  response.once('close', () => {
    const { statusCode: status, writableFinished: isWhole } = response
    const seconds = (performance.now() - began) / 1000
    recorder()?.request('page', status, seconds)
    endSpan?.({ route: areaOf(path), operation: null, status })
    const level = status === 503 ? 'warn' : status >= 500 ? 'error' : 'debug'
    if (!log().isLevelEnabled(level)) return
    const ms = Math.round(seconds * 10_000) / 10
    logBounded(
      level,
      { request: id, method, route: areaOf(path), status, ms, ...(isWhole ? {} : { cut: true }) },
      'page',
    )
  })
}
