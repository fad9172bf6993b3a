import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { parentOf } from '@/lib/telemetry/trace'
import { type Answered, type Asked, traceBy } from '@/lib/telemetry/tracing'

/** How long the shutdown waits for the last spans to be sent. */
const FLUSH_MS = 3_000

/** Random ids, except for a request's trace, whose id is given. */
class RequestIds extends RandomIdGenerator {
  next: string | null = null
  override generateTraceId = (): string => this.next ?? crypto.randomUUID().replaceAll('-', '')
}

/** The parent context of a request's span: the sender's span if it sent one, otherwise the root. */
function contextOf({ traceparent }: Asked): Context {
  const parent = parentOf(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

/** Sets attributes by the HTTP semantic conventions. The URL is left out, because it may contain a secret. */
function end(span: Span, method: string, { route, operation, status }: Answered): void {
  span.updateName(route === null ? method : `${method} ${route}`)
  span.setAttribute('http.response.status_code', status)
  if (route !== null) span.setAttribute('http.route', route)
  if (operation !== null) span.setAttribute('trellis.operation', operation)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/**
 * Sends spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, by OTLP over HTTP, in batches. Requests never wait for it: spans
 * that the collector does not accept in time are dropped.
 * @returns a function that sends the last spans and stops the exporter.
 */
export function openExporter(): () => Promise<void> {
  const ids = new RequestIds()
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'trellis' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer('trellis')
  traceBy({
    request(asked, work) {
      const above = contextOf(asked)
      const { method } = asked
      // startSpan reads the id synchronously.
      ids.next = asked.id
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        above,
      )
      ids.next = null
      return context.with(trace.setSpan(above, span), () => work((answered) => end(span, method, answered)))
    },
    async call(name, attributes, work) {
      const above = context.active()
      if (!trace.getSpan(above)) return work()
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, above)
      try {
        return await work()
      } catch (fault) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        if (fault instanceof Error) span.setAttribute('error.type', fault.name)
        throw fault
      } finally {
        span.end()
      }
    },
  })
  return async () => {
    await Promise.race([provider.shutdown().catch(() => undefined), sleep(FLUSH_MS, undefined, { ref: false })])
  }
}
