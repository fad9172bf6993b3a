import { type Admission, admit, signInFirst } from '@/lib/api/admission'
import { isDryRun } from '@/lib/api/dry-run'
import { replay, replayInstead, withIdempotencyKey } from '@/lib/api/idempotency'
import { fingerprintOf, type Kept, type KeyedRequest } from '@/lib/api/keyed-request'
import { limitHeaders, requireWithin } from '@/lib/api/rate-limit'
import type { Route, StoredFile } from '@/lib/api/route'
import { answerOf, type Matched, requireKey, requireRole } from '@/lib/api/serve'
import { countUpload, enterUploads, lookAtUploads } from '@/lib/api/upload-limit'
import { credentialHash } from '@/lib/auth/token'
import { now } from '@/lib/clock'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { parseFields } from '@/lib/contract/parse-fields'
import { StorageAway } from '@/lib/db/faults'
import { Refusal } from '@/lib/errors'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { requireMultipart } from '@/lib/http/multipart'
import { refuseOtherSites } from '@/lib/http/origin'
import { requireIds, requireUncoded } from '@/lib/http/parse'
import { withHeaders } from '@/lib/http/problem'
import { nothingReceived, type Received, receiveUpload } from '@/lib/http/receive-upload'

type UploadRoute = Extract<Route, { kind: 'upload' }>

/**
 * The pipeline of a write with a file, in the order of docs/decisions.md#the-write-pipeline. Unlike `serveWrite` it finds
 * the session before it reads the body, so that nobody without a session can send 5 MB.
 *
 * The body is stored and hashed while it arrives, under a name that is new each time. The fingerprint of the key (method,
 * path and the SHA-256 of the body's bytes) is therefore known only at its end. The stored file is temporary until the
 * transaction that claims the key records it. A request removes its file if it is refused, or if another request with the
 * same key was first. The schedule removes the files of killed processes.
 *
 * Sometimes the outcome is known before the body arrives: a limit is exceeded, the key holds a response, or the record
 * refuses. Then nothing is stored. The body is only measured and hashed, because its own errors are reported first.
 *
 * Session, limits and the temporary file belong to the moment when the request began, the write to the moment when its body
 * was complete: a client that sends slowly gains no time. A session that was signed out meanwhile writes nothing.
 */
export async function serveUpload(route: UploadRoute, request: Matched): Promise<ApiResponse> {
  const { incoming, params } = request
  const { endpoint, action } = route
  const at = now()

  refuseOtherSites(incoming) // 403
  const credential = await credentialHash(incoming.header)
  if (credential === null) throw signInFirst() // 401
  const { key, boundary, refusal, isDryRun: isTried } = readHeaders(incoming) // 428, 400 key, 415: thrown below
  const admission = await admit(credential, key, incoming.address, endpoint, at)
  if (admission === null) throw signInFirst() // 401

  const { caller, kept } = admission
  request.observed.wallet = caller.wallet
  const announced = { caller, at, bytesMax: announcedBytes(incoming), key }
  const { limited, full, limits } = await applyLimits(admission, incoming, announced.bytesMax, at)
  const received = nothingReceived<StoredFile>()
  const { refusal: crowded, leave } = enterUploads(incoming.address)
  try {
    if (refusal) throw refusal // 428, 400 key, 415
    const allow = () => {
      requireIds(params)
      return action.allow(announced, params)
    }
    let unwelcome = limited || kept ? null : (full ?? (await refusalOf(allow)) ?? crowded)
    const keep = async (chunks: AsyncIterable<Uint8Array>) => {
      const stored = await action.keep(chunks, announced, unwelcome === null)
      if (!(stored instanceof Refusal)) return stored
      unwelcome = stored
      return null
    }
    await receiveUpload(incoming, boundary, endpoint, received, limited || kept ? null : keep) // 413
    if (limited) throw limited // 429
    requireRole(endpoint, caller) // 403 role
    if (received.malformed) throw received.malformed // 400 not multipart
    const fingerprint = fingerprintOf(incoming.method, request.path, received.bodyHash)
    const keyed = { key, fingerprint, caller, tokenHash: credential, at: now(), isDryRun: isTried }
    if (kept) return answerOf(await replay(kept, keyed), keyed, limits) // 422, 200 replay
    const given = await recordOnce(route, request, keyed, received, unwelcome, at)
    return answerOf(given, keyed, limits) // 400, 404, 410, 403, 409, 503, 201
  } catch (fault) {
    if (received.file !== null) await discard(action, received.file, at, fault)
    throw withHeaders(fault, limits)
  } finally {
    leave()
  }
}

