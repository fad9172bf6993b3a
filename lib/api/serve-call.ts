import {
  type Counted,
  countByNetwork,
  countOne,
  countRequest,
  limitHeaders,
  pairSubject,
  requireWithin,
  windowOf,
} from '@/lib/api/rate-limit'
import type { Route } from '@/lib/api/route'
import type { Matched } from '@/lib/api/serve'
import { confirmEnded, findSession, isRevoked } from '@/lib/auth/session'
import { credentialHash } from '@/lib/auth/token'
import { now } from '@/lib/clock'
import { countsNetworkAlone } from '@/lib/contract/endpoint'
import { parseFields } from '@/lib/contract/parse-fields'
import { unauthenticated } from '@/lib/errors'
import { type ApiRequest, type ApiResponse, addHeaders } from '@/lib/http/message'
import { refuseOtherSites } from '@/lib/http/origin'
import { parseJson, readBody, requireJson } from '@/lib/http/parse'
import { json, withHeaders } from '@/lib/http/problem'

/**
 * Serves a POST that writes no record (sign-in and sign-out). It makes its checks in the order of a write, without an
 * idempotency key. A request for a sign-in challenge is counted by network, and by wallet and network together, so that
 * nobody can lock another wallet out. A signature for one is counted by network only.
 */
export async function serveCall(route: Extract<Route, { kind: 'call' }>, { incoming }: Matched): Promise<ApiResponse> {
  const { endpoint } = route
  refuseOtherSites(incoming)
  const ends = endpoint.access === 'session'
  if (ends) await requireSession(incoming)
  const bytes = await payloadOf(incoming, ends)
  if (!endpoint.limit) return run(route, incoming, bytes)

  const at = now()
  const window = windowOf(endpoint.limit, at)
  const counted: Counted[] = await countRequest(window, incoming.address)
  try {
    requireWithin(window, counted, at)
    if (!countsNetworkAlone(endpoint)) {
      const { address } = parseFields(endpoint.body ?? noBody(), parseJson(bytes)) as { address: string } // these name one
      counted.unshift({ by: 'wallet', count: await countOne(window, pairSubject(address, incoming.address)) })
      requireWithin(window, counted, at)
    }
    const answer = await run(route, incoming, bytes)
    return addHeaders(answer, limitHeaders(window, counted, at))
  } catch (fault) {
    throw withHeaders(fault, limitHeaders(window, counted, at))
  }
}

const NO_FIELDS = new TextEncoder().encode('{}')

/** Reads the body. @param ends whether the call ends a session: then an empty body of any media type counts as `{}`. */
async function payloadOf(incoming: ApiRequest, ends: boolean): Promise<Uint8Array> {
  if (!ends) requireJson(incoming)
  const bytes = await readBody(incoming)
  if (ends && bytes.byteLength === 0) return NO_FIELDS
  if (ends) requireJson(incoming)
  return bytes
}

function noBody(): never {
  throw new Error('A call without a body schema cannot be counted by wallet.')
}

async function run(
  route: Extract<Route, { kind: 'call' }>,
  incoming: ApiRequest,
  bytes: Uint8Array,
): Promise<ApiResponse> {
  const sent = parseJson(bytes)
  const body = route.endpoint.body ? parseFields(route.endpoint.body, sent) : undefined
  const { answer, cookie } = await route.run({ body, incoming })
  return json(route.endpoint.status, JSON.stringify(answer), cookie ? { 'set-cookie': cookie } : {})
}

async function requireSession(incoming: ApiRequest): Promise<void> {
  const hash = await credentialHash(incoming.header)
  if (hash !== null && (await findSession(hash))) return
  // A client that repeats a sign-out takes this refusal as proof that the session has ended. The proof is a write, so it is
  // counted; what was never a session, or has ended by itself, needs none.
  if (hash !== null && (await isRevoked(hash))) {
    await countByNetwork('sign-in-signature', incoming.address)
    await confirmEnded(hash)
  }
  throw unauthenticated('There is no open session to end.')
}
