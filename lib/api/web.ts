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
  type StreamedBody,
} from '@/lib/http/message'
import { problem, problemOf } from '@/lib/http/problem'

/** A Web request's body, piece by piece. */
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

/** The whole body, without ever holding more than the cap. */
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

/** Path and query of an absolute URL, which a Web request always has: what stands between its host and its fragment. */
function targetOf(url: string): string {
  const fragment = url.indexOf('#')
  return url.slice(url.indexOf('/', url.indexOf('//') + 2), fragment === -1 ? undefined : fragment)
}

function toIncoming(request: Request): ApiRequest {
  return {
    method: request.method,
    target: targetOf(request.url),
    header: (name) => request.headers.get(name),
    readBody: (bytesMax) => readCapped(request, bytesMax),
    streamBody: (bytesMax) => stream(request, bytesMax),
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

let fixed: Readonly<Record<string, string>> | undefined

function toResponse(answer: ApiResponse, isHead: boolean, fixed: Readonly<Record<string, string>>): Response {
  const { status, body } = answer
  // Headers go to the response as one plain object: each wrapping of them in `Headers` is a copy more.
  const headers: Record<string, string> = { ...fixed, ...answer.headers }
  if (isStreamed(body)) {
    if (body.bytes !== null) headers['content-length'] = String(body.bytes)
    return new Response(isHead ? null : toWebStream(body), { status, headers })
  }
  if (body !== null && isHead) headers['content-length'] = String(Buffer.byteLength(body))
  // TypeScript alone thinks that a Buffer may stand on shared memory.
  return new Response(isHead ? null : (body as BodyInit | null), { status, headers })
}

/** Whether the environment is usable; where it is not, the start has said why (instrumentation.ts). */
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
 * The mount for serverless platforms: a Web `Request` in, a Web `Response` out, by the same functions as the self-hosted
 * server. There is no socket to read an address from, so `TRUSTED_PROXY_HOPS` must say how many proxies stand in front;
 * without it everybody counts as one network. It never throws.
 * @param answer what answers: `handle` of the API or of another of our surfaces.
 */
export async function answerWebBy(answer: typeof handle, request: Request): Promise<Response> {
  const isHead = request.method === 'HEAD'
  if (!isSetUp()) return toResponse(problem('unavailable', NOT_SET_UP), isHead, fixedApiHeaders(''))
  fixed ??= fixedApiHeaders(appUrl())
  try {
    return toResponse(await answer(toIncoming(request)), isHead, fixed)
  } catch (fault) {
    // A header that HTTP cannot carry.
    return toResponse(problemOf(fault, 'the answer'), isHead, fixed)
  }
}

/** The mount of the API. */
export const answerWeb = (request: Request): Promise<Response> => answerWebBy(handle, request)
