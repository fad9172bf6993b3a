import type { IncomingMessage } from 'node:http'

/** The error of a refused request, with the status and message of its response. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'Refused'
  }
}

/** A request as the routes see it. */
export type ParsedRequest = ReturnType<typeof parseRequest>

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const BODY_BYTES_MAX = 65_536

/** The bytes of a body. @throws Refused 413 as soon as it is too long. */
async function collect(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new Refused(413, `The body is longer than ${BODY_BYTES_MAX} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not close the connection: the response is still sent over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Parses a request. Its target is unchecked and may be any text. */
export function parseRequest(request: IncomingMessage) {
  const target = request.url ?? '/'
  const [path = '/', query = ''] = target.split(/\?(.*)/s)
  const header = (name: string) => String(request.headers[name] ?? '')
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    /** The client's network address. */
    address: request.socket.remoteAddress ?? '',
    header,
    /** @throws Refused 415 when it is not sent as `type`, 413 when it is too long, 400 when it is not UTF-8. */
    async body(type: string): Promise<string> {
      const [mediaType = ''] = header('content-type').split(';', 1)
      if (mediaType.trim().toLowerCase() !== type) throw new Refused(415, `The body must be sent as ${type}.`)
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

/** @param status 301 for a permanent redirect, 303 after a form. */
export function redirect(status: 301 | 303, location: string): Answer {
  return { status, headers: { location, 'content-type': 'text/plain; charset=utf-8' }, body: `${location}\n` }
}

type Handler = (request: ParsedRequest, parts: Readonly<Record<string, string>>) => Answer | Promise<Answer>

/** A path pattern with named groups, and the handler of each method. */
export interface Route {
  readonly path: RegExp
  readonly get?: Handler
  readonly post?: Handler
}

/** Calls the handler of a request. @throws Refused 404 or 405 when there is none. */
export async function answerBy(routes: readonly Route[], request: ParsedRequest): Promise<Answer> {
  for (const route of routes) {
    const match = route.path.exec(request.path)
    if (!match) continue
    const handler = request.method === 'POST' ? route.post : isRead(request.method) ? route.get : undefined
    if (!handler) throw new Refused(405, 'That method does not exist here.', { allow: allowed(route) })
    return handler(request, match.groups ?? {})
  }
  throw new Refused(404, 'There is nothing here.')
}

export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function allowed(route: Route): string {
  return [...(route.get ? ['GET', 'HEAD'] : []), ...(route.post ? ['POST'] : [])].join(', ')
}
