import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { answerOfFinished, findAgentRequest } from '@/lib/agent-requests/queries'
import {
  declineAgentRequest,
  hashFields,
  makeAgentRequest,
  type StoredRequest,
  stateOf,
} from '@/lib/agent-requests/stored'
import { countRequest, requireWithin, windowOf } from '@/lib/api/rate-limit'
import { now } from '@/lib/clock'
import { Label } from '@/lib/contract/fields'
import { AGENT_WAITS_MAX, AGENT_WAITS_PER_NETWORK_MAX, REQUEST_BODY_BYTES_MAX } from '@/lib/contract/limits'
import { parseFields } from '@/lib/contract/parse-fields'
import { EmptyBody } from '@/lib/contract/signed-step'
import { appUrl } from '@/lib/env'
import { bodyTooLarge, requireIds } from '@/lib/http/parse'
import { createRoom } from '@/lib/http/room'
import { answered, refused } from '@/lib/mcp/answers'
import { pathOfCall, requirePathParameters, type ToolCall } from '@/lib/mcp/call-api'
import type { Tool } from '@/lib/mcp/tools'

/** What the gate needs to know about the caller. */
export interface GateCaller {
  /** The program's name for itself, unverified. */
  readonly agent: string
  /** The client's network address. */
  readonly address: string
  /** The id of the message. */
  readonly requestId: string | undefined
  /** Whether it can make its user open a URL (elicitation in URL mode). */
  readonly opensUrls: boolean
  /** The handle that the client returns with a retried call. */
  readonly handle: string | null
  /** The user's responses to the request to open the URL. */
  readonly responses: Record<string, unknown> | undefined
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
  /** Told for how many milliseconds the call waited for the wallet. */
  waited(ms: number): void
}

type GateResult = CallToolResult | InputRequiredResult

/** The name of the input request that opens the URL. */
const WALLET = 'wallet'

/** How long a retried call waits for the wallet before it answers that it still waits. */
const WAIT_MS = 25_000
const LOOK_EVERY_MS = 500

/**
 * Handles an acting tool without a token: it prepares the write, and only a wallet finishes it, on a page that shows it. The
 * first call returns the URL of the page; the same call with the handle returns the result.
 * @throws Refusal for invalid fields, and for too many requests from a network.
 */
export async function passGate(call: ToolCall, caller: GateCaller): Promise<GateResult> {
  const handle = call.handle ?? caller.handle
  return handle === null ? ask(call, caller) : tell(handle, call, caller)
}

async function ask(call: ToolCall, caller: GateCaller): Promise<GateResult> {
  if (call.preview)
    return refused(
      'unauthenticated',
      'A trial is run in the name of a wallet, so it needs its token. Without one, call without `preview`: the page that the answer names shows the trial before anything is recorded.',
      caller.requestId,
    )
  const at = now()
  const window = windowOf('agent-request', at)
  requireWithin(window, await countRequest(window, caller.address), at)
  // After the count, so that a call with invalid fields is counted too.
  const body = bodyOf(call)
  const { operationId, method } = call.tool.endpoint
  const agent = Label.safeParse(caller.agent).data ?? 'A program without a name'
  const { handle, expiresAt } = await makeAgentRequest({ operationId, method, path: pathOfCall(call), body, agent }, at)
  return waiting(handle, expiresAt, call, caller)
}

const shapeOf = ({ endpoint }: Tool) => endpoint.steps?.prepare ?? endpoint.body ?? EmptyBody

/** The fields of a call that its contract declares. */
function fieldsOf({ tool, fields }: ToolCall): Readonly<Record<string, unknown>> {
  const { shape } = shapeOf(tool)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(shape, name)))
}

/** The requested body as JSON text. @throws Refusal for an invalid field and for a body that is too large. */
function bodyOf(call: ToolCall): string {
  requirePathParameters(call)
  requireIds(call.params, call.tool.endpoint.ids)
  parseFields(shapeOf(call.tool), call.fields)
  const body = JSON.stringify(fieldsOf(call))
  if (Buffer.byteLength(body) > REQUEST_BODY_BYTES_MAX) throw bodyTooLarge()
  return body
}

function waiting(handle: string, expiresAt: Date, call: ToolCall, caller: GateCaller): GateResult {
  // The handle is in the fragment, which reaches no server and no log.
  const url = `${appUrl()}/agent#${handle}`
  if (caller.opensUrls) {
    const message = `${call.tool.endpoint.summary} Nothing is recorded until your wallet finishes it at this address.`
    const inputRequests = { [WALLET]: inputRequired.elicitUrl({ url, message }) }
    return inputRequired({ inputRequests, requestState: handle })
  }
  const notice =
    'Nothing is recorded yet. Ask the person to open signUrl in the browser of their wallet: the page shows what will be recorded, and only their wallet finishes it. Then make the same call again with `handle`.'
  return answered({ waiting: { signUrl: url, handle, expiresAt: expiresAt.toISOString() } }, notice)
}

