import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { z } from 'zod'

// The primary asks each worker for its metrics by a message. prom-client's own way of asking fails as a whole when one
// worker does not answer, and keeps what the others told.

/** A worker that does not answer in this time is told of as silent. */
const PATIENCE_MS = 3_000

const Asked = z.object({ metricsAsked: z.number() })
const Told = z.object({
  metricsTold: z.number(),
  metrics: z.array(z.custom<object>((metric) => metric instanceof Object)),
})
type Told = z.infer<typeof Told>

/** The worker's side: answers the primary whenever it asks. */
export function answerPrimary(registry: Registry): void {
  process.on('message', async (message) => {
    const asked = Asked.safeParse(message).data
    if (!asked) return
    const told: Told = { metricsTold: asked.metricsAsked, metrics: await registry.getMetricsAsJSON() }
    if (process.connected) process.send?.(told)
  })
}

let questions = 0

/** The metrics of a worker; null when it does not answer. */
function ask(worker: Worker): Promise<Told['metrics'] | null> {
  questions += 1
  const question = questions
  return new Promise((resolve) => {
    const end = (metrics: Told['metrics'] | null) => {
      clearTimeout(late)
      worker.off('message', hear)
      worker.off('disconnect', leave)
      resolve(metrics)
    }
    const hear = (message: unknown) => {
      const told = Told.safeParse(message).data
      if (told?.metricsTold === question) end(told.metrics)
    }
    const leave = () => end(null)
    const late = setTimeout(leave, PATIENCE_MS)
    worker.on('message', hear)
    worker.on('disconnect', leave)
    worker.send({ metricsAsked: question })
  })
}

/** The metrics of all workers as one registry, and how many workers did not answer. */
export async function metricsOfWorkers(): Promise<{ readonly metrics: Registry; readonly silent: number }> {
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [worker] : []))
  const told = await Promise.all(workers.map(ask))
  const answered = told.filter((metrics) => metrics !== null)
  return { metrics: AggregatorRegistry.aggregate(answered), silent: told.length - answered.length }
}
