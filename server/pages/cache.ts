import { AsyncLocalStorage } from 'node:async_hooks'
import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache'
import { createBoundedCache } from '@/lib/bounded-cache'
import { boundCacheControls, cachedBytes } from './next'

// Next's cache of pages (its `cacheHandler`). The same process answers the API, so a page that is asked for after a write
// was acknowledged always shows it. Other instances on the same database show it when their own copy has expired
// (`revalidate` of each page).

/** What may be kept longer than this shows no records (`revalidate` of the documentation, and of what never changes). */
const RECORDS_SECONDS_MAX = 60

interface Kept extends CacheHandlerValue {
  readonly bytes: number
  /** Ms since the epoch. */
  readonly until: number
  /** How many writes it shows; null where it shows no records. */
  readonly writes: number | null
}

const PAGES_MAX = 2_000
const kept = createBoundedCache<Kept>({ bytesMax: 48_000_000, entriesMax: PAGES_MAX, bytesOf: ({ bytes }) => bytes })

// What Next forgets of these is known by the entry here.
boundCacheControls(createBoundedCache<object>({ bytesMax: 4_000_000, entriesMax: PAGES_MAX, bytesOf: () => 100 }))

/** How many writes this process has acknowledged. */
let writes = 0

/** How many writes there were when the request of a rendering began. The page is sure to show these, and no later ones. */
const begun = new AsyncLocalStorage<number>()

interface Rendering {
  /** How many writes it is sure to show. */
  readonly writes: number
  readonly made: Promise<unknown>
}

/** The pages that are being rendered, by path. */
const underWay = new Map<string, Rendering>()

/** Notes that a write is about to be acknowledged. It costs nothing: pages are made anew when they are asked for. */
export function noteWrite(): void {
  writes += 1
}

/**
 * Answers a request for a page. Next lets requests for one page share one rendering. A request that comes after a write
 * must not share one that began before it, so it waits until that one has ended.
 * @param made settles once the page is rendered. It does not wait for a slow reader, who must not keep the others waiting.
 */
export async function answerAfterWrites(path: string, answer: () => Promise<void>, made: Promise<void>): Promise<void> {
  let earlier = underWay.get(path)
  while (earlier && earlier.writes < writes) {
    await earlier.made
    earlier = underWay.get(path)
  }
  const answering = begun.run(writes, answer)
  const ended = Promise.race([made, answering]).catch(() => undefined)
  const mine = { writes, made: Promise.all([earlier?.made, ended]) }
  underWay.set(path, mine)
  void mine.made.then(() => {
    if (underWay.get(path) === mine) underWay.delete(path)
  })
  return answering
}

function isCurrent({ until, writes: shown }: Kept): boolean {
  return Date.now() < until && (shown === null || shown === writes)
}

/**
 * An old page is never shown while it is renewed: that would show it after a write.
 * @public Next takes it, by its file's name (server/main.ts).
 */
// biome-ignore lint/style/noDefaultExport: Next takes the default export of the file.
export default class PageCache implements CacheHandler {
  async get(key: string): Promise<CacheHandlerValue | null> {
    const known = kept.get(key)
    if (!known) return null
    if (isCurrent(known)) return known
    kept.delete(key)
    return null
  }

  async set(
    key: string,
    value: CacheHandlerValue['value'],
    context: Parameters<CacheHandler['set']>[2],
  ): Promise<void> {
    const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined
    const seconds = cacheControl?.revalidate ?? 0
    const showsRecords = seconds !== false && seconds <= RECORDS_SECONDS_MAX
    const shown = showsRecords ? (begun.getStore() ?? -1) : null
    const now = Date.now()
    const until = seconds === false ? Number.POSITIVE_INFINITY : now + seconds * 1000
    const entry = { value, lastModified: now, cacheControl, until, writes: shown, bytes: cachedBytes(value) }
    if (isCurrent(entry)) kept.set(key, entry)
  }

  /** Tags are not used: what a page shows is known by the number of writes. */
  async revalidateTag(): Promise<void> {}

  resetRequestCache(): void {}
}
