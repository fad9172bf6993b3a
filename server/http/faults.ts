import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiResponse } from '@/lib/http/message'
import { problem } from '@/lib/http/problem'

/** How long a refused connection may still send before it is cut; closing at once could destroy the answer under way. */
const LINGER_MS = 500

/** An error of Node's HTTP parser, with the bytes it stumbled over. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** The error object with a status of the HTTP layer that the interface has no code for. */
export function withStatus(status: number, answer: ApiResponse): ApiResponse {
  return { ...answer, status }
}

/** What a connection that does not speak HTTP, or too slowly, or too much of it, is told. */
export function faultAnswer(error: ParserError): ApiResponse {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return withStatus(431, problem('invalid_request', 'The request headers are over the limit.'))
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return withStatus(408, problem('invalid_request', 'The request was not whole in time.'))
  }
  const start = error.rawPacket?.subarray(0, 4096).toString('latin1') ?? ''
  if (error.code === 'HPE_INVALID_METHOD' && /^[A-Za-z!#$%&'*+.^_`|~0-9-]{1,40} \S+ HTTP\/1\.[01]\r?\n/.test(start)) {
    return problem('method_not_allowed', 'That method does not exist on the path.')
  }
  return problem('invalid_request', 'The request is not valid HTTP.')
}

function rawAnswer(answer: ApiResponse, fixed: Readonly<Record<string, string>>): string {
  const body = typeof answer.body === 'string' ? answer.body : ''
  const headers = {
    ...fixed,
    ...(answer.status === 405 ? { allow: 'GET, HEAD' } : {}),
    ...answer.headers,
    date: new Date().toUTCString(),
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`
}

function endSocket(socket: Duplex, last: string): void {
  socket.on('error', () => undefined)
  socket.resume()
  socket.end(last)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/**
 * Answers a connection outside of `node:http`'s responses and closes it.
 * @param why the answer, or the parser's error.
 * @param current the response under way on this connection: an earlier request's answer goes out first.
 */
export function refuseConnection(
  socket: Duplex,
  why: ApiResponse | ParserError,
  fixed: Readonly<Record<string, string>>,
  current?: ServerResponse,
): void {
  if (!socket.writable || ('code' in why && why.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  if (current?.headersSent) {
    current.once('close', () => socket.destroy())
    if (current.writableEnded) return
    if (!current.req.complete) socket.destroy()
    return
  }
  if (current?.req.complete) {
    // What stumbled is what came after a whole request, which still gets its answer.
    current.shouldKeepAlive = false
    return
  }
  const answer = why instanceof Error ? faultAnswer(why) : why
  endSocket(socket, rawAnswer(answer, fixed))
}
