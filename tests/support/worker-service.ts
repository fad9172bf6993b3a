// The service as a primary with workers, for tests: as `npm start` (server/main.ts), without pages, schedule and a
// database of its own. It is started by instances.ts, which gives it its whole environment, and says "ready" once it listens.
import cluster from 'node:cluster'
import { env } from '@/lib/env'
import { sharesOf, workerCount } from '@/server/concurrency'
import { createHttpServer } from '@/server/http/server'
import { Lifecycle } from '@/server/lifecycle'
import { startMetrics } from '@/server/telemetry'
import { runWorker } from '@/server/worker'
import { createWorkers } from '@/server/workers'

async function answer(life: Lifecycle): Promise<void> {
  if (process.env.WORKER_HANGS) await new Promise(() => undefined)
  const { handle } = await import('@/lib/mcp/handle')
  const { closePool } = await import('@/lib/db/pool')
  const front = createHttpServer({ pages: null, handle })
  life.onStop('the connections', closePool)
  life.onStop('the site', () => front.drain())
  await startMetrics(life)
  await front.listen(env().PORT, ['127.0.0.1'])
}

async function lead(life: Lifecycle): Promise<void> {
  const count = workerCount()
  const patience = process.env.WORKER_PATIENCE ? JSON.parse(process.env.WORKER_PATIENCE) : undefined
  const workers = createWorkers(count, sharesOf(count).worker, env().SHUTDOWN_DELAY_SECONDS * 1000, patience)
  life.onStop('the workers', () => workers.stop())
  life.onSignal('SIGHUP', () => void workers.restart())
  await startMetrics(life)
  await workers.start()
  // The process must not outlive the test that started it, however that ended.
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

if (cluster.isWorker) await runWorker(answer)
else {
  const life = new Lifecycle()
  await life.run(() => lead(life))
}
