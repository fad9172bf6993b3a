import { createBoundedCache } from '@/lib/bounded-cache'
import type { WholePage } from './buffering'

const PAGES_MAX = 2_000

interface CachedPage {
  readonly version: string
  readonly page: WholePage
}

interface Rendering {
  readonly version: string
  /** Null if the request was answered in another way: it failed, or the page does not exist. */
  readonly made: Promise<WholePage | null>
}

/** The page, and whether it came from the cache or was rendered (`hit` and `fwd` in RFC 9211). */
export interface Found {
  readonly page: WholePage | null
  readonly isHit: boolean
}

/** The last rendering of each page, by its path and all other inputs from the request. */
export interface PageCache {
  /**
   * Finds or renders a page. Concurrent requests for the same version of a page share one rendering.
   * @param version identifies the page's content (lib/pages/page-version.ts). It was read after the request arrived, so
   * a page of this version contains every write that was acknowledged before.
   * @param render renders the page; its result is null if the request was answered in another way.
   * @param isCurrent whether the version is still the same. A page that was rendered while its content changed may be of a later
   * version. Versions of lists come back (a record is hidden, restored and hidden again), so such a page is not kept.
   */
  find(
    key: string,
    version: string,
    render: () => Promise<WholePage | null>,
    isCurrent: () => Promise<boolean>,
  ): Promise<Found>
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

  return {
    async find(key, version, render, isCurrent) {
      const known = cachedPage(key, version)
      if (known) return { page: known, isHit: true }
      const other = underWay.get(key)
      if (other?.version === version) {
        const page = await other.made
        if (page) return { page, isHit: true }
      }
      const mine: Rendering = { version, made: render() }
      underWay.set(key, mine)
      try {
        const page = await mine.made
        const isKept = page !== null && (await isCurrent())
        // If a rendering of a later version began in the meantime, only that one is cached.
        if (isKept && underWay.get(key) === mine) cached.set(key, { version, page })
        return { page, isHit: false }
      } finally {
        if (underWay.get(key) === mine) underWay.delete(key)
      }
    },
  }
}
