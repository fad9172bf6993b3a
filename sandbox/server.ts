import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiRoutes } from './api'
import { openBoard } from './board'
import { type Answer, answerBy, isRead, json, type ParsedRequest, parseRequest, Refused } from './http'
import { introduceMadeUp, keepMadeUpMuses } from './made-up-muses'
import { refusalPage } from './pages/layout'
import { pageRoutes } from './pages/pages'
import { furnish } from './seed'
import { openClock, openHourlyLimit } from './site'

const HOST = '127.0.0.1'
const POSTS_PER_HOUR = 20
const REQUEST_TIMEOUT_MS = 30_000
const STOP_PATIENCE_MS = 2_000
/** How long the rest of a refused body is read and discarded. */
const LINGER_MS = 1_000
const STOP_POLL_MS = 20

const FIXED_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Without a referrer, browsers would send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

export interface SandboxSettings {
  /** The data folder, created when missing. Only one process may use it at a time. */
  readonly folder: string
  /** The preferred port of a folder's first start. Later starts reuse the port, because URLs of posts contain it. */
  readonly port?: number
  /** A file with the clock's offset in seconds. */
  readonly clockFile?: string
  /** Multiplies the limit on posts (1). */
  readonly limitScale?: number
}

export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  stop(): Promise<void>
}

async function listenOn(server: http.Server, port: number): Promise<void> {
  server.listen({ host: HOST, port, exclusive: true })
  await once(server, 'listening')
}

/** Listens on the port that the folder stores; the first start stores one. @returns the port. @throws Error in one line. */
async function listen(server: http.Server, { folder, port = 0 }: SandboxSettings): Promise<number> {
  const file = path.join(folder, 'port')
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  try {
    await listenOn(server, kept || port)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    if (kept) {
      throw new Error(
        `Port ${kept}, where the sandbox's posts are, is in use: end what listens there, or edit ${file}.`,
      )
    }
    await listenOn(server, 0)
  }
  const address = server.address()
  const actual = address !== null && typeof address === 'object' ? address.port : port
  if (actual !== kept) writeFileSync(file, `${actual}\n`)
  return actual
}

/** Refuses requests for other host names (DNS rebinding) and writes from other origins. */
function requireOwnName(request: ParsedRequest, site: string): void {
  const { host, port } = new URL(site)
  const names = [host, `localhost:${port}`]
  if (!names.includes(request.header('host').toLowerCase()))
    throw new Refused(421, 'This is not the site you asked for.')
  const origin = request.header('origin')
  if (!isRead(request.method) && origin !== '' && !names.some((name) => origin === `http://${name}`)) {
    throw new Refused(403, 'Another site may not post here.')
  }
}

/** The response to a failed request: JSON below `/api`, otherwise a page. */
function failure(error: unknown, isApi: boolean): Answer {
  if (!(error instanceof Refused)) console.error('The sandbox failed to answer:', error)
  const { status, message, headers } = error instanceof Refused ? error : new Refused(500, 'Internal error.')
  return isApi ? json(status, { ok: false, error: message }, headers) : refusalPage(status, message, headers)
}

async function write(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  // A client that is still sending would miss the response if the connection ended now.
  if (!request.complete) await Promise.race([once(request.resume(), 'close'), sleep(LINGER_MS)])
  const length = String(Buffer.byteLength(answer.body))
  const closing = request.complete ? {} : { connection: 'close' }
  response.writeHead(answer.status, { ...FIXED_HEADERS, ...answer.headers, 'content-length': length, ...closing })
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}

async function answer(request: IncomingMessage, { site, routes }: Opened): Promise<Answer> {
  const parsed = parseRequest(request)
  try {
    requireOwnName(parsed, site.origin)
    return await answerBy(routes, parsed)
  } catch (error) {
    if (request.errored) throw error
    return failure(error, parsed.path.startsWith('/api/'))
  }
}

/** @param opening requests wait for it. */
function serve(server: http.Server, opening: Promise<Opened>): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    opening
      .then((opened) => answer(request, opened))
      .then((made) => write(request, response, made))
      .catch(() => response.destroy())
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    else socket.destroy()
  })
}

/** A site with its routes. */
type Opened = Awaited<ReturnType<typeof open>>

async function open({ folder, clockFile, limitScale = 1 }: SandboxSettings, origin: string) {
  const now = openClock(clockFile)
  const board = openBoard(path.join(folder, 'journal.jsonl'))
  furnish(board, now())
  const madeUp = keepMadeUpMuses(path.join(folder, 'made-up-muses.json'))
  await introduceMadeUp(board, madeUp, now())
  const limit = openHourlyLimit(Math.max(1, Math.floor(POSTS_PER_HOUR * limitScale)), now)
  const site = { board, now, limit, madeUp, origin }
  return { site, routes: [...apiRoutes(site), ...pageRoutes(site)] }
}

/**
 * Starts the sandbox: a community platform on loopback that speaks `musebook-v1`, with made-up rooms and Muses.
 * @throws Error in one line when its port is taken or its files are damaged.
 */
export async function startSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 })
  const server = http.createServer({ requestTimeout: REQUEST_TIMEOUT_MS })
  // Take the port first: only the process that has it may write to the folder.
  const url = `http://${HOST}:${await listen(server, settings)}`
  const opening = open(settings, url)
  serve(server, opening)
  try {
    const { site } = await opening
    return {
      url,
      async stop() {
        await close(server)
        site.board.close()
      },
    }
  } catch (error) {
    await close(server)
    throw error
  }
}

/** Closes the server. Requests in progress have a moment to finish. */
async function close(server: http.Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const closingIdle = setInterval(() => server.closeIdleConnections(), STOP_POLL_MS)
  await Promise.race([closed, sleep(STOP_PATIENCE_MS, undefined, { ref: false })])
  clearInterval(closingIdle)
  server.closeAllConnections()
  await closed
}
