import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextRound } from 'node:timers/promises'
import { laneOf } from '@/lib/http/network'
import { pageVersion } from '@/lib/pages/page-version'
import { createSemaphore, type Lanes, TooManyWaiting, withPermit } from '@/lib/semaphore'
import { recorder } from '@/lib/telemetry/metrics'
import { pathOf } from '../http/path'
import { createPageBuffering, type PageSettings, type TakePage } from './buffering'
import { askedData, NEXT_PATH, ofEveryReader, withoutDataParameter } from './next'
import { createPageCache, type Rendered } from './page-cache'
import { needsRendering } from './rendered-paths'
import type { BufferedResponse } from './response'

const PAGES_BYTES_MAX = 64_000_000
const DATA_BYTES_MAX = 16_000_000
/**
 * Pages, and data of pages, that are rendered at once, shared or not. Rendering is work for one core: of more at once each takes longer, all take as long, and
 * they need more memory.
 */
const RENDERINGS_AT_ONCE = 8
/** Requests that wait to be rendered: more than one network has connections, and about ten seconds of work. */
const WAITING_MAX = 512
/** Longer than any rendering whose database answers. */
const RENDERING_HOLD_MS = 5_000
/** Maximum length in characters of `askedData` in a cache key. Next's client sends less. */
const DATA_KEY_CHARS_MAX = 4_000

/** Next's request handler. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers requests for pages, for their data (which Next's client fetches when navigating between pages) and for files
 * of the build. A page is rendered once per version of its content. Each request reads the version, so the next reader
 * at any instance sees every write that was acknowledged before.
 */
export function createPageAnswers(next: PageHandler, settings: PageSettings) {
  const buffering = createPageBuffering(settings)
  const pageCache = createPageCache(PAGES_BYTES_MAX)
  // A separate cache, so that data cannot evict pages.
  const dataCache = createPageCache(DATA_BYTES_MAX)
  const renderings = createSemaphore(RENDERINGS_AT_ONCE, WAITING_MAX)

  /**
   * Lets Next answer a request in its turn. The turn lasts until the body is whole, or is sent while it is read, or Next has
   * ended; not until the client disconnects, because Next may go on.
   * @param take receives the page; if null, it is for this request only. @param lanes where it waits for its turn.
   * @throws TooManyWaiting; the signal's reason if the client disconnected while waiting.
   */
  async function render(
    request: IncomingMessage,
    response: BufferedResponse,
    take: TakePage | null,
    lanes: Lanes,
  ): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const begin = async (release: () => void) => {
      // What Next has at hand, such as the page for unknown paths, it answers without a pause: of very many requests that came
      // together so many are begun in a round of the event loop, and everything else goes on between them.
      await nextRound()
      if (response.closed) return
      response.bufferWith(buffering.of(request, take, release))
      await next(take ? ofEveryReader(request) : request, response)
    }
    if (!response.closed) await withPermit(renderings, RENDERING_HOLD_MS, begin, gone.signal, lanes)
  }

  function renderShared(request: IncomingMessage, response: BufferedResponse, lanes: Lanes): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      if (response.closed) return resolve('gone')
      // Before `render` listens: who disconnects makes nobody fail who waits for the same page.
      response.once('close', () => resolve('gone'))
      render(request, response, resolve, lanes).catch(reject)
    })
  }

  /** The cache, place and URL of a shared response; null if it is for this request only. */
  async function findPlace(request: IncomingMessage, target: string, path: string) {
    const search = target.slice(path.length)
    const data = askedData(request.headers)
    const query = data === null ? search : withoutDataParameter(search)
    // Data for a URL with a query is not shared.
    if (data !== null && (query !== '' || data.length > DATA_KEY_CHARS_MAX)) return null
    const version = await pageVersion(path, query)
    if (version === null) return null
    const isCurrent = () =>
      pageVersion(path, query).then(
        (known) => known === version,
        () => false,
      )
    // A page is rendered from its path alone, so a shared page contains nothing of one client's query.
    return data === null
      ? { cache: pageCache, key: path, version, isCurrent, url: path }
      : { cache: dataCache, key: `${path} ${data}`, version, isCurrent, url: target }
  }

  async function answer(request: IncomingMessage, response: BufferedResponse, target: string, lane: string) {
    const path = pathOf(target)
    const isOfNext = NEXT_PATH.test(path)
    const place = isOfNext ? null : await findPlace(request, target, path)
    // A file of the build does not depend on the query.
    request.url = place?.url ?? (isOfNext ? path : target)
    if (place === null) {
      if (!isOfNext && needsRendering(path)) return render(request, response, null, new Set([lane]))
      response.bufferWith(buffering.of(request, null))
      return next(request, response)
    }
    const { page, status } = await place.cache.find(place, lane, (lanes) => renderShared(request, response, lanes))
    recorder()?.cache('pages', status === 'hit')
    if (page) await buffering.sendPage(request, response, page, status)
  }

  return async (
    request: IncomingMessage,
    response: BufferedResponse,
    target: string,
    address: string,
  ): Promise<void> => {
    const began = performance.now()
    try {
      await answer(request, response, target, laneOf(address))
    } catch (fault) {
      if (response.closed) return
      if (response.headersSent) response.destroy()
      else await buffering.sendFailed(request, response, began, fault instanceof TooManyWaiting)
    }
  }
}
