import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { applyMigrations } from '@/lib/db/migrate'
import { HOUR_MS, MINUTE_MS } from '@/lib/durations'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { ROOT } from '@/server/root'
import { signIn } from '@/tests/support/client'
import { serviceEnvironment } from '@/tests/support/environment'
import { startService } from '@/tests/support/pages-service'
import { chooseFreePort } from '@/tests/support/ports'
import { positiveNumber } from './positive-number'
import { markdown } from './report'
import { type Traffic, trafficOf } from './traffic'

/**
 * `npm run soak -- [--minutes 60] [--scale 1]`: mixed load on the built service (writes, reads, pages, hostile traffic), and
 * the memory of its processes (docs/operating.md#a-soak). Linux only. It fails on any unexpected response.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, scale: { type: 'string', default: '1' } },
})
const minutes = positiveNumber('minutes', values.minutes)
const scale = positiveNumber('scale', values.scale)
const SAMPLE_MS = 10_000
const WRITERS = 20
const RESULTS = path.join(ROOT, 'test-results')

interface Sample {
  readonly hours: number
  readonly megabytes: number
}

/** The memory of the service's processes, in MB. @param primary the id of the first process. */
function residentMegabytes(primary: string): Map<string, number> {
  const all = readdirSync('/proc').flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
      return [{ pid, name: field('Name'), parent: field('PPid'), kilobytes: Number(field('VmRSS')) }]
    } catch {
      return []
    }
  })
  const own = new Set([primary])
  // A parent may have a higher id than its child, because ids are reused.
  for (let before = 0; before < own.size; ) {
    before = own.size
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
  }
  const roleOf = ({ pid, parent, name }: (typeof all)[number]) => {
    if (pid === primary) return 'primary'
    return parent === primary ? 'worker' : name
  }
  const found = all.filter(({ pid }) => own.has(pid))
  return new Map(found.map((each) => [`${roleOf(each)} ${each.pid}`, each.kilobytes / 1024]))
}

/** The growth in MB per hour, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, each) => sum + of(each), 0) / samples.length
  const [hours, megabytes] = [mean((each) => each.hours), mean((each) => each.megabytes)]
  const covariance = mean((each) => (each.hours - hours) * (each.megabytes - megabytes))
  return covariance / mean((each) => (each.hours - hours) ** 2)
}

const counts = new Map<Traffic, Map<number | null, number>>()

/** Sends one kind of request at its rate until a time. A slow request does not delay others. */
async function keepSending(traffic: Traffic, until: number): Promise<void> {
  const count = counts.get(traffic) ?? new Map<number | null, number>()
  counts.set(traffic, count)
  const under = new Set<Promise<void>>()
  while (Date.now() < until) {
    const sent = traffic
      .send()
      .catch(() => null)
      .then((status) => void count.set(status, (count.get(status) ?? 0) + 1))
      .finally(() => under.delete(sent))
    under.add(sent)
    // Limit the requests in flight when the service is slower than the rate.
    if (under.size >= 50) await Promise.race(under)
    await pause((1_000 / traffic.rate) * (0.5 + Math.random()))
  }
  await Promise.all(under)
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-soak-'))
  const postgres = await startThrowawayPostgres({ max_connections: '200' })
  const port = await chooseFreePort()
  const base = `http://localhost:${port}`
  await applyMigrations(postgres.url)
  const service = await startService({
    ...serviceEnvironment({ databaseUrl: postgres.url, clockFile: '', port, rateLimitScale: 1_000_000 }),
    EVIDENCE_DIR: path.join(folder, 'evidence'),
    CONNECTIONS_PER_ADDRESS_MAX: '0',
    WEB_CONCURRENCY: '2',
    PARSE_ROWS: '',
  })
  try {
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => signIn(base)))
    const began = Date.now()
    const until = began + minutes * MINUTE_MS
    const memory = new Map<string, Sample[]>()
    const sampling = setInterval(() => {
      const hours = (Date.now() - began) / HOUR_MS
      for (const [name, megabytes] of residentMegabytes(String(service.pid)))
        memory.set(name, [...(memory.get(name) ?? []), { hours, megabytes }])
    }, SAMPLE_MS)
    console.log(`The service is ready; ${minutes} minutes of load …`)
    await Promise.all(trafficOf(base, writers, scale).map((traffic) => keepSending(traffic, until)))
    clearInterval(sampling)
    report(memory)
  } finally {
    await service.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(memory: ReadonlyMap<string, readonly Sample[]>): void {
  const rows = [...counts].map(([{ name, expected }, count]) => {
    const told = [...count].map(([status, times]) => `${status ?? 'cut'}: ${times}`).join(', ')
    const wrong = [...count].filter(([status]) => !expected.includes(status)).map(([status]) => status ?? 'cut')
    return { name, told, wrong }
  })
  const traffic = markdown(
    ['traffic', 'answers', 'not expected'],
    rows.map(({ name, told, wrong }) => [name, told, wrong.join(', ')]),
  )
  const processes = markdown(
    ['process', 'MB at first', 'at most', 'at last', 'MB an hour, after the first third'],
    [...memory].map(([name, samples]) => {
      const all = samples.map(({ megabytes }) => megabytes)
      const hourly = slope(samples.slice(Math.floor(samples.length / 3)))
      return [name, ...[all[0] ?? 0, Math.max(...all), all.at(-1) ?? 0, hourly].map((number) => number.toFixed(0))]
    }),
  )
  console.log(`${traffic}\n\n${processes}`)
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(path.join(RESULTS, 'soak.json'), JSON.stringify({ rows, memory: Object.fromEntries(memory) }, null, 2))
  if (rows.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1
}

await main()
process.exit()
