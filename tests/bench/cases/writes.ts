import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { WRITING } from '../data/sizes'
import { REPEATED, type RepeatedWrite } from '../data/writes'
import { benchFolder } from '../support/folder'
import { startFront } from '../support/front'
import { takePort } from '../support/ports'
import { startWorker } from '../support/process'
import { prepareScript, recordWrites } from '../support/recorded-writes'
import { type Figure, plainFigure, roundsFigure } from '../support/report'
import type { Bench, Case } from './case'

const ROUNDS = 5
const PER_ROUND = 400

async function measure(bench: Bench, write: RepeatedWrite): Promise<Figure[]> {
  const { databases, load, say } = bench
  say(`writes: ${write.name}, one client at a time`)
  const count = (1 + ROUNDS) * PER_ROUND + 1
  const requests = Array.from({ length: count }, (_, index) => write.request(index + 1))
  const name = write.name.replace(/\W+/g, '_')

  const statements = await recordWrites(await databases.copy('writing', 'writing_record'), requests)
  const file = path.join(benchFolder('writes'), `${name}.json`)
  writeFileSync(file, JSON.stringify(statements))

  const front = await startFront(await databases.copy('writing', 'writing_front'))
  const fastifyPort = await takePort()
  const fastify = await startWorker('fastify.ts', { DATABASE_URL: await databases.copy('writing', 'writing_fastify') })
  await fastify.ask('writes', file)
  await fastify.ask('listen', fastifyPort)
  const script = await prepareScript(await databases.copy('writing', 'writing_pgbench'), name, statements)

  const rates = { front: [] as number[], fastify: [] as number[], pgbench: [] as number[] }
  const rate = (times: number[]) => times.length / (times.reduce((sum, time) => sum + time, 0) / 1000)
  for (let round = 0; round <= ROUNDS; round += 1) {
    const from = 1 + round * PER_ROUND
    const ours = requests.slice(from, from + PER_ROUND)
    rates.front.push(rate(await load.ask<number[]>('oneByOne', { port: front.port, requests: ours })))
    const theirs = ours.map((request, index) => ({ ...request, target: `/write/${from + index}` }))
    rates.fastify.push(rate(await load.ask<number[]>('oneByOne', { port: fastifyPort, requests: theirs })))
    const alone = await script.rate(from, 1, PER_ROUND)
    if (alone) rates.pgbench.push(alone)
  }
  await front.stop()
  await fastify.stop()
  // Round 0 only warms up.
  const [measured, alone, fastifys] = [rates.front.slice(1), rates.pgbench.slice(1), rates.fastify.slice(1)]
  return [
    alone.length > 0
      ? roundsFigure(write.name, measured, alone, { atLeast: 0.5 }, 'writes/s', 'pgbench, one by one')
      : plainFigure(write.name, 'pgbench is not installed (apt-get install postgresql-contrib)'),
    roundsFigure(write.name, measured, fastifys, { atLeast: 1 }, 'writes/s', 'Fastify + pg, one by one'),
    plainFigure(`${write.name}: statements`, String(statements[1]?.length ?? 0)),
  ]
}

/** Whole writes, one after the other, beside the same statements with the same values sent one by one. */
export const writes: Case = {
  name: 'writes',
  async run(bench) {
    await bench.databases.generated('writing', WRITING)
    const figures: Figure[] = []
    for (const write of REPEATED) figures.push(...(await measure(bench, write)))
    return figures
  },
}
