import http from 'node:http'
import { env } from '@/lib/env'
import type { OfferedWallets } from './demo-wallets'
import { createHttpServer, type HttpServer } from './http/server'
import type { Lifecycle } from './lifecycle'
import type { PageHandler } from './pages/answer-page'
import { metricsPlace, placeFault, sitePlace, tryPlace } from './places'
import { ROOT } from './root'
import { createProxyHint } from './warnings'

export interface SiteParts {
  /** Development: pages and endpoints reload on every change. */
  readonly dev: boolean
  readonly demoWallets: OfferedWallets | null
  warn(line: string): void
}

/** Checks before a build whether the site and its metrics can be where they are to be. @throws Error in one line when not. */
export async function tryPlaces(isEmbedded: boolean): Promise<void> {
  await tryPlace(sitePlace(isEmbedded))
  const metrics = metricsPlace()
  if (metrics) await tryPlace(metrics)
}

/** Starts listening. @throws Error in one line when the port or the address is unavailable. */
export async function listenAt(site: Pick<HttpServer, 'listen'>, isEmbedded: boolean): Promise<void> {
  const place = sitePlace(isEmbedded)
  await site.listen(place.port, place.hosts).catch((error) => {
    throw placeFault(error, place)
  })
}

/** @param server where Next listens for upgrades: hot reload in development, nothing in production. */
async function openPages(life: Lifecycle, dev: boolean, server: http.Server): Promise<PageHandler> {
  const { default: next } = await import('next')
  const app = next({ dev, dir: ROOT, hostname: 'localhost', port: env().PORT, httpServer: server })
  await app.prepare()
  life.onStop('the pages', () => app.close())
  return app.getRequestHandler()
}

/** Starts a thread that renders pictures, so that other requests do not wait for it. */
async function openPictures(life: Lifecycle): Promise<void> {
  const { createDrawing } = await import('@/components/pictures/drawing')
  const { createPictureThread } = await import('./pages/pictures')
  const thread = createPictureThread()
  life.onStop('the pictures', () => thread.stop())
  globalThis.trellisDrawing = createDrawing(thread.draw)
}

/** The API handler. It is imported here because its modules need the generated database client. */
async function openApi(life: Lifecycle, dev: boolean) {
  const { closePool } = await import('@/lib/db/pool')
  life.onStop('the connections', closePool)
  // In development, Next serves the same endpoints, with hot reload.
  return dev ? null : (await import('@/lib/mcp/handle')).handle
}

/** Prepares everything that answers requests in this process, without listening yet. */
export async function openSite(life: Lifecycle, { dev, demoWallets, warn }: SiteParts): Promise<HttpServer> {
  let pages: PageHandler = async (_request, response) => void response.writeHead(503).end()
  const site = createHttpServer({
    pages: (request, response) => pages(request, response),
    handle: await openApi(life, dev),
    demoWallets,
    observe: createProxyHint(warn, () => env().TRUSTED_PROXY_HOPS),
  })
  pages = await openPages(life, dev, dev ? site.server : http.createServer())
  life.signal.throwIfAborted()
  await openPictures(life)
  return site
}
