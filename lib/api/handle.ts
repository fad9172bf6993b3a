import { routes } from '@/lib/api/handlers'
import { type Observed, observed, observing } from '@/lib/api/observe'
import type { Route } from '@/lib/api/route'
import { type Matched, serveWrite } from '@/lib/api/serve'
import { serveCall } from '@/lib/api/serve-call'
import { serveDownload } from '@/lib/api/serve-download'
import { ANY_SITE_HEADERS, serveRead } from '@/lib/api/serve-read'
import { serveStream } from '@/lib/api/serve-stream'
import { serveUpload } from '@/lib/api/serve-upload'
import { isOpenToAnySite, writesRecord } from '@/lib/contract/endpoint'
import { type ApiRequest, type ApiResponse, addHeaders } from '@/lib/http/message'
import { PUBLIC_READ_PREFLIGHT } from '@/lib/http/preflight'
import { problem, problemOf } from '@/lib/http/problem'
import { isUuid } from '@/lib/id'

/** A node of the path tree: literal segments, at most one parameter, and the routes of this path by method. */
interface PathNode {
  readonly literals: Map<string, PathNode>
  parameter: { name: string; node: PathNode } | null
  readonly byMethod: Map<string, Route>
}

const newNode = (): PathNode => ({ literals: new Map(), parameter: null, byMethod: new Map() })

function addRoute(root: PathNode, route: Route): void {
  let at = root
  for (const segment of route.endpoint.path.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (parameter) {
      at.parameter ??= { name: parameter, node: newNode() }
      at = at.parameter.node
    } else {
      const known = at.literals.get(segment) ?? newNode()
      at.literals.set(segment, known)
      at = known
    }
  }
  at.byMethod.set(route.endpoint.method, route)
}

const root = newNode()
for (const route of routes) addRoute(root, route)

/** Finds the node of a path. A segment with invalid percent-encoding (RFC 3986 §2.1) matches nothing. */
function find(path: string): { at: PathNode; params: Record<string, string> } | null {
  let at = root
  const params: Record<string, string> = {}
  for (const segment of path.split('/').slice(1)) {
    const literal = at.literals.get(segment)
    if (literal) {
      at = literal
      continue
    }
    const value = at.parameter && segment !== '' ? decodeSegment(segment) : null
    if (!at.parameter || value === null) return null
    // Ids are accepted in either case. Lowercase is stored, so that a write does not depend on the spelling.
    params[at.parameter.name] = isUuid(value) ? value.toLowerCase() : value
    at = at.parameter.node
  }
  return at.byMethod.size > 0 ? { at, params } : null
}

function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * Answers every request under `/api`; never throws. Both mounts call it: the self-hosted server and Next's route file.
 * For `HEAD` it returns the response to `GET`; the mount leaves the body out.
 */
export const handle = (incoming: ApiRequest): Promise<ApiResponse> =>
  observing(incoming, (watched) => answerAt(incoming, watched))

async function answerAt(incoming: ApiRequest, watched: Observed): Promise<ApiResponse> {
  const { method } = incoming
  const question = incoming.target.indexOf('?')
  const path = question === -1 ? incoming.target : incoming.target.slice(0, question)
  const search = question === -1 ? '' : incoming.target.slice(question + 1)
  const found = find(path)
  if (!found) {
    const words = 'There is nothing at this address. The API is described at /api/v1/openapi.json.'
    return observed(watched, null, method, problem('not_found', words))
  }

  const route = found.at.byMethod.get(method === 'HEAD' ? 'GET' : method)
  if (!route) {
    const allow = allowedMethods(found.at)
    if (method === 'OPTIONS')
      return observed(watched, null, method, options(found.at, allow, incoming.header('access-control-request-method')))
    const refused = problem('method_not_allowed', `This address answers ${allow}.`, null, { allow })
    return observed(watched, null, method, refused)
  }
  const answer = await answerOf(route, { incoming, path, search, params: found.params, observed: watched })
  return observed(watched, route.endpoint, method, answer)
}

async function answerOf(route: Route, request: Matched): Promise<ApiResponse> {
  const { endpoint } = route
  try {
    return await serve(route, request)
  } catch (fault) {
    const refused = problemOf(fault, endpoint.operationId, writesRecord(route), request.observed.id)
    return isOpenToAnySite(endpoint) ? addHeaders(refused, ANY_SITE_HEADERS) : refused
  }
}

function serve(route: Route, request: Matched): Promise<ApiResponse> {
  switch (route.kind) {
    case 'read':
      return serveRead(route, request)
    case 'call':
      return serveCall(route, request)
    case 'upload':
      return serveUpload(route, request)
    case 'download':
      return serveDownload(route, request)
    case 'stream':
      return serveStream(route, request)
    default:
      return serveWrite(route, request)
  }
}

function allowedMethods(at: PathNode): string {
  const methods = [...at.byMethod.keys()]
  return [...methods, ...(at.byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

/**
 * The response to `OPTIONS`. Public reads are open to every site; writes allow no other origin and get no CORS headers.
 * @param asked the method that a browser's preflight asks for; null for another request.
 */
function options(at: PathNode, allow: string, asked: string | null): ApiResponse {
  const read = at.byMethod.get('GET')?.endpoint
  const isRead = asked === null || asked === 'GET' || asked === 'HEAD'
  const cors: Record<string, string> = read && isRead && isOpenToAnySite(read) ? PUBLIC_READ_PREFLIGHT : {}
  return { status: 204, headers: { 'cache-control': 'no-store', allow, ...cors }, body: null }
}
