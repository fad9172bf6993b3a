import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { PlatformFault } from '@/lib/platform/gateway/fault'
import { isPrivateName, isPublicAddress } from '@/lib/public-host'
import { parseUrl } from '@/lib/url'

/** A host has no address to which a connection is allowed. */
export class AddressRefused extends Error {}

/** DNS lookup at connect time. For a public name only public addresses are used, which prevents DNS rebinding. */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  dns.lookup(host, { ...options, all: true }, (fault, found) => {
    if (fault) return callback(fault, '', 0)
    const usable = isPrivateName(host) ? found : found.filter(({ address }) => isPublicAddress(address))
    const [first] = usable
    if (!first) return callback(new AddressRefused(`${host} has no public address.`), '', 0)
    if (options.all) callback(null, usable)
    else callback(null, first.address, first.family)
  })
}

// Limits of one call (docs/safety.md#calls-to-others).
const BODY_BYTES_MAX = 1024 * 1024
const CALL_TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 3

/** Concurrent calls of one process. */
const CALLS_MAX = 16

export interface Asked {
  /** Path and query under the platform's origin. */
  readonly target: string
  /** JSON to POST; without it the call is a GET. */
  readonly body?: string
  /** The `Accept` header; JSON by default. */
  readonly accept?: string
}

export interface Answered {
  readonly status: number
  readonly bytes: Uint8Array
  /** Its `Retry-After` as it is written. */
  readonly retryAfter: string | undefined
}

let underWay = 0

/**
 * One call to the platform: fixed origin, ten seconds in all, at most one megabyte, few redirects within the origin,
 * and none for a POST.
 * @param origin the configured origin. @returns status and body, for any status.
 * @throws PlatformFault
 */
export async function callPlatform(origin: string, asked: Asked): Promise<Answered> {
  if (underWay >= CALLS_MAX) throw new PlatformFault('busy', true)
  underWay += 1
  try {
    return await follow(origin, asked, AbortSignal.timeout(CALL_TIMEOUT_MS))
  } finally {
    underWay -= 1
  }
}

async function follow(origin: string, asked: Asked, signal: AbortSignal): Promise<Answered> {
  let url = new URL(asked.target, origin)
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    if (url.origin !== origin) break
    const { location, ...answer } = await once(url, asked, signal)
    if (location === null) return answer
    const next = parseUrl(location, url)
    if (asked.body !== undefined || next === null) break
    url = next
  }
  throw new PlatformFault('redirected', asked.body === undefined)
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** One request without following redirects. `location` is the target of a redirect; null for other responses. */
async function once(
  url: URL,
  asked: Omit<Asked, 'target'>,
  signal: AbortSignal,
): Promise<Answered & { readonly location: string | null }> {
  const progress = { isSent: false }
  try {
    const response = await open(url, asked, signal, progress)
    const status = response.statusCode ?? 0
    const retryAfter = response.headers['retry-after']
    if (!REDIRECTS.includes(status)) return { status, bytes: await readCapped(response), retryAfter, location: null }
    response.destroy()
    return { status, bytes: new Uint8Array(), retryAfter, location: response.headers.location ?? '' }
  } catch (fault) {
    // A read changes nothing. A POST certainly did nothing only if it was never sent.
    const isUndone = asked.body === undefined || !progress.isSent
    if (fault instanceof PlatformFault) throw new PlatformFault(fault.outcome, isUndone, fault.status)
    throw new PlatformFault(signal.aborted ? 'timeout' : 'unreachable', isUndone)
  }
}

/** Sends the request and waits for the response head. Each call opens its own connection, whose address is checked. */
function open(
  url: URL,
  { body, accept = 'application/json' }: Omit<Asked, 'target'>,
  signal: AbortSignal,
  progress: { isSent: boolean },
): Promise<http.IncomingMessage> {
  const headers: http.OutgoingHttpHeaders = {
    accept,
    'accept-encoding': 'identity',
    'user-agent': 'trellis-connector/1',
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json'
    headers['content-length'] = Buffer.byteLength(body)
  }
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? https.request : http.request
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal, agent: false, lookup: lookupPublic }, resolve)
    request.on('error', reject)
    // An answer that switches protocols (101) closes the connection without a response and without an error.
    request.on('close', () => reject(new Error('The connection was closed without a response.')))
    request.on('socket', (socket: Socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        progress.isSent = true
      })
    })
    request.end(body)
  })
}

/** Reads the body and aborts when it is too long. Compressed bodies, which could expand, are refused. */
async function readCapped(response: http.IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  const encoding = response.headers['content-encoding'] ?? 'identity'
  const announced = Number(response.headers['content-length'] ?? 0)
  if (encoding !== 'identity' || announced > BODY_BYTES_MAX) {
    response.destroy()
    throw new PlatformFault(encoding === 'identity' ? 'too-large' : 'unreadable', true, response.statusCode)
  }
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new PlatformFault('too-large', true, response.statusCode)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
