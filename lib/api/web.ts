import { handle } from '@/lib/api/handle'
import { appUrl, env } from '@/lib/env'
import { clientAddress } from '@/lib/http/client-address'
import { fixedApiHeaders } from '@/lib/http/fixed-headers'
import {
  type ApiRequest,
  type ApiResponse,
  BodyTooLarge,
  ClientGone,
  isStreamed,
  mergeHeaders,
  type StreamedBody,
} from '@/lib/http/message'
import { problem, problemOf } from '@/lib/http/problem'

/** The body of a Web request in chunks. */
async function* stream(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
  let size = Number(request.headers.get('content-length') ?? '0')
  if (size > bytesMax) throw new BodyTooLarge()
  if (!request.body) return
  const reader = request.body.getReader()
  const gone = () => Promise.reject(new ClientGone())
  try {
    size = 0
    for (let read = await reader.read().catch(gone); !read.done; read = await reader.read().catch(gone)) {
      size += read.value.byteLength
      if (size > bytesMax) throw new BodyTooLarge()
      yield read.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Reads the whole body, and never holds more than `bytesMax`. */
async function readCapped(request: Request, bytesMax: number): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of stream(request, bytesMax)) chunks.push(chunk)
  } catch (fault) {
    if (fault instanceof BodyTooLarge) return 'too-large'
    throw fault
  }
  return Buffer.concat(chunks)
}

/** Path and query of the absolute URL that every Web request has: the part between host and fragment. */
function targetOf(url: string): string {
  const fragment = url.indexOf('#')
  return url.slice(url.indexOf('/', url.indexOf('//') + 2), fragment === -1 ? undefined : fragment)
}

function toIncoming(request: Request): ApiRequest {
  return {
    method: request.method,
    target: targetOf(request.url),
    // The platform compresses, and Next takes a Content-Encoding of ours away.
    header: (name) => (name === 'accept-encoding' ? null : request.headers.get(name)),
    readBody: (bytesMax) => readCapped(request, bytesMax),
    streamBody: (bytesMax) => stream(request, bytesMax),
    gone: () => request.signal,
    address: clientAddress(undefined, request.headers.get('x-forwarded-for') ?? undefined, env().TRUSTED_PROXY_HOPS),
  }
}

function toWebStream(body: StreamedBody): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reading = body.open()[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reading.next()
      if (done) {
        body.close?.()
        controller.close()
      } else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      body.close?.()
      await reading.return?.()
    },
  })
}

/** A body as a stream of one chunk. Given the bytes themselves, `Response` would copy them twice. */
const streamOf = (body: string | Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(typeof body === 'string' ? Buffer.from(body) : body)
      controller.close()
    },
  })

let fixed: Readonly<Record<string, string>> | undefined

function toResponse(answer: ApiResponse, isHead: boolean, fixed: Readonly<Record<string, string>>): Response {
  const { status, body } = answer
  // The headers stay one plain object: wrapping them in `Headers` would make another copy.
  const headers = mergeHeaders(fixed, answer.headers)
  const sent = isHead || body === null ? null : isStreamed(body) ? toWebStream(body) : streamOf(body)
  return new Response(sent, { status, headers })
}

/** Whether the environment is valid. If not, the start has logged the reason (instrumentation.ts). */
function isSetUp(): boolean {
  try {
    env()
    return true
  } catch {
    return false
  }
}

const NOT_SET_UP = 'The service is not set up yet: its log names what is missing.'

/**
 * The mount for serverless platforms. It takes a Web `Request` and returns a Web `Response`, by the same functions as the
 * self-hosted server; it never throws. There is no socket to read an address from, so `TRUSTED_PROXY_HOPS` must give the
 * number of proxies in front. Without it all clients count as one network.
 * @param answer the handler: `handle` of the API or of another surface.
 */
export async function answerWebBy(answer: typeof handle, request: Request): Promise<Response> {
  const isHead = request.method === 'HEAD'
  if (!isSetUp()) return toResponse(problem('unavailable', NOT_SET_UP), isHead, fixedApiHeaders(''))
  fixed ??= fixedApiHeaders(appUrl())
  try {
    return toResponse(await answer(toIncoming(request)), isHead, fixed)
  } catch (fault) {
    // A header has a value that HTTP does not allow.
    return toResponse(problemOf(fault, 'the answer'), isHead, fixed)
  }
}

/** The mount of the API. */
export const answerWeb = (request: Request): Promise<Response> => answerWebBy(handle, request)
