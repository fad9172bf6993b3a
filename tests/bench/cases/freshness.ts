import { prepareSite } from '@/server/build'
import { idOf } from '../data/ids'
import { WRITING } from '../data/sizes'
import { REPEATED } from '../data/writes'
import type { Served } from '../servers/load'
import type { Asked } from '../servers/record'
import type { Databases } from '../support/databases'
import { instanceEnvironment } from '../support/environment'
import { startService } from '../support/next-app'
import { requestOneByOne } from '../support/raw-client'
import { limitFigure, roundsFigure } from '../support/report'
import type { Case } from './case'

/** Of a round. */
const SECONDS = 2
const WRITES_PER_SECOND = 10
const WRITE_ROUNDS = 15
/** Before anything is measured: a service that has just started compiles the code of a write meanwhile. */
const WARM_UP_WRITES = 600
const WARM_UP_SECONDS = 2

/**
 * Sends writes at a steady rate until it is ended, by a client that takes little of the machine: `fetch` costs more than the write.
 * @returns how to end it. @throws Error from there, when one was refused.
 */
function keepWriting(port: number, requests: readonly Asked[]): () => Promise<void> {
  const sent: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const request = requests[sent.length]
    if (request) sent.push(requestOneByOne(port, [request]))
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
    await prepareSite({ say })
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
      // In turns of either order, so that neither always follows the other.
      for (const kind of round % 2 === 0 ? (['alone', 'written'] as const) : (['written', 'alone'] as const)) {
        const writes = kind === 'written' ? take(WRITES_PER_SECOND * (SECONDS + 1)) : []
        const end = keepWriting(one.port, writes)
        rates[kind].push((await load.ask<Served>('many', ask)).perSecond)
        await end()
      }
    }
    let stale = 0
    const shown = 30
    for (const request of take(shown)) {
      const [, , , , id = ''] = request.target.split('/')
      const there = `http://localhost:${two.port}/challenges/${id}`
      await (await fetch(there)).text()
      await requestOneByOne(one.port, [request])
      if (!(await (await fetch(there)).text()).includes('https://plans.example/b')) stale += 1
    }
    await one.stop()
    await two.stop()
    return [
      roundsFigure(
        `challenge page under ${WRITES_PER_SECOND} unrelated writes a second`,
        rates.written,
        rates.alone,
        { atLeast: 0.95 },
        'req/s',
        'alone',
      ),
      limitFigure(`stale pages at another instance, after ${shown} writes`, stale, 0, 'pages'),
    ]
  },
}
