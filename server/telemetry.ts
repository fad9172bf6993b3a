import { workerNumber } from '@/lib/env'
import type { Lifecycle } from './lifecycle'
import { metricsPlace } from './places'

/**
 * Starts metrics if METRICS_PORT is set, and serves them, except in a worker, whose primary does. Call it after the database
 * client is generated and before anything is counted.
 */
export async function startMetrics(life: Lifecycle): Promise<void> {
  const place = metricsPlace()
  if (!place) return
  const { startCounting } = await import('./metrics/registry')
  const worker = workerNumber()
  const registry = startCounting(worker)
  if (worker !== null) return
  const { serveMetrics } = await import('./metrics/listener')
  life.onStop('the metrics', await serveMetrics(registry, place))
}

/**
 * Starts sending traces if OTEL_EXPORTER_OTLP_ENDPOINT is set (docs/operating.md#traces). OpenTelemetry is loaded only then.
 */
export async function startTracing(life: Pick<Lifecycle, 'onStop'>): Promise<void> {
  // The exporter reads this and related variables itself (OpenTelemetry specification, "OTLP Exporter Configuration").
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { openExporter } = await import('./tracing/exporter')
  life.onStop('the traces', openExporter())
}
