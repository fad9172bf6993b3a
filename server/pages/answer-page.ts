import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageVersion } from '@/lib/pages/page-version'
import { recorder } from '@/lib/telemetry/metrics'
import { pathOf } from '../http/path'
import { createPageBuffering, type PageSettings, type WholePage } from './buffering'
import { askedData, NEXT_PATH, withoutDataParameter } from './next'
import { createPageCache } from './page-cache'
import type { BufferedResponse } from './response'

const PAGES_BYTES_MAX = 64_000_000
const DATA_BYTES_MAX = 16_000_000
/** What a page's client says of the page it comes from is shorter. */
const DATA_KEY_CHARS_MAX = 4_000

/** Next's request handler. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * What answers for pages, for their data (as Next's client asks for it on the way from page to page) and for the files of the
 * build. A page is rendered once for each version of what it shows; the version is asked for at each request, so that the
 * next reader at any instance sees what was acknowledged before.
 */
export function createPageAnswers(next: PageHandler, settings: PageSettings) {
  const buffering = createPageBuffering(settings)
  const pageCache = createPageCache(PAGES_BYTES_MAX)
  // Apart from the pages, so that they cannot be driven out by it.
  const dataCache = createPageCache(DATA_BYTES_MAX)

  /** @returns null when the request was answered in another way, or its reader left. */
  function render(request: IncomingMessage, response: BufferedResponse): Promise<WholePage | null> {
    return new Promise((resolve, reject) => {
      response.once('close', () => resolve(null))
      response.bufferWith(buffering.of(request, resolve))
      next(request, response).catch(reject)
    })
  }

  /** Where the answer is kept, and its version; null for one that is made for this request alone. */
  async function findPlace(request: IncomingMessage, target: string, path: string) {
    const search = target.slice(path.length)
    const data = askedData(request.headers)
    const query = data === null ? search : withoutDataParameter(search)
    // Data that holds a query is nobody else's.
    if (data !== null && (query !== '' || data.length > DATA_KEY_CHARS_MAX)) return null
    const version = await pageVersion(path, query)
    if (version === null) return null
    // Nothing else of a page's address counts, so that nothing else comes into the page that others get.
    return data === null
      ? { cache: pageCache, key: path, version, url: path }
      : { cache: dataCache, key: `${path} ${data}`, version, url: target }
  }

  async function answer(request: IncomingMessage, response: BufferedResponse, target: string): Promise<void> {
    const path = pathOf(target)
    const isOfNext = NEXT_PATH.test(path)
    const place = isOfNext ? null : await findPlace(request, target, path)
    // A file of the build is the same whatever is asked of it.
    request.url = place?.url ?? (isOfNext ? path : target)
    if (place === null) {
      response.bufferWith(buffering.of(request, null))
      return next(request, response)
    }
    const { page, isHit } = await place.cache.find(place.key, place.version, () => render(request, response))
    recorder()?.cache('pages', isHit)
    if (page) await buffering.sendPage(request, response, page, isHit)
  }

  return async (request: IncomingMessage, response: BufferedResponse, target: string): Promise<void> => {
    try {
      await answer(request, response, target)
    } catch {
      if (response.headersSent) response.destroy()
      else await buffering.sendFailed(request, response)
    }
  }
}
