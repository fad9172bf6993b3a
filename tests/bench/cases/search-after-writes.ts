import pg from 'pg'
import { WRITING } from '../data/sizes'
import { PUBLISH } from '../data/writes'
import type { Asked } from '../servers/record'
import { startFront } from '../support/front'
import { type Figure, ratioFigure } from '../support/report'
import { median } from '../support/stats'
import type { Case } from './case'

/** New titles fill what their index has not merged yet several times over. */
const ROUNDS = 60
const WRITES_PER_ROUND = 30
const SEARCHES_PER_ROUND = 20

const SEARCHES: Readonly<Record<string, (nth: number) => string>> = {
  'missions by a new title': (nth) => `/api/v1/missions?q=bed%20number%20${nth}`,
  'search for a new title': (nth) => `/api/v1/search?q=number%20${nth}&kind=mission`,
}

const INDEXES = ['MissionTitle_grams', 'SearchText_words']

/** Merges what was written into the indexes, as a vacuum does. */
async function merge(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const index of INDEXES) await client.query('SELECT gin_clean_pending_list($1::regclass)', [`"${index}"`])
  await client.end()
}

/** Searches between writes, beside the same searches once the indexes are merged, and the slowest of the writes. */
export const searchAfterWrites: Case = {
  name: 'search-after-writes',
  async run({ databases, load, say }) {
    say('search-after-writes: searches among records that were just written')
    await databases.generated('writing', WRITING)
    const url = await databases.copy('writing', 'searched')
    // The second time a view would be remembered.
    const front = await startFront(url, { remembers: false })
    const times = (requests: readonly Asked[]) => load.ask<number[]>('oneByOne', { port: front.port, requests })
    const written: number[] = []
    const searches = Object.entries(SEARCHES).map(([what, target]) => {
      const search = (round: number) =>
        times(
          Array.from({ length: SEARCHES_PER_ROUND }, (_, at) => ({
            method: 'GET',
            target: target(round * WRITES_PER_ROUND + 1 + at),
          })),
        )
      return { what, search, fresh: [] as number[], merged: [] as number[] }
    })
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round * WRITES_PER_ROUND + 1
      const requests = Array.from({ length: WRITES_PER_ROUND }, (_, at) => PUBLISH.request(first + at))
      written.push(...(await times(requests)))
      for (const { search, fresh } of searches) fresh.push(...(await search(round)))
    }
    await merge(url)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { search, merged } of searches) merged.push(...(await search(round)))
    }
    await front.stop()
    return [
      ...searches.map(
        ({ what, fresh, merged }): Figure =>
          ratioFigure(what, median(fresh), median(merged), { atMost: 1.25 }, 'ms', 'its index merged'),
      ),
      ratioFigure(`${PUBLISH.name}: the slowest`, Math.max(...written), median(written), null, 'ms', 'the median'),
    ]
  },
}
