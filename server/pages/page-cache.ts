import { createBoundedCache } from '@/lib/bounded-cache'
import type { WholePage } from './buffering'

const PAGES_MAX = 2_000

interface CachedPage {
  readonly version: string
  readonly page: WholePage
}

interface Rendering {
  readonly version: string
  /** The page, or null where it was answered in another way: it failed, or there is none. */
  readonly made: Promise<WholePage | null>
}

/** What became of a request: answered from here, or rendered (RFC 9211 calls the two `hit` and `fwd`). */
export interface Found {
  readonly page: WholePage | null
  readonly isHit: boolean
}

/** Pages as they were last rendered, by path and by whatever else of the request is in them. */
export interface PageCache {
  /**
   * The page at this version. Requests for one version of one page share a rendering.
   * @param version names everything that the page shows (lib/pages/page-version.ts). It was asked for after the request
   * came, so whatever was acknowledged before is in a page of that version.
   * @param render makes the page; null says that the request has been answered in another way.
   */
  find(key: string, version: string, render: () => Promise<WholePage | null>): Promise<Found>
}

/** @param bytesMax the bound of everything that is kept. */
export function createPageCache(bytesMax: number): PageCache {
  const cached = createBoundedCache<CachedPage>({
    bytesMax,
    entriesMax: PAGES_MAX,
    // Beside the body what it is compressed to in two ways, which is never longer together, and its headers.
    bytesOf: ({ page }) => 2 * page.body.plain.length + 4_000,
  })
  const underWay = new Map<string, Rendering>()

  function cachedPage(key: string, version: string): WholePage | null {
    const known = cached.get(key)
    return known?.version === version ? known.page : null
  }

  return {
    async find(key, version, render) {
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
        // A rendering of a later version that began meanwhile is the one to keep.
        if (page && underWay.get(key) === mine) cached.set(key, { version, page })
        return { page, isHit: false }
      } finally {
        if (underWay.get(key) === mine) underWay.delete(key)
      }
    },
  }
}
