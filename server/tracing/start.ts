import type { Lifecycle } from '../lifecycle'

/**
 * Begins to send traces, where OTEL_EXPORTER_OTLP_ENDPOINT says whereto (docs/operating.md#traces). Only then OpenTelemetry is loaded.
 */
export async function startTracing(life: Pick<Lifecycle, 'onStop'>): Promise<void> {
  // The exporter reads this and its like itself (OpenTelemetry specification, "OTLP Exporter Configuration").
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return
  const { openExporter } = await import('./exporter')
  life.onStop('the traces', openExporter())
}
