import type { IncomingMessage } from 'node:http'
import { Refused } from './refused'

/** A request as the routes see it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The client's network address. */
  readonly address: string
  header(name: string): string
  /** @throws Refused 415 when it is not sent as `type`, 413 when it is too long, 400 when it is no UTF-8. */
  body(type: string): Promise<string>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const BODY_BYTES_MAX = 65_536

/** @throws Refused 413 as soon as it is too long. */
async function collect(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new Refused(413, `The body is longer than ${BODY_BYTES_MAX} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not close the connection: the refusal still goes over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function mediaType(request: IncomingMessage): string {
  const [type = ''] = String(request.headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase()
}

/** @param request one of `node:http`, whose target may be anything. */
export function asked(request: IncomingMessage): Asked {
  const target = request.url ?? '/'
  const [path = '/', query = ''] = target.split(/\?(.*)/s)
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    address: request.socket.remoteAddress ?? '',
    header: (name) => String(request.headers[name] ?? ''),
    async body(type) {
      if (mediaType(request) !== type) throw new Refused(415, `The body must be sent as ${type}.`)
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(await collect(request))
      } catch (error) {
        throw error instanceof TypeError ? new Refused(400, 'The body is not valid UTF-8.') : error
      }
    },
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return jsonText(status, JSON.stringify(body), headers)
}

export function jsonText(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

/** @param status 301 for ever, 303 after a form. */
export function redirect(status: 301 | 303, location: string): Answer {
  return { status, headers: { location, 'content-type': 'text/plain; charset=utf-8' }, body: `${location}\n` }
}
