import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { waitingCommits } from '@/lib/db/pool'
import { type Recorder, recordBy } from '@/lib/telemetry/metrics'
import { answerPrimary } from './of-workers'

// The Prometheus metrics of a process. Loaded only when METRICS_PORT is set.

/** In seconds: from a cached read to a write that waits for a standby. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Caches a value per label: the library's own label lookup costs more than counting. */
function remember<Made>(make: (name: string) => Made): (name: string) => Made {
  const made = new Map<string, Made>()
  return (name) => {
    const known = made.get(name)
    if (known) return known
    const child = make(name)
    made.set(name, child)
    return child
  }
}

function createRecorder(registers: Registry[]): Recorder {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `trellis_${name}`, help, labelNames, registers })
  const requests = counter(
    'requests_total',
    'Requests that were answered, by operation and status.',
    'operation',
    'status',
  )
  const durations = new Histogram({
    name: 'trellis_request_duration_seconds',
    help: 'How long requests took until their answer was made, or a page was sent.',
    labelNames: ['operation'] as const,
    buckets: BUCKETS,
    registers,
  })
  const cacheReads = counter(
    'cache_reads_total',
    'What was asked of caches: of built views and of rendered pages.',
    'cache',
    'result',
  )
  const platformCalls = counter(
    'platform_calls_total',
    'Calls to the community platform, by what came of them.',
    'call',
    'outcome',
  )
  const chainLookups = counter(
    'chain_lookups_total',
    'Transactions that providers were asked about; silent where none answered, disbelieved where no answer can be believed.',
    'chain',
    'outcome',
  )
  // Prometheus itself names a target by `job`, and renames a label that is called so.
  const jobs = counter('schedule_rounds_total', 'Rounds of the jobs of the schedule.', 'scheduled_job', 'result')
  const lastRounds = new Gauge({
    name: 'trellis_schedule_last_success_timestamp_seconds',
    help: 'When a job of the schedule last did what it should.',
    labelNames: ['scheduled_job'] as const,
    registers,
  })
  const durationOf = remember((operation) => durations.labels(operation))
  const requestsOf = remember((operation) => remember((status) => requests.labels(operation, status)))
  const readsOf = remember((name) => remember((result) => cacheReads.labels(name, result)))
  return {
    request(operation, status, seconds) {
      requestsOf(operation)(String(status)).inc()
      durationOf(operation).observe(seconds)
    },
    cache: (name, isHit) => readsOf(name)(isHit ? 'hit' : 'miss').inc(),
    platformCall: (call, outcome) => platformCalls.inc({ call, outcome }),
    chainLookup: (chain, outcome) => chainLookups.inc({ chain, outcome }),
    job(name, isDone) {
      jobs.inc({ scheduled_job: name, result: isDone ? 'done' : 'failed' })
      if (isDone) lastRounds.set({ scheduled_job: name }, Date.now() / 1000)
    },
  }
}

function observePool(registers: Registry[]): void {
  new Gauge({
    name: 'trellis_database_connections',
    help: 'Connections of the pool: in use, idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { pool } = globalThis.trellisDatabase ?? {}
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {}
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Gauge({
    name: 'trellis_commits_waiting',
    help: 'Commits that wait for a standby for longer than their request did.',
    registers,
    collect() {
      this.set(globalThis.trellisDatabase ? waitingCommits().size : 0)
    },
  })
}

/**
 * Starts counting in this process.
 * @param worker the number of this worker, whose primary collects its metrics; null for a primary.
 */
export function startCounting(worker: number | null): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: worker === null ? 'primary' : `worker ${worker}` })
  collectDefaultMetrics({ register: registry })
  observePool([registry])
  recordBy(createRecorder([registry]))
  if (worker !== null) answerPrimary(registry)
  return registry
}