async function tell(handle: string, call: ToolCall, caller: GateCaller): Promise<GateResult> {
  const response = inputResponse(caller.responses, WALLET)
  const action = response.kind === 'elicit' ? response.action : null
  if (action === 'decline') await decline(handle)
  // Whoever closed the prompt has not decided (MCP, Elicitation): the page may be open in another browser.
  return action === 'cancel' ? told(handle, call, { ...caller, handle: null }) : told(handle, call, caller)
}

async function told(handle: string, call: ToolCall, caller: GateCaller): Promise<GateResult> {
  const row = await settled(handle, call, caller)
  if (!row || !isSameCall(row, handle, call))
    return refused(
      'not_found',
      'This handle is of no such call. Make the call without it to ask the person anew.',
      caller.requestId,
    )
  switch (stateOf(row, now())) {
    case 'finished':
      return finished(row, caller)
    case 'stopped':
      return refused(
        'forbidden',
        'The person stopped this. Nothing was recorded; do not ask again unless they say so.',
        caller.requestId,
      )
    case 'expired':
      return refused('expired', 'The person did not finish this in time. Nothing was recorded.', caller.requestId)
    default:
      return stillWaiting(row, handle, call, caller)
  }
}

/** Stops the request of a handle. Nobody counts this call, so it takes a write slot only where there is something to stop. */
async function decline(handle: string): Promise<void> {
  const row = await findAgentRequest(handle)
  if (row && !row.finishedAt && !row.stoppedAt) await declineAgentRequest(handle, now())
}

async function finished(row: StoredRequest, caller: GateCaller): Promise<GateResult> {
  const kept = await answerOfFinished(row)
  if (kept === null)
    return refused(
      'expired',
      `The person finished this at ${row.finishedAt?.toISOString()}, and it was recorded. Its answer is not kept any longer: read the record itself, and do not ask again.`,
      caller.requestId,
    )
  return answered({ answer: JSON.parse(kept) })
}

/** Tells a client that returns the handle itself to retry, without asking its user twice. */
function stillWaiting(row: StoredRequest, handle: string, call: ToolCall, caller: GateCaller): GateResult {
  return caller.handle === null
    ? waiting(handle, row.expiresAt, call, { ...caller, opensUrls: false })
    : inputRequired({ requestState: handle })
}

/**
 * Whether the retried call matches the request of its handle: given fields must be equal, and missing ones are taken from the
 * request. Of a finished one only hashes of its fields are left, and of one that ended otherwise nothing.
 */
function isSameCall(row: StoredRequest, handle: string, call: ToolCall): boolean {
  if (row.operationId !== call.tool.endpoint.operationId || row.path !== pathOfCall(call)) return false
  const given = fieldsOf(call)
  if (row.fieldHashes !== null) return holds(row.fieldHashes, hashFields(handle, given))
  return row.body === null || holds(row.body, given)
}

/** Whether the kept JSON object has these fields with these values. Both are in one order (lib/agent-tools/given.ts). */
const holds = (kept: string, given: object): boolean => JSON.stringify({ ...JSON.parse(kept), ...given }) === kept

/** The calls of this process that wait for a wallet. */
export const walletWaits = createRoom(AGENT_WAITS_MAX, AGENT_WAITS_PER_NETWORK_MAX)

/**
 * The request once it is settled, or its current state: after `WAIT_MS`, and at once for a client that passes the handle as
 * an argument, because it polls by itself, and where as many calls wait as may.
 */
async function settled(handle: string, call: ToolCall, caller: GateCaller): Promise<StoredRequest | null> {
  const isOver = (row: StoredRequest | null) =>
    !row || !isSameCall(row, handle, call) || stateOf(row, now()) !== 'waiting'
  const first = await findAgentRequest(handle)
  if (isOver(first) || caller.handle === null || walletWaits.fullFor(caller.address)) return first
  const given = new AbortController()
  const leave = walletWaits.take(caller.address, () => given.abort())
  const began = performance.now()
  try {
    return await lookUntil(isOver, handle, AbortSignal.any([caller.signal, given.signal]))
  } finally {
    leave()
    caller.waited(performance.now() - began)
  }
}

/** Looks at a request again and again, until it is over, the signal aborts, or `WAIT_MS` have passed. */
async function lookUntil(
  isOver: (row: StoredRequest | null) => boolean,
  handle: string,
  signal: AbortSignal,
): Promise<StoredRequest | null> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    const row = await findAgentRequest(handle)
    if (isOver(row) || signal.aborted || performance.now() > until) return row
  }
}
