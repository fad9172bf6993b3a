import { idOf } from '../data/ids'
import { WRITING } from '../data/sizes'
import { REPEATED } from '../data/writes'
import type { Served } from '../servers/load'
import type { Asked } from '../servers/record'
import type { Databases } from '../support/databases'
import { instanceEnvironment } from '../support/environment'
import { startService } from '../support/next-app'
import { limitFigure, ratioFigure } from '../support/report'
import { buildService } from '../support/service-build'
import { median } from '../support/stats'
import type { Case } from './case'

const SECONDS = 4
const WRITES_PER_SECOND = 10
const WRITE_ROUNDS = 3
/** Before anything is measured: a service that has just started compiles the code of a write meanwhile. */
const WARM_UP_WRITES = 600
const WARM_UP_SECONDS = 2

/** @throws Error when it was refused. */
async function send(port: number, { method, target, headers = {}, body }: Asked): Promise<void> {
  const answer = await fetch(`http://localhost:${port}${target}`, { method, headers, body: body ?? null })
  if (answer.status !== 201) throw new Error(`A write was refused: ${answer.status} ${await answer.text()}`)
}

/** Sends writes at a steady rate until it is ended. @returns how to end it. @throws Error from there, when one was refused. */
function keepWriting(port: number, requests: readonly Asked[]): () => Promise<void> {
  const sent: Promise<void>[] = []
  const timer = setInterval(() => {
    const request = requests[sent.length]
    if (request) sent.push(send(port, request))
  }, 1000 / WRITES_PER_SECOND)
  return async () => {
    clearInterval(timer)
    await Promise.all(sent)
  }
}

async function copyOfWriting(databases: Databases): Promise<string> {
  await databases.generated('writing', WRITING)
  return databases.copy('writing', 'freshness')
}

/** A page while others write what it does not show, and pages of another instance right after a write. */
export const freshness: Case = {
  name: 'freshness',
  async run({ databases, load, say }) {
    say('freshness: pages under writes, and of another instance')
    const url = await copyOfWriting(databases)
    await buildService(say)
    const [one, two] = [
      await startService(instanceEnvironment(url, 0)),
      await startService(instanceEnvironment(url, 0)),
    ]
    const [write] = REPEATED
    if (!write) throw new Error('There is a write that can be repeated.')
    const page = `/challenges/${idOf('challenge', 1)}`
    const rates = { alone: [] as number[], written: [] as number[] }
    const ask = { port: one.port, paths: [page], connections: 16, seconds: SECONDS }
    let nth = 1
    const take = (count: number) => Array.from({ length: count }, () => write.request(nth++))
    await load.ask('shared', { port: one.port, requests: take(WARM_UP_WRITES), clients: 4 })
    await load.ask<Served>('many', { ...ask, seconds: WARM_UP_SECONDS })
    for (let round = 0; round < WRITE_ROUNDS; round += 1) {
      rates.alone.push((await load.ask<Served>('many', ask)).perSecond)
      const end = keepWriting(one.port, take(WRITES_PER_SECOND * (SECONDS + 1)))
      rates.written.push((await load.ask<Served>('many', ask)).perSecond)
      await end()
    }
    let stale = 0
    const shown = 30
    for (const request of take(shown)) {
      const [, , , , id = ''] = request.target.split('/')
      const there = `http://localhost:${two.port}/challenges/${id}`
      await (await fetch(there)).text()
      await send(one.port, request)
      if (!(await (await fetch(there)).text()).includes('https://plans.example/b')) stale += 1
    }
    await one.stop()
    await two.stop()
    return [
      ratioFigure(
        `challenge page under ${WRITES_PER_SECOND} unrelated writes a second`,
        median(rates.written),
        median(rates.alone),
        { atLeast: 0.95 },
        'req/s',
        'alone',
      ),
      limitFigure(`stale pages at another instance, after ${shown} writes`, stale, 0, 'pages'),
    ]
  },
}
