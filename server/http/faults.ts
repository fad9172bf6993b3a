import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiResponse } from '@/lib/http/message'
import { problem } from '@/lib/http/problem'
import { REQUEST_ID, requestId } from '@/lib/telemetry/trace'

/** How long a refused connection may still send before it is cut; closing at once could destroy the response in flight. */
const LINGER_MS = 500

/** An error of Node's HTTP parser, with the bytes that caused it. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** An error response with an HTTP status for which the interface has no code. */
export function withStatus(status: number, answer: ApiResponse): ApiResponse {
  return { ...answer, status }
}

/** The response to a connection with invalid HTTP, a request that is too slow, or headers that are too large. */
function faultAnswer(error: ParserError): ApiResponse {
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
    [REQUEST_ID]: requestId(null),
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
 * Answers a connection without a response object of `node:http`, and closes it.
 * @param why the response, or the parser's error.
 * @param current the last response that this connection still gets; it is sent first.
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
    // The fault came after a complete request, which still gets its response.
    current.shouldKeepAlive = false
    return
  }
  const answer = why instanceof Error ? faultAnswer(why) : why
  endSocket(socket, rawAnswer(answer, fixed))
}
