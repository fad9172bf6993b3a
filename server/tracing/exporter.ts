import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { parentOf } from '@/lib/telemetry/trace'
import { type Answered, type Asked, traceBy } from '@/lib/telemetry/tracing'

/** How long the last spans are waited for when the service ends. */
const FLUSH_MS = 3_000

/** Ids by chance, but for a trace whose id is told already: that of the request. */
class RequestIds extends RandomIdGenerator {
  told: string | null = null
  override generateTraceId = (): string => this.told ?? crypto.randomUUID().replaceAll('-', '')
}

/** Where a request's span hangs: below its sender's, where that is told, else nowhere. */
function contextOf({ traceparent }: Asked): Context {
  const parent = parentOf(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

/** Attributes by the semantic conventions of HTTP. The address itself may hold a secret, and is not told. */
function end(span: Span, method: string, { route, operation, status }: Answered): void {
  span.updateName(route === null ? method : `${method} ${route}`)
  span.setAttribute('http.response.status_code', status)
  if (route !== null) span.setAttribute('http.route', route)
  if (operation !== null) span.setAttribute('trellis.operation', operation)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/**
 * Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, by OTLP over HTTP, in batches and never in a request's way: what a
 * collector does not take in time is thrown away.
 * @returns what sends the last ones and ends it.
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
      // The span takes the id as it begins, which is at once.
      ids.told = asked.id
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        above,
      )
      ids.told = null
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
