import { createMcpHandler, isJsonContentType } from '@modelcontextprotocol/server'
import { handle as handleApi } from '@/lib/api/handle'
import { observed, observing } from '@/lib/api/observe'
import { findSession } from '@/lib/auth/session'
import { credentialHash, isBearer } from '@/lib/auth/token'
import { MCP_BODY_BYTES_MAX } from '@/lib/contract/limits'
import { appUrl } from '@/lib/env'
import { Refusal, unavailable } from '@/lib/errors'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { laneOf } from '@/lib/http/network'
import { refuseOtherSites } from '@/lib/http/origin'
import { requireUncoded } from '@/lib/http/parse'
import { json, problemOf } from '@/lib/http/problem'
import { isDeeperThan } from '@/lib/json'
import { acceptForSdk, answerFor } from '@/lib/mcp/answer-form'
import { MCP_PATH, metadataUrl } from '@/lib/mcp/protected-resource'
import { createServer } from '@/lib/mcp/server'
import { createSemaphore, TooManyWaiting } from '@/lib/semaphore'

/** Answers requests to the API and to the MCP server. It never throws. */
export const handle = (incoming: ApiRequest): Promise<ApiResponse> =>
  isMcp(incoming.target) ? handleMcp(incoming) : handleApi(incoming)

const isMcp = (target: string) => target === MCP_PATH || target.startsWith(`${MCP_PATH}?`)

const ALLOW = 'POST, OPTIONS'

/**
 * Answers `/mcp`: Streamable HTTP of MCP 2026-07-28, and of 2025 without sessions and batches. Each message is its own request and gets
 * one message as response (its form: lib/mcp/answer-form.ts), so GET and DELETE, which belong to sessions, do not exist here. It never throws.
 */
export const handleMcp = (incoming: ApiRequest): Promise<ApiResponse> =>
  observing(incoming, async (watched) => {
    const waited = (ms: number) => {
      watched.waitedMs += ms
    }
    return observed(watched, MCP, incoming.method, await answerMcp({ ...incoming, id: watched.id, waited }))
  })

/** The operation in logs and metrics. The API logs the write of a tool call itself. */
const MCP = { operationId: 'mcp', path: MCP_PATH, kind: 'read' } as const

async function answerMcp(incoming: ApiRequest): Promise<ApiResponse> {
  try {
    if (incoming.method === 'OPTIONS')
      return { status: 204, headers: { 'cache-control': 'no-store', allow: ALLOW }, body: null }
    if (incoming.method !== 'POST')
      throw new Refusal('method_not_allowed', `This address answers ${ALLOW}.`, null, { allow: ALLOW })
    refuseOtherSites(incoming)
    const message = await readMessage(incoming)
    const caller = withoutCookie(incoming)
    if (isBearer(caller.header('authorization'))) await requireOpenSession(caller)
    await takeTurn(caller)
    return await serve(caller, message)
  } catch (fault) {
    return refusal(fault, incoming.id)
  }
}

/** Messages that wait for their turns: more than one network has connections, and some seconds of work. */
const WAITING_MAX = 512
const turns = createSemaphore(1, WAITING_MAX)

/**
 * Waits for a turn. The SDK works on a message, without a pause, for as long as tens of reads take. Of those that came together one
 * is begun in each round of the event loop, of one network after the other, so that everything else goes on between them.
 * @throws Refusal `unavailable` if too many wait; the signal's reason if the client has gone meanwhile.
 */
async function takeTurn({ address, gone }: ApiRequest): Promise<void> {
  const release = await turns.acquire(gone?.(), new Set([laneOf(address)])).catch((fault: unknown) => {
    throw fault instanceof TooManyWaiting ? unavailable('Too many messages wait to be answered. Send it again.') : fault
  })
  setImmediate(release)
}

/** Only bearer tokens authenticate here: a browser sends its cookie automatically. */
const withoutCookie = (incoming: ApiRequest): ApiRequest => ({
  ...incoming,
  header: (name) => (name === 'cookie' ? null : incoming.header(name)),
})

