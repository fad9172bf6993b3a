import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageVersion } from '@/lib/pages/page-version'
import { pathOf } from '../http/path'
import { createPageBuffering, type PageSettings, type WholePage } from './buffering'
import { asksForData, NEXT_PATH } from './next'
import { createPageCache } from './page-cache'
import type { BufferedResponse } from './response'

/** Next's request handler. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * What answers for pages and for the files of the build. A page is rendered once for each version of what it shows; the
 * version is asked for at each request, so that the next reader at any instance sees what was acknowledged before.
 */
export function createPageAnswers(next: PageHandler, settings: PageSettings) {
  const buffering = createPageBuffering(settings)
  const cache = createPageCache()

  /** @returns null when the request was answered in another way, or its reader left. */
  function render(request: IncomingMessage, response: BufferedResponse): Promise<WholePage | null> {
    return new Promise((resolve, reject) => {
      response.once('close', () => resolve(null))
      response.bufferWith(buffering.of(request, resolve))
      next(request, response).catch(reject)
    })
  }

  async function answer(request: IncomingMessage, response: BufferedResponse, target: string): Promise<void> {
    const path = pathOf(target)
    const isOfNext = NEXT_PATH.test(path)
    const version = isOfNext || asksForData(request.headers) ? null : await pageVersion(path, target.slice(path.length))
    if (version === null) {
      // A file of the build is the same whatever is asked of it.
      request.url = isOfNext ? path : target
      response.bufferWith(buffering.of(request, null))
      return next(request, response)
    }
    // Nothing else of the address counts, so that nothing else comes into the page that others get.
    request.url = path
    const { page, isHit } = await cache.find(path, version, () => render(request, response))
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
