import type { IncomingMessage, ServerResponse } from 'node:http'
import http from 'node:http'
import type { Duplex } from 'node:stream'
import { REQUEST_HEADER_BYTES_MAX } from '@/lib/contract/limits'
import { requireComparedClocks } from '@/lib/db/clocks'
import { appUrl, env } from '@/lib/env'
import { endFollowing } from '@/lib/events/tail'
import { clientAddress } from '@/lib/http/client-address'
import { fixedApiHeaders, fixedHeaders } from '@/lib/http/fixed-headers'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { isProgramFile, methodsOf, PAGE_METHODS, programFileOptions } from '@/lib/http/preflight'
import { problem } from '@/lib/http/problem'
import { unreadBytesMax } from '../concurrency'
import { answerDemoWallets, type OfferedWallets } from '../demo-wallets'
import { createPageAnswers, type PageHandler } from '../pages/answer-page'
import { createFailedPage } from '../pages/failed-page'
import { malformedDataHeader, NEXT_PATH } from '../pages/next'
import { BufferedResponse } from '../pages/response'
import { type ConnectionLimits, createConnections, PER_ADDRESS_MAX } from './connections'
import { type ParserError, refuseConnection, withStatus } from './faults'
import { GatheredRequest } from './gathered-request'
import { hostFault, sanitiseHeaders } from './headers'
import { createListeners } from './listeners'
import { announcedBytes, toIncoming, writeAnswer } from './node-adapter'
import { observePage } from './observe-page'
import { parseTarget, pathOf, type RequestTarget } from './path'
import { isStaticFile } from './static-files'

const HEADERS_TIMEOUT_MS = 15_000
/** Long enough for 5 MB from a phone with a weak signal: 30 KB a second. */
const REQUEST_TIMEOUT_MS = 180_000
/** Longer than the usual 60 s of load balancers, so that they close idle connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

const STALL_MS = 30_000
/** As slow as a phone with a weak signal: 30 KB a second. */
const READ_BYTES_PER_MS = 30

const FAILED = 'Unexpected failure; please try again.'

interface HttpServerParts {
  /** Next's request handler, or null when there are no pages. */
  readonly pages: PageHandler | null
  /** The API handler. With null, `pages` gets those requests too (hot reload of the API in development). */
  readonly handle: ((incoming: ApiRequest) => Promise<ApiResponse>) | null
  /** The site's origin; by default the environment's. */
  readonly origin?: string
  /** The number of our own proxies in front; by default the environment's. */
  readonly trustedHops?: number
  /** Limits on client connections; by default the environment's. */
  readonly connections?: ConnectionLimits
  /** The demo wallets; only the embedded default has them. */
  readonly demoWallets?: OfferedWallets | null
  /** Receives every request, to detect proxies by its socket address and headers. */
  readonly observe?: (request: IncomingMessage) => void
}

export interface HttpServer {
  readonly server: http.Server
  /** Compares the clocks, then listens on the given hosts, or on all interfaces when the list is empty. @throws the first host's error. */
  listen(port: number, hosts: readonly string[]): Promise<void>
  /** Accepts no more connections, lets requests in flight finish for at most `patienceMs`, then closes everything. */
  drain(patienceMs?: number): Promise<void>
}

function text(status: number, words: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }, body: words }
}

const notAllowed = (allow: string): ApiResponse =>
  problem('method_not_allowed', 'That method does not exist on the path.', null, { allow })

const noPage = text(404, 'This page does not exist.\n')
const noPath = problem('not_found', 'There is no such path.')

/** The refusal of a request that is malformed or whose path does not exist, or null. */
function malformed(request: IncomingMessage, { area, authority, clean }: RequestTarget): ApiResponse | null {
  const host = hostFault(request, authority)
  if (host) return problem('invalid_request', host)
  if (clean) return null
  return area === 'api' ? noPath : noPage
}

/** The response to a page request that neither our code nor Next sees, or null. */
function earlyAnswer(request: IncomingMessage, { area, target }: RequestTarget, isBuilt: boolean): ApiResponse | null {
  if (area === 'api') return null
  // Of Next's own paths, only the files of the build are public.
  if (isBuilt && NEXT_PATH.test(target) && !isStaticFile(pathOf(target))) return noPage
  const { method } = request
  if (method === 'OPTIONS' && isProgramFile(pathOf(target))) return programFileOptions
  if (method !== 'GET' && method !== 'HEAD') return notAllowed(methodsOf(pathOf(target)))
  if (announcedBytes(request) !== 0) return text(400, 'A page takes no request body.\n')
  const header = malformedDataHeader(request.headers)
  if (header !== null) return text(400, `The header ${header} is malformed.\n`)
  return null
}

const tooManyConnections = problem(
  'rate_limited',
  'Too many connections from this network. Close some, or wait a little.',
  null,
  { 'retry-after': '10' },
)

/** The default limits. Behind our own proxy all connections come from it, so the proxy must limit its clients. */
function usualLimits(hops: number): ConnectionLimits {
  const { CONNECTIONS_MAX: max, CONNECTIONS_PER_ADDRESS_MAX: perAddress } = env()
  return {
    max,
    perAddressMax: perAddress ?? (hops > 0 ? 0 : PER_ADDRESS_MAX),
    stallMs: STALL_MS,
    bytesPerMs: READ_BYTES_PER_MS,
    unreadBytesMax: unreadBytesMax(),
    waitingBytesMax: unreadBytesMax() / 2,
  }
}

