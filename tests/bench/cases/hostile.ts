import { readOpenGraph } from '@/lib/platform/gateway/open-graph'
import { HOSTILE_HEADS } from '@/tests/support/hostile-pages'
import { ratioFigure } from '../support/report'
import { median } from '../support/stats'
import type { Case } from './case'

const WARM_UP_ROUNDS = 20
const ROUNDS = 5
const ORDINARY_TAGS = 400
/** Of what a long but ordinary head costs. */
const RATIO_MAX = 10

function cost(page: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now()
    readOpenGraph(page)
    return performance.now() - begun
  })
  return median(times)
}

/** Pages that are made to cost whoever reads their head, beside a long ordinary one. */
export const hostile: Case = {
  name: 'hostile',
  async run({ say }) {
    say('hostile: pages that are made to cost')
    const line = '<meta property="og:description" content="Two neighbours, one spade, and the good earth under it.">'
    const ordinaryPage = `<html><head>${line.repeat(ORDINARY_TAGS)}</head>`
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) readOpenGraph(ordinaryPage)
    const ordinary = cost(ordinaryPage)
    const costs = HOSTILE_HEADS.map(([name, head]) => ({ name, ms: cost(`<html><head>${head}</head>`) }))
    const worst = costs.reduce((a, b) => (b.ms > a.ms ? b : a))
    const bound = { atMost: RATIO_MAX }
    return [
      ratioFigure(
        `the costliest hostile page (${worst.name})`,
        worst.ms,
        ordinary,
        bound,
        'ms',
        'an ordinary long head',
      ),
    ]
  },
}
