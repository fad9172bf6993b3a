import pg from 'pg'
import { z } from 'zod'
import { WRITING } from '../data/sizes'
import { PUBLISH, REPEATED, type RepeatedWrite } from '../data/writes'
import { type Databases, openDurableDatabases } from '../support/databases'
import { startFront } from '../support/front'
import { prepareSimpleUpdates, simpleUpdateRate } from '../support/pgbench'
import { cpuMicroseconds, siblingsCpuMicroseconds } from '../support/process'
import { prepareScript, recordWrites } from '../support/recorded-writes'
import { type Figure, plainFigure, round, roundsFigure } from '../support/report'
import { underLoad } from '../support/rounds'
import { median } from '../support/stats'
import type { Bench, Case } from './case'

const ROUNDS = 5
const SECONDS = 3
const AT_ONCE = 16
/** Writes of each client in a round: of one that is alone, and of many. */
const EACH = { alone: 150, together: 36 }
const PER_ROUND = EACH.alone + AT_ONCE * EACH.together
/** Before anything is measured: a service lives for days, and the floor's route has answered as often by then. */
const WARM_UP = 7_000

/** What writes have cost so far. */
interface Spent {
  readonly serviceMicroseconds: number
  readonly postgresMicroseconds: number
  readonly logBytes: number
}

const Place = z.tuple([z.object({ pid: z.number(), bytes: z.coerce.number() })])

/** Reads what a service and its Postgres have spent. */
async function openMeter(url: string, service: number) {
  const client = new pg.Client({ connectionString: url })
  // Where a run fails the server ends first, and the run's own fault is told.
  client.on('error', () => undefined)
  await client.connect()
  return {
    async read(): Promise<Spent> {
      const asked = await client.query(`SELECT pg_backend_pid() AS pid, pg_current_wal_lsn() - '0/0' AS bytes`)
      const [{ pid, bytes }] = Place.parse(asked.rows)
      return {
        serviceMicroseconds: cpuMicroseconds(service),
        postgresMicroseconds: siblingsCpuMicroseconds(pid),
        logBytes: bytes,
      }
    },
    close: () => client.end(),
  }
}

/** What the runs of a write share. */
interface Floors {
  /** CPU of a request to a bare Next route, in microseconds, now: a machine is not always as fast. */
  route(): Promise<number>
  /** Where `pgbench -N` may write. */
  readonly simpleUrl: string
}

async function measure(bench: Bench, databases: Databases, write: RepeatedWrite, floors: Floors): Promise<Figure[]> {
  bench.say(`durable: ${write.name}, one client and ${AT_ONCE}`)
  const requests = Array.from({ length: WARM_UP + ROUNDS * PER_ROUND + 1 }, (_, index) => write.request(index + 1))
  const statements = await recordWrites(await databases.copy('writing', 'writing_record'), requests)
  const name = `durable_${write.name.replace(/\W+/g, '_')}`
  const script = await prepareScript(await databases.copy('writing', 'writing_pgbench'), name, statements)
  const url = await databases.copy('writing', 'writing_front')
  const front = await startFront(url)
  const { port } = front
  const meter = await openMeter(url, front.pid)

  const rates = { alone: [] as number[], together: [] as number[] }
  const floorRates = { alone: [] as number[], together: [] as number[] }
  const simple: number[] = []
  const costs: Spent[] = []
  const routes: number[] = []
  await bench.load.ask('shared', { port, requests: requests.slice(1, WARM_UP + 1), clients: AT_ONCE })
  let next = 1 + WARM_UP
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const routeBefore = await floors.route()
    const before = await meter.read()
    for (const [kind, clients] of [
      ['alone', 1],
      ['together', AT_ONCE],
    ] as const) {
      const own = requests.slice(next, next + clients * EACH[kind])
      rates[kind].push(await bench.load.ask<number>('shared', { port, requests: own, clients }))
      next += own.length
    }
    const after = await meter.read()
    routes.push((routeBefore + (await floors.route())) / 2)
    costs.push({
      serviceMicroseconds: (after.serviceMicroseconds - before.serviceMicroseconds) / PER_ROUND,
      postgresMicroseconds: (after.postgresMicroseconds - before.postgresMicroseconds) / PER_ROUND,
      logBytes: (after.logBytes - before.logBytes) / PER_ROUND,
    })
    for (const [kind, clients, from] of [
      ['alone', 1, next - PER_ROUND],
      ['together', AT_ONCE, next - PER_ROUND + EACH.alone],
    ] as const) {
      const floor = await script.rate(from, clients, EACH[kind])
      if (floor) floorRates[kind].push(floor)
    }
    if (write !== PUBLISH) continue
    const rate = await simpleUpdateRate(floors.simpleUrl, { clients: AT_ONCE, seconds: SECONDS })
    if (rate) simple.push(rate)
  }
  await meter.close()
  await front.stop()

  const cost = (of: keyof Spent) => costs.map((each) => each[of])
  const rate = (kind: 'alone' | 'together', clients: string, atLeast: number) =>
    floorRates[kind].length === 0
      ? plainFigure(`${write.name}, durable, ${clients}`, `${round(median(rates[kind]))} writes/s`)
      : roundsFigure(
          `${write.name}, durable, ${clients}`,
          rates[kind],
          floorRates[kind],
          { atLeast },
          'writes/s',
          'pgbench, one by one',
        )
  return [
    rate('alone', '1 client', 0.5),
    rate('together', `${AT_ONCE} clients`, 0.6),
    ...(simple.length > 0
      ? [
          roundsFigure(
            `${write.name}, durable, ${AT_ONCE} clients`,
            rates.together,
            simple,
            { atLeast: 0.35 },
            'writes/s',
            'pgbench -N',
          ),
        ]
      : []),
    roundsFigure(
      `${write.name}: CPU of the service`,
      cost('serviceMicroseconds').map((microseconds) => microseconds / 1000),
      routes.map((microseconds) => microseconds / 1000),
      { atMost: 0.45 },
      'ms',
      'a request to a bare Next route',
    ),
    plainFigure(`${write.name}: CPU of Postgres`, `${round(median(cost('postgresMicroseconds')) / 1000)} ms`),
    plainFigure(`${write.name}: log (WAL)`, `${round(median(cost('logBytes')))} bytes`),
  ]
}

async function measureFloors({ load, floor }: Bench, databases: Databases): Promise<Floors> {
  const bare = { name: 'floor', ...(await floor()) }
  const route = async () => (await underLoad(load, bare, ['/floor'], SECONDS)).cpuMicroseconds
  // Compilers and caches.
  await route()
  const simpleUrl = await databases.empty('simple_updates')
  await prepareSimpleUpdates(simpleUrl)
  return { route, simpleUrl }
}

/** Whole writes where each commit waits for the disk, by one client and by many, and what each costs. */
export const durable: Case = {
  name: 'durable',
  async run(bench) {
    bench.say('durable: a Postgres that waits for the disk')
    const databases = await openDurableDatabases()
    try {
      await databases.generated('writing', WRITING)
      const floors = await measureFloors(bench, databases)
      const figures: Figure[] = []
      for (const write of REPEATED) figures.push(...(await measure(bench, databases, write, floors)))
      return figures
    } finally {
      await databases.stop()
    }
  },
}
