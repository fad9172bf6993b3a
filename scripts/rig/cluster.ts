import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ROOT } from '@/server/root'
import { type Audited, audit } from '@/tests/api/failover/audit'
import { startFailoverLoad } from '@/tests/api/failover/load'
import { type Actor, signIn } from '@/tests/support/client'
import { serviceEnvironment } from '@/tests/support/environment'
import { startService } from '@/tests/support/pages-service'
import { communitySettings } from '@/tests/support/platform-world'
import { chooseFreePort } from '@/tests/support/ports'
import { randomOf } from '@/tests/support/random'
import { request } from '@/tests/support/request'
import { openSandbox } from '@/tests/support/sandbox'
import { missionBody } from '@/tests/support/story'
import { BINARIES, openDatabaseCluster } from './database'
import { FAULTS } from './faults'
import { openNetwork } from './network'
import { positiveCount } from './positive-number'
import { requirePrograms, wait } from './programs'
import { type Round, tableOf } from './report'
import { signInPeople, wrongIn } from './side-by-side'

/**
 * `npm run rig:cluster -- [--rounds 21] [--writes 10000] [--seed n] [--fault words]`: loses primaries in every way under
 * load, with three Postgres managed by Patroni and two instances of the service (docs/operating.md#losing-primaries). Needs
 * Linux and root.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '21' },
    writes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    fault: { type: 'string', default: '' },
  },
})
const names = Object.keys(FAULTS).filter((name) => name.includes(values.fault))
if (names.length === 0) throw new Error(`The faults are: ${Object.keys(FAULTS).join('; ')}.`)
const random = randomOf(Number(values.seed))
/** Every fault equally often, shuffled by the seed. */
const order = Array.from(
  { length: positiveCount('rounds', values.rounds) },
  (_, round) => names[round % names.length] ?? '',
)
  .map((fault) => ({ fault, place: random() }))
  .sort((a, b) => a.place - b.place)
/** Half of a round's writes: one half before the fault, one after it. */
const HALF = Math.ceil(positiveCount('writes', values.writes) / order.length / 2)
const RETRY_MS = 50
const PATIENCE_MS = 120_000
const RESULTS = path.join(ROOT, 'test-results')

requirePrograms({
  ip: 'iproute2',
  iptables: 'iptables',
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  [`${BINARIES}/postgres`]: 'postgresql-15',
})
const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-rig-'))
chmodSync(folder, 0o755)
const network = openNetwork(3)
// A failed run keeps its logs.
const removeFolder = () => process.exitCode === 0 && rmSync(folder, { recursive: true, force: true })
const closing: (() => unknown)[] = [removeFolder, network.close]
const close = async () => {
  for (const step of closing.splice(0).reverse()) await step()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close().finally(() => process.exit(1)))

/** The seconds until an instance acknowledges a new write. */
async function untilWritable(base: string, who: Actor, sourceUrl: string, since: number): Promise<number> {
  const headers = { ...who.authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify(missionBody({ title: randomUUID(), sourceUrl }))
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(RETRY_MS)) {
    const answer = await request(base, { method: 'POST', path: '/api/v1/missions', headers, body }).catch(() => null)
    if (answer?.status === 200 || answer?.status === 201) return (performance.now() - since) / 1_000
    if (answer && answer.status !== 503) throw new Error(`${base} refused a write: ${answer.text}`)
  }
  throw new Error(`${base} took no write.`)
}

async function main(): Promise<boolean> {
  console.log(`${order.length} rounds, seed ${values.seed}; logs in ${folder}`)
  const ports = [await chooseFreePort(), await chooseFreePort()]
  const cluster = await openDatabaseCluster(network, folder, ports)
  closing.push(cluster.close)
  await cluster.whole()
  const [{ version }] = z.tuple([z.object({ version: z.string() })]).parse(await cluster.query('SELECT version()'))
  console.log('The database is whole.')

  const sandbox = await openSandbox({ limitScale: 1_000_000 })
  closing.push(sandbox.close)
  const own = await sandbox.muse('Trellis')
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const bases: string[] = []
  for (const port of ports) {
    const service = await startService({
      ...serviceEnvironment({ databaseUrl: cluster.url, clockFile, port, rateLimitScale: 1_000_000 }),
      ...communitySettings(sandbox.base, own, 'on'),
      APP_URL: `http://localhost:${ports[0]}`,
      EVIDENCE_DIR: path.join(folder, 'evidence'),
      PARSE_ROWS: '',
    })
    closing.push(service.stop)
    bases.push(`http://localhost:${port}`)
  }
  const [base = ''] = bases
  const { people } = await signInPeople(base)
  const probe = await signIn(base)
  console.log('Two instances are ready.')

  const rounds: Round[] = []
  const file = path.join(RESULTS, `rig-cluster-${values.seed}.json`)
  mkdirSync(RESULTS, { recursive: true })
  const log = (inTheEnd: readonly string[] | null) =>
    writeFileSync(file, JSON.stringify({ seed: values.seed, version, rounds, inTheEnd }, null, 2))
  const audited: Audited[] = []
  for (const { fault } of order) {
    const rootPost = await sandbox.post(own, { text: `Round ${rounds.length + 1} is told here.` })
    const load = startFailoverLoad(bases, people, sandbox, rootPost)
    const reached = (count: number) => wait(async () => load.acknowledged.length >= count, `${count} writes were saved`)
    await reached(HALF)
    await pause(random() * 500)
    const [primary, synchronous] = [await cluster.primary(), await cluster.synchronous()]
    const place = { cluster, network, primary, synchronous }
    const since = performance.now()
    await FAULTS[fault]?.begin(place)
    const times = await Promise.all(bases.map((each) => untilWritable(each, probe, sandbox.url(rootPost), since)))
    const later = await cluster.primary()
    await reached(load.acknowledged.length + HALF)
    FAULTS[fault]?.end(place)
    await load.end()
    await cluster.whole()
    const seconds = Math.max(...times)
    const written: Audited = { load, base, primary: cluster, sandbox, rootPost }
    audited.push(written)
    const found = await audit(written)
    const through = await fetch(`${cluster.site}/api/health`)
    const wrong = [...wrongIn(found), ...(through.ok ? [] : [`through HAProxy: ${through.status}`])]
    const from = network.machines.indexOf(primary) + 1
    const to = network.machines.indexOf(later) + 1
    rounds.push({ fault, seconds, from, to, found, wrong, unavailable: load.unavailable() })
    log(null)
    console.log(
      `${rounds.length}. ${fault}: ${from} → ${to}, ${seconds.toFixed(1)} s, ${found.acknowledged} writes`,
      wrong,
    )
  }

  console.log('Everything is asked for once more …')
  const inTheEnd: string[] = []
  for (const each of audited) inTheEnd.push(...wrongIn(await audit(each)))
  log(inTheEnd)
  console.log(`${tableOf(rounds, values.seed, inTheEnd)}\n\nThe log: ${file}`)
  return inTheEnd.length === 0 && rounds.every(({ wrong }) => wrong.length === 0)
}

try {
  process.exitCode = (await main()) ? 0 : 1
} finally {
  await close()
}
process.exit()
