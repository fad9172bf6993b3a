import pg from 'pg'
import { WRITING } from '../data/sizes'
import { PUBLISH } from '../data/writes'
import { instanceEnvironment } from '../support/environment'
import { takePort } from '../support/ports'
import { startWorker } from '../support/process'
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
    const port = await takePort()
    const front = await startWorker('front.ts', instanceEnvironment(url, port))
    await front.ask('listen', port)
    // The second time a view would be remembered.
    await front.ask('forget')
    const times = (targets: readonly string[]) =>
      load.ask<number[]>('oneByOne', { port, requests: targets.map((target) => ({ method: 'GET', target })) })
    const written: number[] = []
    const searches = Object.entries(SEARCHES).map(([what, target]) => {
      const search = async (round: number) =>
        times(Array.from({ length: SEARCHES_PER_ROUND }, (_, at) => target(round * WRITES_PER_ROUND + 1 + at)))
      return { what, search, fresh: [] as number[], merged: [] as number[] }
    })
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round * WRITES_PER_ROUND + 1
      const requests = Array.from({ length: WRITES_PER_ROUND }, (_, at) => PUBLISH.request(first + at))
      written.push(...(await load.ask<number[]>('oneByOne', { port, requests })))
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
      ratioFigure('publish a mission: the slowest', Math.max(...written), median(written), null, 'ms', 'the median'),
    ]
  },
}
