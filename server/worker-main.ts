import { openAnswering } from './answering'
import { startMetrics, startTracing } from './telemetry'
import { EMBEDDED, runWorker } from './worker'

// A worker of `npm start` (docs/operating.md#workers). Its primary, server/main.ts, has set the environment, and starts it from a
// bundle (server/build.ts).

await runWorker(async (life) => {
  await startMetrics(life)
  await startTracing(life)
  const { endChecks } = await import('./schedule')
  const listen = await openAnswering(life, false, process.argv.includes(EMBEDDED))
  life.onStop('the checks of transactions', endChecks)
  await listen()
})
