import { admit, signInFirst } from '@/lib/api/admission'
import { forAgentRequest, isSameBody } from '@/lib/api/agent-request'
import { dryRunBody, isDryRun } from '@/lib/api/dry-run'
import { replay, replayInstead, withIdempotencyKey } from '@/lib/api/idempotency'
import { fingerprintOf, type Kept, type KeyedRequest } from '@/lib/api/keyed-request'
import { locationOf } from '@/lib/api/location'
import type { Observed } from '@/lib/api/observe'
import { limitHeaders, requireWithin } from '@/lib/api/rate-limit'
import type { Route } from '@/lib/api/route'
import { credentialHash, sessionCookie } from '@/lib/auth/token'
import { now } from '@/lib/clock'
import type { Caller } from '@/lib/context'
import type { Endpoint } from '@/lib/contract/endpoint'
import { IDEMPOTENCY_KEY } from '@/lib/contract/limits'
import { parseFields } from '@/lib/contract/parse-fields'
import { SignStep } from '@/lib/contract/signed-step'
import { forbidden, invalid, Refusal } from '@/lib/errors'
import { sha256Hex } from '@/lib/history/jcs'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { refuseOtherSites } from '@/lib/http/origin'
import { parseJson, readBody, requireIds, requireJson } from '@/lib/http/parse'
import { json, withHeaders } from '@/lib/http/problem'
import { applySigned, prefetchSigned, prepareSigned } from '@/lib/signing/two-step'

/** A request that matched a route. */
export interface Matched {
  readonly incoming: ApiRequest
  readonly path: string
  readonly search: string
  readonly params: Record<string, string>
  readonly observed: Observed
}

type WriteRoute = Extract<Route, { kind: 'write' | 'signed' }>

/**
 * The write pipeline, in the order of docs/decisions.md#the-write-pipeline (the router answers 405). The checks that need
 * no database run first, but their refusals are thrown only in their place in the order. Thus one round trip reads the
 * session, the limits and the key.
 */
export async function serveWrite(route: WriteRoute, request: Matched): Promise<ApiResponse> {
  const { incoming } = request
  const { endpoint } = route

  refuseOtherSites(incoming) // 403
  const credential = await credentialHash(incoming.header)
  if (credential === null) throw signInFirst() // 401
  const local = await withoutDatabase(incoming) // 428, 400 key, 415, 413: thrown below
  // The moment of the write: its body is here, so a client that sends slowly gains no time.
  const at = now()
  const admission = await admit(credential, local.key, incoming.address, endpoint, at)
  if (admission === null) throw signInFirst() // 401

  const { caller, window, counted, kept } = admission
  request.observed.wallet = caller.wallet
  const limits = limitHeaders(window, counted, at)
  try {
    if (local.refusal) throw local.refusal // 428, 400 key, 415, 413
    requireWithin(window, counted, at) // 429
    requireRole(endpoint, caller) // 403 role
    const sent = parseJson(local.bytes) // 400 not JSON
    const fingerprint = fingerprintOf(incoming.method, request.path, sha256Hex(local.bytes))
    const keyed = { key: local.key, fingerprint, caller, tokenHash: credential, at, isDryRun: local.isDryRun }
    // 422, 200 replay; or 400, 404, 410, 403, 409, 201
    const given = kept ? await replay(kept, keyed) : await runOnce(route, request, sent, keyed)
    if (keyed.isDryRun) return answerOf(given, keyed, limits)
    const ends = endpoint.endsSession && !kept
    const cookie: Record<string, string> = ends ? { 'set-cookie': sessionCookie('') } : {}
    const location = given.status === 201 ? locationOf(endpoint, given.body) : {}
    return answerOf(given, keyed, { ...limits, ...cookie, ...location })
  } catch (fault) {
    throw withHeaders(fault, limits)
  }
}

/** Parses the fields, then runs the command in its transaction. */
async function runOnce(
  route: WriteRoute,
  request: Matched,
  sent: Record<string, unknown>,
  keyed: KeyedRequest,
): Promise<Kept> {
  if (route.kind === 'signed') return runSigned(route, request, sent, keyed)
  const body = route.endpoint.body ? parseFields(route.endpoint.body, sent) : undefined
  requireIds(request.params)
  const input = { params: request.params, body }
  const { prefetch } = route
  const write = { path: request.path, matches: isSameBody(sent), key: keyed.key }
  const runWrite = (more: { prefetched?: unknown }) =>
    withIdempotencyKey(
      keyed,
      route.endpoint.status,
      forAgentRequest(request.incoming, write, (ctx) => route.run(ctx, { ...input, ...more })),
    )
  if (!prefetch) return runWrite({})
  return afterPrefetch(
    keyed,
    () => prefetch(keyed, input),
    (prefetched) => runWrite({ prefetched }),
  )
}

