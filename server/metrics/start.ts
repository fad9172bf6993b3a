import { env, workerNumber } from '@/lib/env'
import type { Lifecycle } from '../lifecycle'

/**
 * Begins to count, where METRICS_PORT asks for it, and to tell it, unless this process is a worker: its primary does. Called once
 * the database client is generated, and before there is anything to count.
 */
export async function startMetrics(life: Lifecycle): Promise<void> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env()
  if (port === undefined) return
  const { startCounting } = await import('./registry')
  const worker = workerNumber()
  if (worker !== null) {
    startCounting(`worker ${worker}`, true)
    return
  }
  const { tellMetrics } = await import('./listener')
  life.onStop('the metrics', await tellMetrics(startCounting('primary', false), port, host))
}