/** Removes a stored file. If the storage is away, this does not wait for it: the schedule removes the file later. */
async function discard(action: UploadRoute['action'], file: StoredFile, at: Date, fault: unknown): Promise<void> {
  const discarding = action.discard(file, at)
  if (fault instanceof StorageAway) discarding.catch(() => undefined)
  else await discarding
}

/**
 * Checks the fields, then the record's own refusal, then runs the command in its transaction.
 * @param begun when the request began: the day in which its bytes count.
 */
async function recordOnce(
  { endpoint, action }: UploadRoute,
  { incoming, params }: Matched,
  keyed: KeyedRequest,
  received: Received<StoredFile>,
  unwelcome: Refusal | null,
  begun: Date,
): Promise<Kept> {
  const { file, fault, fields } = received
  if (fault) throw fault
  const body = endpoint.body ? parseFields(endpoint.body, fields) : undefined
  // The request that this one repeats may be the reason for the refusal: its work, or the room that its file holds.
  if (unwelcome) {
    await action.waitForOthers(keyed)
    return replayInstead(keyed, unwelcome)
  }
  if (file === null) throw new Error('A file without a fault was not stored.')
  const given = await withIdempotencyKey(keyed, endpoint.status, async (ctx) => {
    await countUpload(ctx.tx, incoming.address, file.bytes, begun)
    return action.record(ctx, { params, body, file })
  })
  // Another request with this key was first and its file was recorded, or this is a dry run.
  if (given.replayed || keyed.isDryRun) await action.discard(file, keyed.at)
  return given
}

/** The largest size that the file can have: that of the body, if `Content-Length` gives a smaller one than the limit. */
function announcedBytes(incoming: ApiRequest): number {
  const length = incoming.header('content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Math.min(Number(length), EVIDENCE_BYTES_MAX) : EVIDENCE_BYTES_MAX
}

/** Returns the refusal of a check instead of throwing it, so that it can be thrown later. */
async function refusalOf(check: () => void | Promise<void>): Promise<Refusal | null> {
  try {
    await check()
    return null
  } catch (fault) {
    if (fault instanceof Refusal) return fault
    throw fault
  }
}

/** The fields of two sources that name the same ones; each is a list (RFC 9651 §3.1). */
const joinHeaders = (first: Record<string, string>, second: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(first).map(([name, value]) => [name, `${value}, ${second[name]}`]))

/**
 * Applies the limit of requests and, unless this is a replay, the one of the network's bytes. The request that this one repeats may have
 * taken what was left of those.
 */
async function applyLimits({ window, counted, kept }: Admission, { address }: ApiRequest, bytesMax: number, at: Date) {
  const ofRequests = limitHeaders(window, counted, at)
  const limited = await refusalOf(() => requireWithin(window, counted, at))
  if (limited || kept) return { limited, full: null, limits: ofRequests }
  const { refusal, limits } = await lookAtUploads(address, bytesMax, at)
  return { limited: null, full: refusal, limits: joinHeaders(ofRequests, limits) }
}

interface Headers {
  readonly key: string
  readonly boundary: string
  readonly isDryRun: boolean
  readonly refusal: Refusal | null
}

/** Makes all checks of the headers. The first refusal is returned, not thrown. */
function readHeaders(incoming: ApiRequest): Headers {
  try {
    const key = requireKey(incoming)
    const isTried = isDryRun(incoming)
    requireUncoded(incoming)
    const boundary = requireMultipart(incoming.header('content-type'))
    return { key, boundary, isDryRun: isTried, refusal: null }
  } catch (fault) {
    if (fault instanceof Refusal) return { key: '', boundary: '', isDryRun: false, refusal: fault }
    throw fault
  }
}
