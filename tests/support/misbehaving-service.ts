import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientSettings } from '@/client/src/api'
import { createClient } from '@/client/src/client'

// A service that treats each request as the test says: what real networks and servers do to clients.

/** What becomes of one request. */
export type Treatment = (response: ServerResponse) => void | Promise<void>

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Resolves once its connection is gone. */
  readonly closed: Promise<unknown>
}

export interface MisbehavingService {
  readonly base: string
  readonly requests: readonly SeenRequest[]
  /** How the requests to come are treated, in their order; one more than that is a fault of the test. */
  treat(...treatments: readonly Treatment[]): void
  close(): Promise<void>
}

/** Answers, as a service does. */
export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Treatment =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** Refuses with an error object. */
export const refuse = (status: number, code: string, retryAfter?: number): Treatment =>
  answer(
    status,
    { error: { code, message: 'No.', field: null } },
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  )

/** The connection is gone before an answer. */
export const drop: Treatment = (response) => {
  response.socket?.destroy()
}

/** The answer's head and a part of its body arrive. */
export const cut: Treatment = async (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' })
  await new Promise((sent) => response.write('{"mission":{"id":"', sent))
  response.socket?.destroy()
}

/** Nothing ever comes. */
export const hang: Treatment = () => undefined

/** Server-Sent Events: these pieces, and then the end of it. */
export const stream =
  (pieces: readonly (string | Uint8Array)[], end: 'cut' | 'end' | 'hang' = 'cut'): Treatment =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) await new Promise((sent) => response.write(piece, sent))
    if (end === 'cut') response.socket?.destroy()
    if (end === 'end') response.end()
  }

export async function misbehavingService(): Promise<MisbehavingService> {
  const requests: SeenRequest[] = []
  let waiting: Treatment[] = []
  const server = createServer(async (incoming, response) => {
    const closed = once(response, 'close')
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece)
    const { method = '', url = '', headers } = incoming
    requests.push({ method, url, headers, body: Buffer.concat(pieces).toString('utf8'), closed })
    const treatment = waiting.shift() ?? answer(418, 'The test expects no further request.')
    await treatment(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    treat(...treatments) {
      waiting = [...treatments]
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A client of it that waits for nothing: how long it would have is noted in `waits`. */
export const notingClient = ({ base }: MisbehavingService, waits: number[], settings: ClientSettings = {}) =>
  createClient({
    base,
    async wait(ms) {
      waits.push(ms)
    },
    ...settings,
  })
