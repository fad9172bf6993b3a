import { timingSafeEqual } from 'node:crypto'
import { signInFirst } from '@/lib/api/admission'
import { countByNetwork } from '@/lib/api/rate-limit'
import type { Route } from '@/lib/api/route'
import { type Matched, requireRole } from '@/lib/api/serve'
import { callerOf } from '@/lib/auth/roles'
import { findSession } from '@/lib/auth/session'
import { credentialHash } from '@/lib/auth/token'
import type { Caller } from '@/lib/context'
import { type Endpoint, isOpenToAnySite } from '@/lib/contract/endpoint'
import { env } from '@/lib/env'
import { unauthenticated } from '@/lib/errors'
import { sha256Hex } from '@/lib/history/jcs'
import { encodeBody } from '@/lib/http/encoded'
import { type ApiRequest, type ApiResponse, mergeHeaders } from '@/lib/http/message'
import { parseQuery, requireIds } from '@/lib/http/parse'
import { acceptedEncoding, createPreparedBodies, prepareBody } from '@/lib/http/prepared-bodies'
import { json, withHeaders } from '@/lib/http/problem'
import { matchesEtag } from '@/lib/http/validators'

/** Serves a read. Public reads are open to every site and carry an `ETag` (RFC 9110 §8.8.3). */
export async function serveRead(
  route: Extract<Route, { kind: 'read' }>,
  { incoming, params, search, observed }: Matched,
): Promise<ApiResponse> {
  const { endpoint } = route
  if (endpoint.access === 'cron') requireCronSecret(incoming)
  const caller = await callerFor(endpoint, incoming)
  if (caller) observed.wallet = caller.wallet
  const limits = endpoint.limit ? await countByNetwork(endpoint.limit, incoming.address) : {}
  try {
    const query = endpoint.query ? parseQuery(endpoint.query, search) : undefined
    requireIds(params, endpoint.ids)
    const body = await route.run({ params, query, caller, incoming })
    if (!isOpenToAnySite(endpoint) || caller !== null) return json(200, body, limits)
    const question = `${endpoint.operationId} ${JSON.stringify([params, query])}`
    if (endpoint.constant) return await constantAnswer(incoming, question, body, limits)
    const more = endpoint.seesMore ? { ...limits, vary: 'Authorization, Cookie' } : limits
    return publicAnswer(incoming, question, body, more)
  } catch (fault) {
    throw withHeaders(fault, limits)
  }
}

/** Lets pages of every site see the response to a public read (Fetch Standard, CORS), errors included. */
export const ANY_SITE_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
}

/** The constant headers of a public read. */
const PUBLIC_HEADERS = { 'cache-control': 'public, no-cache', ...ANY_SITE_HEADERS }

/** @param question what the response depends on. This is not the request target, which may contain anything else. */
function publicAnswer(incoming: ApiRequest, question: string, body: string, more: Record<string, string>): ApiResponse {
  const { bytes, etag } = encodeBody(question, body)
  const headers = mergeHeaders(PUBLIC_HEADERS, more, { etag })
  if (!matchesEtag(incoming.header('if-none-match'), etag)) return json(200, bytes, headers)
  return { status: 304, headers, body: null }
}

/** Cache size in bytes: more than the few bodies that never change. */
const CONSTANTS_BYTES_MAX = 4_000_000
const constants = createPreparedBodies(CONSTANTS_BYTES_MAX)

/** A body that never changes, compressed once. Its `ETag` is weak: it names the body in every encoding (RFC 9110 §8.8.1). */
async function constantAnswer(
  incoming: ApiRequest,
  question: string,
  body: string,
  limits: Record<string, string>,
): Promise<ApiResponse> {
  const { bytes, etag } = encodeBody(question, body)
  const headers = mergeHeaders(PUBLIC_HEADERS, limits, { etag: `W/${etag}`, vary: 'Accept-Encoding' })
  if (matchesEtag(incoming.header('if-none-match'), etag)) return { status: 304, headers, body: null }
  const encoding = acceptedEncoding(incoming.header('accept-encoding'))
  if (encoding === null) return json(200, bytes, headers)
  const { encoded } = constants.getOrPrepare(question, body, () => prepareBody(bytes))
  return json(200, await encoded(encoding), mergeHeaders<string>(headers, { 'content-encoding': encoding }))
}

const needsWallet = ({ access }: Endpoint) => access === 'wallet' || access === 'verifier' || access === 'admin'

/** The signed-in wallet, if the endpoint requires one or shows more to one. */
async function callerFor(endpoint: Endpoint, incoming: ApiRequest): Promise<Caller | null> {
  if (!needsWallet(endpoint) && !endpoint.seesMore) return null
  const credential = await credentialHash(incoming.header)
  const open = credential === null ? null : await findSession(credential)
  if (!open && endpoint.seesMore) return null
  if (!open) throw signInFirst()
  const caller = callerOf(open.wallet)
  requireRole(endpoint, caller)
  return caller
}

function requireCronSecret(incoming: ApiRequest): void {
  const secret = env().CRON_SECRET
  const sent = Buffer.from(sha256Hex(incoming.header('authorization') ?? ''))
  if (secret && timingSafeEqual(sent, Buffer.from(sha256Hex(`Bearer ${secret}`)))) return
  throw unauthenticated('This address is for the schedule of the service.')
}