/**
 * The HTTP server: `/api` goes to the endpoints, the rest to Next, and malformed requests are answered here.
 */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { pages, handle, origin = appUrl(), trustedHops, connections: limits, demoWallets, observe } = parts
  const hops = trustedHops ?? env().TRUSTED_PROXY_HOPS
  const apiHeaders = fixedApiHeaders(origin)
  const failedPage = handle && createFailedPage(handle)
  // No handler means development, whose pages need more than the policy allows.
  const isBuilt = handle !== null
  const answerAsPage =
    failedPage && pages ? createPageAnswers(pages, { origin, fixed: fixedHeaders(origin), failedPage }) : pages
  let draining = false

  async function answerApi(request: IncomingMessage, response: ServerResponse, target: string, address: string) {
    let answer: ApiResponse
    try {
      if (!handle) throw new Error('No handler.')
      answer = await handle(toIncoming(request, response, target, address))
    } catch {
      answer = problem('internal_error', FAILED)
    }
    try {
      writeAnswer(request, response, answer, apiHeaders, draining)
    } catch {
      // Node rejects invalid header characters before anything is sent, but keeps the status message.
      response.statusMessage = ''
      writeAnswer(request, response, problem('internal_error', FAILED), apiHeaders, true)
    }
  }

  async function answerPage(request: IncomingMessage, response: BufferedResponse, target: string, address: string) {
    request.url = target
    sanitiseHeaders(request.headers, origin, address)
    if (draining) response.shouldKeepAlive = false
    await observePage(request, response, pathOf(target), () => {
      // A page's headers depend on its body, so render it as GET; Node omits the body for HEAD.
      request.method = 'GET'
      return answerAsPage?.(request, response, target, address)
    })
  }

  /** Makes a listener of requests, which are answered in turn. */
  function inTurn(answer: (request: IncomingMessage, response: BufferedResponse) => void) {
    return (request: IncomingMessage, response: BufferedResponse): void => {
      // Ignore clients that disconnect: without a listener, 'error' would end the process.
      request.on('error', () => undefined)
      response.on('error', () => undefined)
      connections.inTurn(response, () => answer(request, response))
    }
  }

  /** A response that needs neither the endpoints nor Next, or null. */
  function ownAnswer(request: IncomingMessage, route: RequestTarget): ApiResponse | Promise<ApiResponse> | null {
    const refused = malformed(request, route)
    if (refused) return refused
    const offered = demoWallets ? answerDemoWallets(request, route.target, demoWallets, origin) : null
    return offered ?? earlyAnswer(request, route, isBuilt) ?? (route.area === 'page' && !pages ? noPath : null)
  }

  function answerRequest(request: IncomingMessage, response: BufferedResponse): void {
    const { socket } = request
    observe?.(request)
    const route = parseTarget(request.url ?? '/')
    const { area, target } = route
    const ours = ownAnswer(request, route)
    if (ours) {
      const writing = Promise.resolve(ours).then((answer) =>
        writeAnswer(request, response, answer, apiHeaders, draining),
      )
      writing.catch(() => response.destroy())
      return
    }
    const address = clientAddress(socket.remoteAddress, forwardedFor(request), hops)
    const answering =
      area === 'api' && handle
        ? answerApi(request, response, target, address)
        : answerPage(request, response, target, address)
    answering.catch(() => response.destroy())
  }

  const server = http.createServer({
    IncomingMessage: GatheredRequest,
    ServerResponse: BufferedResponse,
    maxHeaderSize: REQUEST_HEADER_BYTES_MAX,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 5_000,
    // hostFault checks it, so that this refusal is an error object too.
    requireHostHeader: false,
  })
  const connections = createConnections(server, limits ?? usualLimits(hops), (socket) => {
    refuseConnection(socket, tooManyConnections, apiHeaders)
  })
  server.on('request', inTurn(answerRequest))
  server.on('checkContinue', inTurn(answerRequest))
  server.on(
    'checkExpectation',
    inTurn((request, response) => {
      const answer = withStatus(417, problem('invalid_request', 'That expectation is not met.'))
      writeAnswer(request, response, answer, apiHeaders, true)
    }),
  )
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node listens to it no longer.
    socket.on('error', () => undefined).resume()
    refuseConnection(socket, notAllowed(PAGE_METHODS), apiHeaders, connections.endAt(socket))
  })
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    refuseConnection(socket, error, apiHeaders, connections.endAt(socket))
  })

  const listeners = createListeners(server)
  return {
    server,
    async listen(port: number, hosts: readonly string[]) {
      // The first visitor is judged by the right time too. Where the database is away, it is compared when it is back.
      await requireComparedClocks().catch(() => undefined)
      await listeners.listen(port, hosts)
    },
    async drain(patienceMs = 10_000) {
      draining = true
      endFollowing()
      for (const response of connections.unfinished()) {
        if (!response.headersSent) response.shouldKeepAlive = false
      }
      await listeners.close(() => connections.closeSilent(), patienceMs)
    },
  }
}

function forwardedFor(request: IncomingMessage): string | undefined {
  const value = request.headers['x-forwarded-for']
  return typeof value === 'string' ? value : value?.join(',')
}