/**
 * Runs `prefetch`, then `act`. What `prefetch` reads before the transaction may already show the work of the very request
 * that this one repeats, so its refusal may become a replay.
 */
async function afterPrefetch<Facts>(
  keyed: KeyedRequest,
  prefetch: () => Promise<Facts>,
  act: (prefetched: Facts) => Promise<Kept>,
): Promise<Kept> {
  let prefetched: Facts
  try {
    prefetched = await prefetch()
  } catch (fault) {
    return replayInstead(keyed, fault)
  }
  return act(prefetched)
}

/** Both steps of a signed action use one path. A body with a nonce or a signature is the second step. */
function runSigned(
  route: Extract<Route, { kind: 'signed' }>,
  request: Matched,
  sent: Record<string, unknown>,
  keyed: KeyedRequest,
): Promise<Kept> {
  const isSecond = 'nonce' in sent || 'signature' in sent
  return isSecond ? runSecondStep(route, request, sent, keyed) : runFirstStep(route, request, sent, keyed)
}

async function runFirstStep(
  route: Extract<Route, { kind: 'signed' }>,
  request: Matched,
  sent: unknown,
  keyed: KeyedRequest,
): Promise<Kept> {
  const words = route.action.parse(sent)
  const id = recordId(request)
  const write = { path: request.path, matches: isSameBody(sent), key: null }
  return withIdempotencyKey(
    keyed,
    200,
    forAgentRequest(request.incoming, write, (ctx) => prepareSigned(route.action, ctx, id, words)),
  )
}

async function runSecondStep(
  route: Extract<Route, { kind: 'signed' }>,
  request: Matched,
  sent: unknown,
  keyed: KeyedRequest,
): Promise<Kept> {
  const step = parseFields(SignStep, sent)
  const id = recordId(request)
  return afterPrefetch(
    keyed,
    () => prefetchSigned(route.action, keyed.caller, keyed.at, id, step),
    (prefetched) => {
      const { verdict, words } = prefetched.signed
      const matches = (body: unknown) => isSameBody({ verdict, words })(route.action.parse(body))
      return withIdempotencyKey(
        keyed,
        route.endpoint.status,
        forAgentRequest(request.incoming, { path: request.path, matches, key: keyed.key }, (ctx) =>
          applySigned(route.action, ctx, id, prefetched),
        ),
      )
    },
  )
}

function recordId(request: Matched): string {
  requireIds(request.params)
  return request.params['id'] ?? ''
}

interface Local {
  readonly key: string
  readonly bytes: Uint8Array
  readonly isDryRun: boolean
  readonly refusal: Refusal | null
}

/** Makes all checks that need no database, in their order. The first refusal is returned, not thrown. */
async function withoutDatabase(incoming: ApiRequest): Promise<Local> {
  try {
    const key = requireKey(incoming)
    const isTried = isDryRun(incoming)
    requireJson(incoming)
    return { key, bytes: await readBody(incoming), isDryRun: isTried, refusal: null }
  } catch (fault) {
    if (fault instanceof Refusal) return { key: '', bytes: new Uint8Array(), isDryRun: false, refusal: fault }
    throw fault
  }
}

/** The idempotency key. @throws Refusal `idempotency_key_required`, or `invalid_request` for a malformed one. */
export function requireKey({ header }: Pick<ApiRequest, 'header'>): string {
  const key = header('idempotency-key')
  if (key === null) {
    throw new Refusal(
      'idempotency_key_required',
      'Send an Idempotency-Key header: 8 to 100 letters, digits, - or _, new for each intent.',
    )
  }
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw invalid('Idempotency-Key', 'The Idempotency-Key must be 8 to 100 letters, digits, - or _.')
  }
  return key
}

/** Checks the roles of the allowlists. Commands check owner and contributor, which depend on the record. */
export function requireRole(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.access === 'verifier' && !caller.isVerifier)
    throw forbidden('Only an allowlisted verifier wallet may do this.')
  if (endpoint.access === 'admin' && !caller.isAdmin) throw forbidden('Only a moderator wallet may do this.')
}

/** The response to a write, to its repetition or to a dry run. */
export function answerOf(kept: Kept, keyed: KeyedRequest, limits: Record<string, string>): ApiResponse {
  if (keyed.isDryRun) return json(200, dryRunBody(kept), limits)
  if (!kept.replayed) return json(kept.status, kept.body, limits)
  return json(200, kept.body, { ...limits, 'idempotency-replayed': 'true' })
}
