import { prepareSite } from '@/server/build'
import { missionIn } from '../data/generate'
import { idOf } from '../data/ids'
import { SMALL } from '../data/sizes'
import { instanceEnvironment } from '../support/environment'
import { type Lighthouse, startLighthouse, type Vitals } from '../support/lighthouse'
import { startService } from '../support/next-app'
import { aboveFigure, type Figure, ratioFigure } from '../support/report'
import { median } from '../support/stats'
import type { Case } from './case'

const BARE = 'a bare Next page'
const ROUNDS = 7
/** Of a bare page's largest contentful paint. */
const LCP_RATIO_MAX = 1.5
/** Beyond a bare page's total blocking time. */
const TBT_ABOVE_MS_MAX = 50

/** Loads every page in turns, round after round, so that whatever else the machine does falls on all of them. */
async function inTurns(
  lighthouse: Lighthouse,
  urls: Readonly<Record<string, string>>,
): Promise<(name: string, of: keyof Vitals) => number> {
  const loads = new Map<string, Vitals[]>()
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, url] of Object.entries(urls)) {
      const vitals = await lighthouse.measure(url)
      // Round 0 only warms up: the pages are rendered and remembered.
      if (round > 0) loads.set(name, [...(loads.get(name) ?? []), vitals])
    }
  }
  return (name, of) => median((loads.get(name) ?? []).map((vitals) => vitals[of]))
}

/** What Lighthouse says of pages on a phone, beside a bare Next page in the same run. */
export const vitals: Case = {
  name: 'vitals',
  async run({ databases, floor, say }) {
    say('vitals: pages in Lighthouse')
    const lighthouse = await startLighthouse()
    const url = await databases.generated('small', SMALL)
    await prepareSite({ say })
    const service = await startService(instanceEnvironment(url, 0))
    const bare = await floor()
    try {
      const completed = missionIn('COMPLETED', 50)
      const pages: Record<string, string> = {
        home: '/',
        'list of challenges': '/challenges',
        'list of missions': '/missions',
        challenge: `/challenges/${idOf('challenge', 500)}`,
        mission: `/missions/${idOf('mission', completed)}`,
        receipt: `/receipts/${idOf('receipt', completed)}`,
      }
      const of = await inTurns(lighthouse, {
        [BARE]: `http://localhost:${bare.port}/`,
        ...Object.fromEntries(
          Object.entries(pages).map(([name, path]) => [name, `http://localhost:${service.port}${path}`]),
        ),
      })
      return Object.keys(pages).flatMap((name): Figure[] => [
        ratioFigure(
          `${name}: largest contentful paint`,
          of(name, 'lcpMs'),
          of(BARE, 'lcpMs'),
          { atMost: LCP_RATIO_MAX },
          'ms',
          BARE,
        ),
        aboveFigure(`${name}: total blocking time`, of(name, 'tbtMs'), of(BARE, 'tbtMs'), TBT_ABOVE_MS_MAX, 'ms', BARE),
        aboveFigure(`${name}: longest task`, of(name, 'longestTaskMs'), of(BARE, 'longestTaskMs'), null, 'ms', BARE),
      ])
    } finally {
      await lighthouse.close()
      await service.stop()
    }
  },
}