/** @throws Refusal `unauthenticated`, with the URL of the metadata, for a token without a valid session. */
async function requireOpenSession({ header }: ApiRequest): Promise<void> {
  const hash = await credentialHash(header)
  if (hash !== null && (await findSession(hash))) return
  throw new Refusal('unauthenticated', 'The token opens no session: it is wrong, has run out or was revoked.', null, {
    'www-authenticate': `Bearer error="invalid_token", resource_metadata="${metadataUrl()}"`,
  })
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Deeper than any message: the SDK reads a few of its fields with recursive schemas, which overflow the stack at some
 * thousand levels, and zod then keeps what it has begun for as long as the process lives.
 */
const MESSAGE_LEVELS_MAX = 32

/** A message as its text and as its value. */
interface Message {
  readonly text: string
  readonly value: object
}

/**
 * Reads one message.
 * @throws Refusal for another media type, a compressed body or one over the limit, anything but a JSON object, and one that is nested too deeply.
 */
async function readMessage(incoming: ApiRequest): Promise<Message> {
  if (!isJsonContentType(incoming.header('content-type')))
    throw new Refusal('unsupported_media_type', 'Send the message as application/json.')
  requireUncoded(incoming)
  const bytes = await incoming.readBody(MCP_BODY_BYTES_MAX)
  if (bytes === 'too-large')
    throw new Refusal('payload_too_large', `The message is larger than ${MCP_BODY_BYTES_MAX / 1024} KB.`)
  const { text, value } = parsed(bytes)
  // A batch would count many requests as one.
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid_request', 'Send one JSON-RPC message, not a batch.')
  if (isDeeperThan(value, MESSAGE_LEVELS_MAX)) throw new Refusal('invalid_request', 'The message is nested too deeply.')
  return { text, value }
}

/** @throws ParseFault for bytes that are not JSON in UTF-8. */
function parsed(bytes: Uint8Array): { readonly text: string; readonly value: unknown } {
  try {
    const text = decoder.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw new ParseFault()
  }
}

/** JSON-RPC 2.0 §5.1 codes for invalid JSON and for an invalid request, and our own code for every other refusal. */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const REFUSED = -32_000

class ParseFault extends Refusal {
  constructor() {
    super('invalid_request', 'The message is not valid JSON in UTF-8.')
  }
}

const codeOf = (fault: unknown) => {
  if (fault instanceof ParseFault) return PARSE_ERROR
  return fault instanceof Refusal && fault.code === 'invalid_request' ? INVALID_REQUEST : REFUSED
}

/** A refusal as a JSON-RPC error, with the status and headers that the API would send. */
function refusal(fault: unknown, id: string | undefined): ApiResponse {
  const { status, headers, body } = problemOf(fault, MCP.operationId, false, id)
  const { error } = JSON.parse(String(body))
  const rpcError = { code: codeOf(fault), message: error.message, data: { code: error.code, requestId: id } }
  return json(status, JSON.stringify({ jsonrpc: '2.0', id: null, error: rpcError }), headers)
}

/** The request headers that the transport reads (MCP 2026-07-28, Transports). */
const FORWARDED = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

async function serve(incoming: ApiRequest, message: Message): Promise<ApiResponse> {
  let fault: Error | undefined
  const handler = createMcpHandler(({ era }) => createServer(incoming, era), {
    // The lists never change while the service runs.
    maxSubscriptions: 0,
    onerror: (caught) => {
      fault = caught
    },
  })
  const accept = incoming.header('accept')
  const headers = new Headers({ 'content-type': 'application/json', accept: acceptForSdk(accept) })
  for (const name of FORWARDED) {
    const value = incoming.header(name)
    if (value !== null) headers.set(name, value)
  }
  const request = new Request(`${appUrl()}${MCP_PATH}`, { method: 'POST', headers, body: message.text })
  const response = await handler.fetch(request, { parsedBody: message.value })
  // The SDK also reports what it refuses. What it could not answer is a fault of ours, to be logged like any other.
  if (response.status >= 500 && fault) throw fault
  const sent = { type: response.headers.get('content-type'), text: await response.text() }
  const { type, text } = answerFor(accept, sent)
  return {
    status: response.status,
    headers: { 'cache-control': 'no-store', ...(type ? { 'content-type': type } : {}) },
    body: text,
  }
}
