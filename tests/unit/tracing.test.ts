import { expect, test } from 'vitest'
import { parentOf } from '@/lib/telemetry/trace'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

const EXPORTER = 'server/tracing/exporter.ts'

test('OpenTelemetry is loaded by one file, and that one only where somebody asked for traces', () => {
  const sources = trackedFiles.filter((file) => /^(app|components|lib|server|client)\/.*\.tsx?$/.test(file))
  expect(sources.filter((file) => /from '@opentelemetry\//.test(textOf(file)))).toEqual([EXPORTER])
  const importers = sources.filter((file) => /tracing\/exporter'|'\.\/exporter'/.test(textOf(file)))
  expect(importers).toEqual(['server/telemetry.ts'])
  const start = textOf('server/telemetry.ts')
  expect(start.indexOf("await import('./tracing/exporter')")).toBeGreaterThan(
    start.indexOf('OTEL_EXPORTER_OTLP_ENDPOINT) return'),
  )
})

test('a traceparent names its sender’s span', () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  expect(parentOf(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, traceFlags: 1 })
  expect(parentOf(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId, traceFlags: 0 })
  for (const wrong of [
    '',
    'no',
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-x`,
  ])
    expect(parentOf(wrong)).toBeNull()
})
