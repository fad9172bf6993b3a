import { clientAddress } from '@/lib/api/client-address'
import { fixedApiHeaders } from '@/lib/api/fixed-headers'
import { handle } from '@/lib/api/handle'
import type { Answer, Incoming } from '@/lib/api/message'
import { appUrl, env } from '@/lib/env'

/** Reads a Web request's body without ever holding more than the cap. */
async function readCapped(request: Request, bytesMax: number): Promise<Uint8Array | 'too-large'> {
  const announced = Number(request.headers.get('content-length') ?? '0')
  if (announced > bytesMax) return 'too-large'
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength
    if (size > bytesMax) {
      await reader.cancel()
      return 'too-large'
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}

function toIncoming(request: Request): Incoming {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: `${pathname}${search}`,
    header: (name) => request.headers.get(name),
    readBody: (bytesMax) => readCapped(request, bytesMax),
    address: clientAddress(undefined, request.headers.get('x-forwarded-for') ?? undefined, env().TRUSTED_PROXY_HOPS),
  }
}

function toResponse(answer: Answer, isHead: boolean): Response {
  const headers = new Headers({ ...fixedApiHeaders(appUrl()), ...answer.headers })
  const { status, body } = answer
  if (body !== null && isHead) headers.set('content-length', String(Buffer.byteLength(body)))
  const bytes = typeof body === 'string' || body === null ? body : new Uint8Array(body)
  return new Response(isHead ? null : bytes, { status, headers })
}

/**
 * The mount for serverless platforms: a Web `Request` in, a Web `Response` out, by the same `handle` as the self-hosted
 * front. There is no socket to read an address from, so `TRUSTED_PROXY_HOPS` must say how many proxies stand in front.
 */
export async function answerWeb(request: Request): Promise<Response> {
  return toResponse(await handle(toIncoming(request)), request.method === 'HEAD')
}
