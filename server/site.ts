import http from 'node:http'
import { env } from '@/lib/env'
import { errorCode } from '@/lib/error-code'
import type { OfferedWallets } from './demo-wallets'
import { createListeners } from './http/listeners'
import { createHttpServer, type HttpServer } from './http/server'
import type { Lifecycle } from './lifecycle'
import type { PageHandler } from './pages/answer-page'
import { ROOT } from './root'
import { createProxyHint } from './warnings'

const LOOPBACK = ['127.0.0.1', '::1']
const ALL_INTERFACES: readonly string[] = []

export interface SiteParts {
  /** Development: pages and endpoints reload on every change. */
  readonly dev: boolean
  readonly demoWallets: OfferedWallets | null
  warn(line: string): void
}

/** An error in one line that explains why the port is unavailable. */
function portFault(error: unknown, port: number): unknown {
  if (errorCode(error) === 'EADDRINUSE')
    return new Error(`Port ${port} is in use: end what listens there, or set PORT.`)
  if (errorCode(error) === 'EACCES') return new Error(`Port ${port} may not be used by this user: set PORT.`)
  return error
}

/** Checks before a build whether the port is free. @throws Error in one line when it is not. */
export async function tryPort(isEmbedded: boolean): Promise<void> {
  const probe = createListeners(http.createServer())
  await listenAt(probe, isEmbedded)
  await probe.close(() => 0, 0)
}

/** Starts listening. @throws Error in one line when the port is unavailable. */
export async function listenAt(site: Pick<HttpServer, 'listen'>, isEmbedded: boolean): Promise<void> {
  const { PORT: port } = env()
  // The embedded default listens on loopback only.
  await site.listen(port, isEmbedded ? LOOPBACK : ALL_INTERFACES).catch((error) => {
    throw portFault(error, port)
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
