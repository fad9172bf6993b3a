import http from 'node:http'
import { Gauge, type Registry } from 'prom-client'
import { readBacklog } from '@/lib/status/backlog'
import { log } from '@/lib/telemetry/log'
import { oneLine } from '../lifecycle'
import { type Place, placeFault } from '../places'
import { metricsOfWorkers } from './of-workers'

/** The backlog is read from the database at most once in this time, however often metrics are requested. */
const BACKLOG_MS = 5_000

/** Gauges for work that waits for the schedule. They come from the database, so one process exports them. */
function observeBacklog(registers: Registry[]): void {
  let known: { readonly at: number; readonly backlog: ReturnType<typeof readBacklog> } | undefined
  const backlog = () => {
    if (!known || performance.now() - known.at > BACKLOG_MS) known = { at: performance.now(), backlog: readBacklog() }
    return known.backlog
  }
  const gauge = (name: string, help: string, value: (read: Awaited<ReturnType<typeof readBacklog>>) => number) =>
    new Gauge({
      name: `trellis_${name}`,
      help,
      registers,
      async collect() {
        // Without a database the values are unknown, so none is exported.
        const read = await backlog().catch(() => null)
        if (read) this.set(value(read))
        else this.remove()
      },
    })
  gauge('checks_due', 'Transactions whose look-up is due.', (read) => read.checksDue)
  gauge('checks_lag_seconds', 'For how long the oldest of them has been due.', (read) => read.checksLagSeconds)
  gauge('deadlines_due', 'Deadlines that have passed and are not persisted.', (read) => read.deadlinesDue)
  gauge('deadlines_lag_seconds', 'For how long the oldest of them has passed.', (read) => read.deadlinesLagSeconds)
  gauge('events_queued', 'Events of histories that have no position in the log yet.', (read) => read.eventsQueued)
  gauge('posts_unsettled', 'Posts of which it is not known whether they arrived.', (read) => read.postsUnsettled)
}

/** All metrics of the service as text: those of this process and of its workers, if any. */
async function allMetrics(own: Registry, silentWorkers: Gauge): Promise<string> {
  const workers = await metricsOfWorkers()
  silentWorkers.set(workers.silent)
  const names = new Set((await own.getMetricsAsJSON()).map(({ name }) => name))
  // Names in both texts must form one family; the `process` label distinguishes the samples.
  return mergeTexts(await workers.metrics.metrics(), await own.metrics(), names)
}

/** Appends the samples of one text to the same metrics in another (text format 0.0.4 allows each metric once). */
export function mergeTexts(first: string, second: string, names: ReadonlySet<string>): string {
  const families = new Map<string, string[]>()
  for (const text of [first, second]) {
    for (const block of text.split(/\n(?=# HELP )/)) {
      const lines = block.split('\n').filter(Boolean)
      const name = /^# HELP (\S+)/.exec(lines[0] ?? '')?.[1]
      if (name === undefined) continue
      const known = families.get(name)
      if (known && names.has(name)) known.push(...lines.filter((line) => !line.startsWith('#')))
      else families.set(name, lines)
    }
  }
  return `${[...families.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function listen(server: http.Server, place: Place): Promise<void> {
  const { port, hosts } = place
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(placeFault(error, place)))
    server.listen({ port, host: hosts[0], exclusive: true }, resolve)
  })
}

/**
 * Serves the metrics of the whole service on their own address, for the operator.
 * @param own the metrics of this process.
 * @returns a function that stops it.
 * @throws Error in one line when the port or the address is unavailable.
 */
export async function serveMetrics(own: Registry, place: Place): Promise<() => Promise<void>> {
  observeBacklog([own])
  const silentWorkers = new Gauge({
    name: 'trellis_workers_silent',
    help: 'Workers that did not tell their metrics in time.',
    registers: [own],
  })
  const server = http.createServer((request, response) => {
    const isMetrics = request.method === 'GET' && request.url === '/metrics'
    if (!isMetrics) return void response.writeHead(404).end()
    allMetrics(own, silentWorkers).then(
      (text) => response.writeHead(200, { 'content-type': own.contentType, 'cache-control': 'no-store' }).end(text),
      (fault) => {
        log().warn({ fault: oneLine(fault) }, 'The metrics could not be told')
        response.writeHead(503).end()
      },
    )
  })
  await listen(server, place)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
