import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeTexts } from '@/server/metrics/listener'
import { ROOT } from '@/server/root'
import { SCHEDULE } from '@/tests/support/environment'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { childrenOf } from '@/tests/support/processes'
import { request } from '@/tests/support/request'
import { missionBody, openChallenge } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { freePort } from '@/tests/support/world'

let cluster: Cluster
let metrics: string
beforeAll(async () => {
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}`
  const environment = { WEB_CONCURRENCY: '2', METRICS_PORT: String(port) }
  cluster = await openCluster(1, { start: (settings) => startInstance(settings, 'worker-service'), environment })
})
afterAll(() => cluster.close())

const ask = (path: string) => request(metrics, { method: 'GET', path })

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples of the text format, and that each metric stands in it once. */
async function read(): Promise<Sample[]> {
  const { status, text, headers } = await ask('/metrics')
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')])
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(families.length).toBe(new Set(families).size)
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}

const sum = (samples: readonly Sample[], name: string, wanted: Record<string, string> = {}) =>
  samples
    .filter(
      (sample) => sample.name === name && Object.entries(wanted).every(([key, text]) => sample.labels[key] === text),
    )
    .reduce((total, { value }) => total + value, 0)

test('requests of all workers are counted together, by operation and status', async () => {
  const owner = await cluster.wallet()
  for (let told = 0; told < 10; told++) expect((await owner.post('/api/v1/missions', missionBody())).status).toBe(201)
  expect((await owner.post('/api/v1/missions', {})).status).toBe(400)
  await cluster.get('/api/nothing')
  const samples = await read()
  expect(sum(samples, 'trellis_requests_total', { operation: 'createMission', status: '201' })).toBe(10)
  expect(sum(samples, 'trellis_requests_total', { operation: 'createMission', status: '400' })).toBe(1)
  expect(sum(samples, 'trellis_requests_total', { operation: 'none', status: '404' })).toBe(1)
  expect(sum(samples, 'trellis_request_duration_seconds_count', { operation: 'createMission' })).toBe(11)
  expect(sum(samples, 'trellis_request_duration_seconds_bucket', { operation: 'createMission', le: '+Inf' })).toBe(11)
})

test('each process tells its memory, event loop and connections', async () => {
  const samples = await read()
  const told = (name: string) => [
    ...new Set(samples.filter((one) => one.name === name).map(({ labels }) => labels['process'])),
  ]
  const everyone = ['worker 1', 'worker 2', 'primary']
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'trellis_database_connections',
  ])
    expect(told(name).sort()).toEqual([...everyone].sort())
  expect(sum(samples, 'process_resident_memory_bytes')).toBeGreaterThan(100_000_000)
})

test('what waits for the schedule is told once, and how long it has waited', async () => {
  const { id } = await openChallenge(await cluster.wallet())
  await cluster.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = '2020-01-01' WHERE id = $1`, [id])
  await until(async () => sum(await read(), 'trellis_deadlines_due') === 1, 'the deadline was told')
  const samples = await read()
  expect(sum(samples, 'trellis_deadlines_lag_seconds')).toBeGreaterThan(5 * 365 * 86_400)
  expect(samples.filter(({ name }) => name === 'trellis_checks_due').map(({ value }) => value)).toEqual([0])
})

test('caches tell what they spared', async () => {
  const owner = await cluster.wallet()
  const { body } = await owner.post('/api/v1/missions', missionBody())
  for (let told = 0; told < 12; told++) await cluster.get(`/api/v1/missions/${body.mission.id}`)
  const samples = await read()
  expect(sum(samples, 'trellis_cache_reads_total', { cache: 'views', result: 'hit' })).toBeGreaterThan(0)
  expect(sum(samples, 'trellis_cache_reads_total', { cache: 'views', result: 'miss' })).toBeGreaterThan(0)
})

test('no metric has a label that Prometheus gives a target itself, and by which it would be lost', async () => {
  const called = { method: 'GET', path: '/api/cron/deadlines', headers: SCHEDULE }
  expect((await request(cluster.base, called)).status).toBe(200)
  const samples = await read()
  const [round] = samples.filter(({ name }) => name === 'trellis_schedule_rounds_total')
  expect(round?.labels).toMatchObject({ scheduled_job: 'The deadline tick', result: 'done' })
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
  expect([labels.has('job'), labels.has('instance')]).toEqual([false, false])
  const deploy = ['alerts.yml', 'dashboard.json'].map((name) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8'))
  const grouped = [...deploy.join().matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */))
  // `trellis_chain_lookups_total` and the platform's calls are counted once there are some.
  const known = new Set([...labels, 'instance', 'chain', 'call', 'outcome'])
  expect(grouped.filter((name) => !known.has(name))).toEqual([])
})

test('alerts and dashboard name metrics that are told, and each alert has its row of what to do', async () => {
  const { text } = await ask('/metrics')
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const file = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', name), 'utf8')
  const alerts = file('deploy/alerts.yml')
  const named = `${alerts}${file('deploy/dashboard.json')}`.match(/\b(?:trellis|nodejs|process)_[a-z0-9_]+/g) ?? []
  for (const name of named) expect(families, name).toContain(name.replace(/_bucket$/, ''))
  const rows = [...file('docs/operating.md').matchAll(/^\| `([A-Z][A-Za-z]+)` +\|/gm)].map(([, name]) => name)
  expect([...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)).toEqual(
    rows.filter((name) => alerts.includes(`alert: ${name}\n`)),
  )
  expect(alerts.match(/- alert: /g)?.length).toBe(15)
})

test('a worker that hangs takes away its own metrics alone, and is told of', async () => {
  const [{ pid } = { pid: 0 }] = cluster.instances
  const [hanging = 0] = childrenOf(pid, 'worker-service.mjs')
  process.kill(hanging, 'SIGSTOP')
  try {
    const samples = await read()
    expect(sum(samples, 'trellis_workers_silent')).toBe(1)
    const told = samples.filter(({ name }) => name === 'process_resident_memory_bytes')
    expect(told.map(({ labels }) => labels['process'])).toEqual([expect.stringMatching(/^worker [12]$/), 'primary'])
  } finally {
    process.kill(hanging, 'SIGCONT')
  }
  await until(async () => sum(await read(), 'trellis_workers_silent') === 0, 'it tells its metrics again')
})

test('nothing else is there, and nothing of it on the port of the site', async () => {
  for (const path of ['/', '/metrics/', '/api/health']) expect((await ask(path)).status).toBe(404)
  expect((await request(metrics, { method: 'POST', path: '/metrics', body: '{}' })).status).toBe(404)
  expect((await cluster.get('/metrics').catch(() => ({ status: 404 }))).status).toBe(404)
  const { text } = await ask('/metrics')
  expect(text).not.toContain(cluster.databaseUrl)
})

test('samples of one metric from two texts stand together', () => {
  const text = (value: number) => `# HELP a Words.\n# TYPE a gauge\na{process="${value}"} ${value}\n`
  expect(mergeTexts(text(1), `${text(2)}\n# HELP b More.\n# TYPE b gauge\nb 3\n`, new Set(['a', 'b']))).toBe(
    '# HELP a Words.\n# TYPE a gauge\na{process="1"} 1\na{process="2"} 2\n\n# HELP b More.\n# TYPE b gauge\nb 3\n',
  )
})
