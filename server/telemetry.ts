import { env, workerNumber } from '@/lib/env'
import type { Lifecycle } from './lifecycle'

/**
 * Begins to count, where METRICS_PORT asks for it, and to tell it, unless this process is a worker: its primary does. Called once
 * the database client is generated, and before there is anything to count.
 */
export async function startMetrics(life: Lifecycle): Promise<void> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env()
  if (port === undefined) return
  const { startCounting } = await import('./metrics/registry')
  const worker = workerNumber()
  const registry = startCounting(worker)
  if (worker !== null) return
  const { tellMetrics } = await import('./metrics/listener')
  life.onStop('the metrics', await tellMetrics(registry, port, host))
}

/**
 * Begins to send traces, where OTEL_EXPORTER_OTLP_ENDPOINT says whereto (docs/operating.md#traces). Only then OpenTelemetry is loaded.
 */
export async function startTracing(life: Pick<Lifecycle, 'onStop'>): Promise<void> {
  // The exporter reads this and its like itself (OpenTelemetry specification, "OTLP Exporter Configuration").
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { openExporter } = await import('./tracing/exporter')
  life.onStop('the traces', openExporter())
}
