import pg from 'pg'
import { WRITING } from '../data/sizes'
import { PUBLISH } from '../data/writes'
import type { Asked } from '../servers/record'
import { startFront } from '../support/front'
import { ratioFigure, roundsFigure } from '../support/report'
import { median } from '../support/stats'
import type { Case } from './case'

/** A service that has just started compiles the code of a write meanwhile. */
const WARM_UP_WRITES = 200
/** New titles fill what their index has not merged yet several times over. */
const ROUNDS = 60
const WRITES_PER_ROUND = 30
const SEARCHES_PER_ROUND = 20

const SEARCHES: Readonly<Record<string, (nth: number) => string>> = {
  'missions by a new title': (nth) => `/api/v1/missions?q=bed%20number%20${nth}`,
  'search for a new title': (nth) => `/api/v1/search?q=number%20${nth}&kind=mission`,
}

const KINDS = ['fresh', 'merged'] as const
type Kind = (typeof KINDS)[number]

const INDEXES = ['MissionTitle_grams', 'SearchText_words']

/** Merges what was written into the indexes, as a vacuum does. */
async function merge(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const index of INDEXES) await client.query('SELECT gin_clean_pending_list($1::regclass)', [`"${index}"`])
  await client.end()
}

/** Searches between writes, beside the same searches where the indexes are merged each time, and the slowest of the writes. */
export const searchAfterWrites: Case = {
  name: 'search-after-writes',
  async run({ databases, load, say }) {
    say('search-after-writes: searches among records that were just written')
    await databases.generated('writing', WRITING)
    const urls = {
      fresh: await databases.copy('writing', 'searched'),
      merged: await databases.copy('writing', 'merged'),
    }
    // The second time a view would be remembered.
    const fronts = {
      fresh: await startFront(urls.fresh, { remembers: false }),
      merged: await startFront(urls.merged, { remembers: false }),
    }
    const times = (kind: Kind, requests: readonly Asked[]) =>
      load.ask<number[]>('oneByOne', { port: fronts[kind].port, requests })
    const written: number[] = []
    const searches = Object.entries(SEARCHES).map(([what, target]) => ({
      what,
      targets: (first: number) =>
        Array.from({ length: SEARCHES_PER_ROUND }, (_, at) => ({ method: 'GET', target: target(first + at) })),
      rounds: { fresh: [] as number[], merged: [] as number[] },
    }))
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round * WRITES_PER_ROUND + 1
      const requests = Array.from({ length: WRITES_PER_ROUND }, (_, at) => PUBLISH.request(first + at))
      await times('merged', requests)
      await merge(urls.merged)
      written.push(...(await times('fresh', requests)))
      for (const { targets, rounds } of searches) {
        // In turns of either order, so that neither always follows the other.
        for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed())
          rounds[kind].push(median(await times(kind, targets(first))))
      }
    }
    await fronts.fresh.stop()
    await fronts.merged.stop()
    const warm = written.slice(WARM_UP_WRITES)
    return [
      ...searches.map(({ what, rounds }) =>
        roundsFigure(what, rounds.fresh, rounds.merged, { atMost: 1.25 }, 'ms', 'its index merged'),
      ),
      ratioFigure(`${PUBLISH.name}: the slowest`, Math.max(...warm), median(warm), null, 'ms', 'the median'),
    ]
  },
}
