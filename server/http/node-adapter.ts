import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { EVIDENCE_BYTES_MAX, UPLOAD_OVERHEAD_BYTES_MAX } from '@/lib/contract/limits'
import {
  type ApiRequest,
  type ApiResponse,
  BodyTooLarge,
  bodyBytes,
  ClientGone,
  isStreamed,
  mergeHeaders,
} from '@/lib/http/message'
import { REQUEST_ID, requestId } from '@/lib/telemetry/trace'

/**
 * After an early refusal a client may still be sending: as much as the largest body that is taken is read and discarded, until
 * the client pauses for this long. How long that may take is the server's `requestTimeout`.
 */
const LINGER_BYTES_MAX = EVIDENCE_BYTES_MAX + UPLOAD_OVERHEAD_BYTES_MAX
const LINGER_PAUSE_MS_MAX = 1_000

/** Node skips an unread body up to this size, so that the connection can be reused. */
const SKIPPED_BYTES_MAX = 65_536

/**
 * A longer text is sent as its bytes. As a string it would stay in memory beside them until the client has read it, and a
 * connection counts the characters of its unread strings, not their bytes.
 */
const TEXT_CHARS_MAX = 16_384

const longAsBytes = (body: ApiResponse['body']): ApiResponse['body'] =>
  typeof body === 'string' && body.length > TEXT_CHARS_MAX ? Buffer.from(body) : body

const EMPTY = new Uint8Array(0)

/** The announced length of the body in bytes, or null for a chunked body. Node has checked the syntax. */
export function announcedBytes(request: IncomingMessage): number | null {
  if (request.headers['transfer-encoding'] !== undefined) return null
  return Number(request.headers['content-length'] ?? 0)
}

/** Whether the client expects "100 Continue". None of HTTP/1.0 does: it is sent no 1xx (RFC 9110 §10.1.1, §15.2). */
const expectsContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1'

async function* stream(request: IncomingMessage, bytesMax: number): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    // Keep the connection open when reading stops early: the response still uses it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > bytesMax) throw new BodyTooLarge()
      yield chunk
    }
  } catch (fault) {
    throw fault instanceof BodyTooLarge ? fault : new ClientGone()
  }
}

/** Reads the whole body, by listening: nearly all are one chunk, for which the iterator of `stream` is much. */
function collect(request: IncomingMessage, bytesMax: number): Promise<Uint8Array | 'too-large'> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= bytesMax) return
      request.off('data', onData).pause()
      resolve('too-large')
    }
    request.on('data', onData)
    request.once('end', () => {
      const [only] = chunks
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks))
    })
    request.once('close', () => {
      if (!request.readableEnded) reject(new ClientGone())
    })
  })
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
}

/**
 * A request of `node:http` as an endpoint sees it.
 * @param target path and query, without scheme and host.
 * @param address the client's network address.
 */
export function toIncoming(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  address: string,
): ApiRequest {
  /** Whether there is a body to read. @throws ClientGone when it has already broken off. */
  const begin = (): boolean => {
    if (announcedBytes(request) === 0) return false
    if (request.destroyed && !request.readableEnded) throw new ClientGone()
    // Now tell a client that waits for "100 Continue" (RFC 9110 §10.1.1) to send its body.
    if (expectsContinue(request)) response.writeContinue()
    return true
  }
  return {
    method: request.method ?? 'GET',
    target,
    address,
    header: (name) => headerOf(request, name),
    async readBody(bytesMax) {
      if ((announcedBytes(request) ?? 0) > bytesMax) return 'too-large'
      return begin() ? collect(request, bytesMax) : EMPTY
    },
    async *streamBody(bytesMax) {
      if ((announcedBytes(request) ?? 0) > bytesMax) throw new BodyTooLarge()
      if (begin()) yield* stream(request, bytesMax)
    },
    gone() {
      const over = new AbortController()
      if (response.closed) over.abort()
      else response.once('close', () => over.abort())
      return over.signal
    },
  }
}

/** Reads and discards what a refused client still sends, so that it can read its response before we close. */
function linger(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, LINGER_PAUSE_MS_MAX)
    request.on('data', (chunk: Buffer) => {
      timer.refresh()
      size += chunk.length
      if (size > LINGER_BYTES_MAX) done()
    })
    request.once('end', done).once('close', done).once('error', done).resume()
  })
}

/** Whether the client still waits for "100 Continue" before it sends its body. */
function awaitsContinue(request: IncomingMessage): boolean {
  return expectsContinue(request) && !request.readableDidRead
}

/** Whether the rest of the body is too long to keep the connection. */
function leavesBody(request: IncomingMessage): boolean {
  if (request.complete) return false
  const announced = announcedBytes(request)
  if (announced === null || announced > SKIPPED_BYTES_MAX) return true
  return announced > 0 && awaitsContinue(request)
}

/**
 * Writes a response. A HEAD request gets the headers of its GET, including content-length. When a long request body was not
 * read, the connection ends after the response.
 * @param fixed constant headers; the response's own headers override them.
 * @param closing whether the connection must end anyway.
 * @throws Error before anything is sent, when a header contains characters that HTTP does not allow.
 */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, body }: ApiResponse,
  fixed: Readonly<Record<string, string>>,
  closing: boolean,
): void {
  if (response.destroyed) return
  const headers = mergeHeaders(fixed, own)
  // The endpoints name their requests themselves; the answers of the server get their id here.
  headers[REQUEST_ID] ??= requestId(headerOf(request, 'traceparent'))
  const bodiless = status === 204 || status === 304
  const bytes = bodiless ? null : bodyBytes(body)
  if (bytes !== null) headers['content-length'] = String(bytes)
  const leaves = leavesBody(request)
  if (leaves || closing) headers.connection = 'close'
  response.writeHead(status, headers)

  const sent = bodiless || request.method === 'HEAD' ? null : longAsBytes(body)
  if (isStreamed(sent)) {
    // Not at the end of the pipeline: in Node 24 it waits for the body, which may itself wait for something to tell.
    response.once('close', () => sent.close?.())
    // When the body ends early, the connection does too, and the client sees that it is incomplete.
    pipeline(Readable.from(sent.open()), response, () => undefined)
    return
  }
  if (!leaves || awaitsContinue(request)) {
    response.end(sent)
    return
  }
  // The response is complete by its content-length; only the end of the connection waits.
  if (sent === null) response.flushHeaders()
  else response.write(sent)
  linger(request).then(() => response.end())
}
