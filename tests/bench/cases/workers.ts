import { idOf } from '../data/ids'
import { BUSY } from '../data/sizes'
import { instanceEnvironment } from '../support/environment'
import { lightRate } from '../support/light-load'
import { startService } from '../support/next-app'
import { ratioFigure } from '../support/report'
import { buildService } from '../support/service-build'
import { median } from '../support/stats'
import type { Case } from './case'

const SECONDS = 4
const ROUNDS = 3
const PATHS = [
  ['single read', `/api/v1/challenges/${idOf('challenge', 1)}`, { atLeast: 1.6 }],
  ['challenge page', `/challenges/${idOf('challenge', 1)}`, null],
] as const

/** The whole service with two workers beside the same with one, under a load that leaves them the machine. */
export const workers: Case = {
  name: 'workers',
  async run({ databases, load, say }) {
    say('workers: one and two')
    const url = await databases.generated('busy', BUSY)
    await buildService(say)
    const one = await startService(instanceEnvironment(url, 0))
    const two = await startService({ ...instanceEnvironment(url, 0), WEB_CONCURRENCY: '2' })
    const figures = []
    for (const [name, path, bound] of PATHS) {
      const rates = { one: [] as number[], two: [] as number[] }
      let generator = ''
      for (let round = 0; round <= ROUNDS; round += 1) {
        const seconds = round === 0 ? 1 : SECONDS
        const [single, double] = [
          await lightRate(load, one.port, path, seconds),
          await lightRate(load, two.port, path, seconds),
        ]
        generator = single.generator
        // Round 0 only warms up.
        if (round === 0) continue
        rates.one.push(single.perSecond)
        rates.two.push(double.perSecond)
      }
      figures.push(
        ratioFigure(
          `${name}, two workers`,
          median(rates.two),
          median(rates.one),
          bound,
          'req/s',
          `one worker; ${generator}`,
        ),
      )
    }
    await one.stop()
    await two.stop()
    return figures
  },
}
