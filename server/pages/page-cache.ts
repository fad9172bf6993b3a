import { createBoundedCache } from '@/lib/bounded-cache'
import { type Lanes, TooManyWaiting } from '@/lib/semaphore'
import type { CacheStatus, WholePage } from './buffering'

const PAGES_MAX = 2_000

interface CachedPage {
  readonly version: string
  readonly page: WholePage
}

/**
 * What a rendering came to: a page; `unshared` if the request was answered in another way, because it failed or there is no such page;
 * `gone` if its client left before.
 */
export type Rendered = WholePage | 'unshared' | 'gone'

/** A client that had to leave its place to others is gone, too. */
function goneIfRefused(fault: unknown): 'gone' {
  if (fault instanceof TooManyWaiting) return 'gone'
  throw fault
}

interface Rendering {
  readonly version: string
  /** Where it waits for its turn: in the lane of each who needs it. */
  readonly lanes: Set<string>
  readonly made: Promise<Rendered>
}

export interface Found {
  readonly page: WholePage | null
  readonly status: CacheStatus
}

/** Where a page is kept. */
export interface CachePlace {
  readonly key: string
  /**
   * Identifies the page's content (lib/pages/page-version.ts). It was read after the request arrived, so a page of this version
   * contains every write that was acknowledged before.
   */
  readonly version: string
  /**
   * Whether the version is still the same. A page that was rendered while its content changed may be of a later version, and the
   * version of a list may come back one day (as after a deadline was moved), so such a page is not kept.
   */
  isCurrent(): Promise<boolean>
}

/** The last rendering of each page, by its path and all other inputs from the request. */
export interface PageCache {
  /**
   * Finds or renders a page. Concurrent requests for the same version of a page share one rendering; if its client leaves, one of them begins
   * the next.
   * @param lane where this request waits for its turn.
   * @param render renders the page when it is the turn of one of the lanes.
   */
  find(place: CachePlace, lane: string, render: (lanes: Lanes) => Promise<Rendered>): Promise<Found>
}

/** @param bytesMax the bound of all entries together. */
export function createPageCache(bytesMax: number): PageCache {
  const cached = createBoundedCache<CachedPage>({
    bytesMax,
    entriesMax: PAGES_MAX,
    // The body, its two compressed forms (together never longer than the body), and its headers.
    bytesOf: ({ page }) => 2 * page.body.plain.length + 4_000,
  })
  const underWay = new Map<string, Rendering>()

  function cachedPage(key: string, version: string): WholePage | null {
    const known = cached.get(key)
    return known?.version === version ? known.page : null
  }

  /** Renders a page; until it is made, others share it. */
  async function make({ key, version, isCurrent }: CachePlace, mine: Rendering): Promise<Found> {
    underWay.set(key, mine)
    try {
      const made = await mine.made
      const page = typeof made === 'string' ? null : made
      const isKept = page !== null && (await isCurrent())
      // If a rendering of a later version began in the meantime, only that one is cached.
      if (isKept && underWay.get(key) === mine) cached.set(key, { version, page })
      return { page, status: page !== null && cached.peek(key)?.page === page ? 'stored' : 'miss' }
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key)
    }
  }

  return {
    async find(place, lane, render) {
      const { key, version } = place
      for (;;) {
        const known = cachedPage(key, version)
        if (known) return { page: known, status: 'hit' }
        const other = underWay.get(key)
        if (other?.version !== version) break
        other.lanes.add(lane)
        const made = await other.made.catch(goneIfRefused)
        if (made === 'unshared') break
        if (made !== 'gone') return { page: made, status: 'hit' }
      }
      const lanes = new Set([lane])
      return make(place, { version, lanes, made: render(lanes) })
    },
  }
}
