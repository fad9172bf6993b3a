import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { WRITING } from '../data/sizes'
import { REPEATED, type RepeatedWrite } from '../data/writes'
import type { Recorded, Statement } from '../servers/record'
import { instanceEnvironment } from '../support/environment'
import { benchFolder } from '../support/folder'
import { asLiteral, asScript, runScript } from '../support/pgbench'
import { takePort } from '../support/ports'
import { startWorker } from '../support/process'
import { type Figure, plainFigure, ratioFigure } from '../support/report'
import { median } from '../support/stats'
import type { Bench, Case } from './case'

const ROUNDS = 3
const PER_ROUND = 600

/** The values that differ from write to write, by place of statement and of value. */
function varied(writes: readonly (readonly Statement[])[]): string[] {
  const [first] = writes
  return (first ?? []).flatMap(({ values }, place) =>
    values.flatMap((value, index) =>
      writes.some((write) => String(write[place]?.values[index]) !== String(value)) ? [`s${place}_${index}`] : [],
    ),
  )
}

/**
 * The recorded writes as a pgbench script. What differs from write to write is fetched first, by its number, which costs a
 * statement more; `helper` is that statement alone, so that its time can be taken off.
 */
async function prepareScripts(url: string, writes: readonly (readonly Statement[])[]) {
  const names = varied(writes)
  const valueAt = (write: readonly Statement[], name: string) => {
    const [place, index] = name.slice(1).split('_').map(Number)
    return write[place ?? 0]?.values[index ?? 0]
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `CREATE UNLOGGED TABLE bench_value (n int PRIMARY KEY, ${names.map((name) => `${name} text`).join(', ')})`,
  )
  const rows = writes.map((write, n) => ({
    n,
    ...Object.fromEntries(names.map((name) => [name, asLiteral(valueAt(write, name))])),
  }))
  await client.query('INSERT INTO bench_value SELECT * FROM json_populate_recordset(NULL::bench_value, $1::json)', [
    JSON.stringify(rows),
  ])
  await client.query('ANALYZE bench_value')
  await client.end()

  const variables: Record<string, string> = {}
  const [first = []] = writes
  const statements = first.map(({ text, values }, place) =>
    asScript(text, (index) => {
      const name = `s${place}_${index}`
      const value = values[index]
      if (!names.includes(name) && value !== null && value !== undefined) variables[name] = asLiteral(value)
      return name
    }),
  )
  const helper = `\\set n :n + 1\nSELECT ${names.join(', ')} FROM bench_value WHERE n = :n \\gset\n`
  return { helper, whole: helper + statements.join('\n'), variables }
}

async function measure(bench: Bench, write: RepeatedWrite): Promise<Figure[]> {
  const { databases, load, say } = bench
  say(`writes: ${write.name}, one client at a time`)
  const count = ROUNDS * PER_ROUND + 1
  const requests = Array.from({ length: count }, (_, index) => write.request(index + 1))
  const name = write.name.replace(/\W+/g, '_')

  const recorder = await startWorker(
    'record.ts',
    instanceEnvironment(await databases.copy('writing', 'writing_record'), 1),
  )
  const recorded = await recorder.ask<Recorded[]>('record', requests)
  await recorder.stop()
  const refused = recorded.find(({ status }) => status !== 201)
  if (refused) throw new Error(`${write.name} was refused: ${refused.status} ${refused.body}`)
  const statements = recorded.map((one) => one.statements)
  const file = path.join(benchFolder('writes'), `${name}.json`)
  writeFileSync(file, JSON.stringify(statements))
  // As they are read back: what JSON makes of a Date is what is sent.
  const texts: Statement[][] = JSON.parse(JSON.stringify(statements))

  const [frontPort, fastifyPort] = [await takePort(), await takePort()]
  const front = await startWorker(
    'front.ts',
    instanceEnvironment(await databases.copy('writing', 'writing_front'), frontPort),
  )
  await front.ask('listen', frontPort)
  const fastify = await startWorker('fastify.ts', { DATABASE_URL: await databases.copy('writing', 'writing_fastify') })
  await fastify.ask('writes', file)
  await fastify.ask('listen', fastifyPort)
  const benchUrl = await databases.copy('writing', 'writing_pgbench')
  const scripts = await prepareScripts(benchUrl, texts)

  const rates = { front: [] as number[], fastify: [] as number[], pgbench: [] as number[] }
  const rate = (times: number[]) => times.length / (times.reduce((sum, time) => sum + time, 0) / 1000)
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = 1 + round * PER_ROUND
    const ours = requests.slice(from, from + PER_ROUND)
    rates.front.push(rate(await load.ask<number[]>('oneByOne', { port: frontPort, requests: ours })))
    const theirs = ours.map((request, index) => ({ ...request, target: `/write/${from + index}` }))
    rates.fastify.push(rate(await load.ask<number[]>('oneByOne', { port: fastifyPort, requests: theirs })))
    const variables = { ...scripts.variables, n: String(from - 1) }
    const amount = { clients: 1, times: PER_ROUND }
    const whole = await runScript(benchUrl, { name, text: scripts.whole, variables }, amount)
    const helper = await runScript(
      benchUrl,
      { name: `${name}_helper`, text: scripts.helper, variables: { n: String(from - 1) } },
      amount,
    )
    if (whole && helper) rates.pgbench.push(1 / (1 / whole - 1 / helper))
  }
  await front.stop()
  await fastify.stop()
  const measured = median(rates.front)
  return [
    rates.pgbench.length > 0
      ? ratioFigure(write.name, measured, median(rates.pgbench), { atLeast: 0.5 }, 'writes/s', 'pgbench, one by one')
      : plainFigure(write.name, 'pgbench is not installed (apt-get install postgresql-contrib)'),
    ratioFigure(write.name, measured, median(rates.fastify), { atLeast: 1 }, 'writes/s', 'Fastify + pg, one by one'),
    plainFigure(`${write.name}: statements`, String(texts[1]?.length ?? 0)),
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
