import { prepareSite, WORKER } from '@/server/build'
import { childrenOf } from '@/tests/support/processes'
import { idOf } from '../data/ids'
import { BUSY } from '../data/sizes'
import { holdEach } from '../support/cpu-share'
import { instanceEnvironment } from '../support/environment'
import { lightRate } from '../support/light-load'
import { startService } from '../support/next-app'
import type { Worker } from '../support/process'
import { plainFigure, roundsFigure } from '../support/report'
import type { Case } from './case'

/** Of a round. */
const SECONDS = 2
const ROUNDS = 7
/** Different ones: requests for the same at the same time share what they ask of the database. */
const IDS = Array.from({ length: 100 }, (_, index) => idOf('challenge', index + 1))
const READS = [
  { name: 'single read', paths: IDS.map((id) => `/api/v1/challenges/${id}`), bound: { atLeast: 1.6 }, warmUp: 1 },
  // Every page has to be rendered once, by code that is not compiled yet.
  { name: 'challenge page', paths: IDS.map((id) => `/challenges/${id}`), bound: null, warmUp: 15 },
] as const
/** So much of a core leaves room on two cores for the database and the generator, also of two workers. */
const HELD_CORES = 0.25

/** The rates of one worker and of two, in turns. @param warmUp in seconds. */
async function rates(
  load: Worker,
  ports: { readonly one: number; readonly two: number },
  paths: readonly string[],
  warmUp: number,
) {
  const one: number[] = []
  const two: number[] = []
  let generator = ''
  for (let round = 0; round <= ROUNDS; round += 1) {
    const seconds = round === 0 ? warmUp : SECONDS
    const [single, double] = [
      await lightRate(load, ports.one, paths, seconds),
      await lightRate(load, ports.two, paths, seconds),
    ]
    generator = single.generator
    // Round 0 only warms up.
    if (round === 0) continue
    one.push(single.perSecond)
    two.push(double.perSecond)
  }
  return { one, two, generator }
}

/** The whole service with two workers beside the same with one, under a load that leaves them the machine. */
export const workers: Case = {
  name: 'workers',
  async run({ databases, load, say }) {
    say('workers: one and two')
    const url = await databases.generated('busy', BUSY)
    await prepareSite({ say })
    const one = await startService(instanceEnvironment(url, 0))
    const two = await startService({ ...instanceEnvironment(url, 0), WEB_CONCURRENCY: '2' })
    const ports = { one: one.port, two: two.port }
    const figures = []
    for (const { name, paths, bound, warmUp } of READS) {
      const free = await rates(load, ports, paths, warmUp)
      figures.push(
        roundsFigure(`${name}, two workers`, free.two, free.one, bound, 'req/s', `one worker; ${free.generator}`),
      )
      const release = holdEach([one.pid, ...childrenOf(two.pid, WORKER)], HELD_CORES)
      if (!release) {
        figures.push(plainFigure(`${name}, workers of ${HELD_CORES} cores`, 'not measured: needs root and cgroups'))
        continue
      }
      const held = await rates(load, ports, paths, 1)
      release()
      const floor = `one worker of ${HELD_CORES} cores; ${held.generator}`
      figures.push(
        roundsFigure(`${name}, two workers of ${HELD_CORES} cores`, held.two, held.one, bound, 'req/s', floor),
      )
    }
    await one.stop()
    await two.stop()
    return figures
  },
}
