import { ApiError } from '@/client/src/errors'
import type { ToolAnswer } from '@/components/agent-tools/model-context'
import { checkBody } from '@/components/forms/check-body'
import { createIntents } from '@/components/forms/intents'
import { sendSigned } from '@/components/forms/send-signed'
import { ANSWER_TIMEOUT_MS, askSession } from '@/components/wallet/session'
import type { NoAnswer } from '@/components/wallet/signing/job'
import { shownHashIn } from '@/components/wallet/signing/same-content'
import { mayBeRecorded } from '@/components/wallet/signing/unconfirmed'
import { loadWallet } from '@/components/wallet/wallet'
import { isTwoWallets, walletState } from '@/components/wallet/wallet-store'
import { ADDRESS } from '@/lib/address'
import { givenIn, nestedIn, ONE_VALUE } from '@/lib/agent-tools/given'
import { type AgentTool, needOf } from '@/lib/agent-tools/tools'
import { request } from '@/lib/api/request'
import { DryRun } from '@/lib/contract/endpoint'
import { isUuid } from '@/lib/id'

const DRY_RUN = { 'dry-run': '?1' }

const answered = (answer: unknown): ToolAnswer => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] })

interface Call {
  readonly params: Record<string, string>
  readonly fields: Record<string, unknown>
  /** Whether the agent asks for a preview. */
  readonly isPreview: boolean
}

export interface CallSignals {
  /** Aborts when the agent cancels the call; absent where the browser does not tell. */
  readonly call: AbortSignal | undefined
  /** The same, and when the page that offers the tools is left. */
  readonly either: AbortSignal
}

/** Separates the record's id and the preview flag from the contract's own fields. */
function callOf({ subject }: AgentTool, input: unknown): Call {
  const given = givenIn(typeof input === 'object' && input !== null ? { ...input } : {})
  const { preview = false, ...fields } = given
  // Any value except `false` is a preview.
  const isPreview = preview !== false
  if (!subject) return { params: {}, fields, isPreview }
  const { [subject.property]: id, ...others } = fields
  return { params: { [subject.parameter]: typeof id === 'string' ? id.trim() : '' }, fields: others, isPreview }
}

/** Query values are text, whatever type the agent sends. */
function queryOf(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

async function read({ contract }: AgentTool, { params, fields }: Call, signal: AbortSignal | undefined) {
  const nested = nestedIn(fields)
  if (nested !== undefined) return refused('invalid_request', ONE_VALUE, { field: nested })
  const input = { params, query: queryOf(fields), body: {} }
  return answered(await request(contract, input, { signal }))
}

/** Why a wallet's tool cannot run yet; null if it can. */
async function missing(tool: AgentTool): Promise<ToolAnswer | null> {
  const session = await askSession()
  if (!session)
    return refused(
      'sign_in_first',
      'Sign in first. Ask the person to press “Connect” at the top of this page and to sign the sign-in text with their wallet: it costs nothing and sends no transaction. Then call this tool again.',
      { needs: 'wallet' },
    )
  // Only the wallet code knows which account the wallet shows.
  await loadWallet()
  if (isTwoWallets(walletState()))
    return refused(
      'two_wallets',
      'The wallet has another account connected than the one signed in, so nothing was sent. Ask the person to switch back in their wallet or to sign in as the other.',
      { needs: 'wallet' },
    )
  if (needOf(tool) !== 'verifier' || session.isVerifier) return null
  return refused(
    'verifier_first',
    `This needs verifier authority. The signed-in wallet ${session.address} is not on this service’s list of verifiers; ask the person to sign in with one that is.`,
    { needs: 'verifier' },
  )
}

/** The SHA-256 of the judged content in the last preview of a signed action, by tool and record. */
const previewed = new Map<string, string>()

const recordOf = ({ contract }: AgentTool, { params }: Call) => JSON.stringify([contract.operationId, params])

/** What a write would be answered. @throws ApiError its refusal. */
function tried({ contract }: AgentTool, { params, fields }: Call, signal: AbortSignal | undefined): Promise<unknown> {
  const input = { params, body: fields }
  return request(contract, input, { signal, headers: DRY_RUN })
}

async function preview(tool: AgentTool, call: Call, signal: AbortSignal | undefined) {
  const answer = await tried(tool, call, signal)
  const hash = shownHashIn(DryRun.parse(answer).dryRun.body)
  if (hash !== null) previewed.set(recordOf(tool, call), hash)
  return answer
}

/** The writes that are not known to be recorded, by tool and input. An agent may make several calls at once. */
const unconfirmed = new Map<string, ReturnType<typeof createIntents>>()

/** Whether a write that failed this way may be recorded; the agent may have cancelled the call. */
const isUnsure = (fault: unknown, signal: AbortSignal | undefined) =>
  fault instanceof ApiError ? mayBeRecorded(fault) : signal?.aborted === true

/** Sends a write. The same call after a lost answer repeats its key, so that one record results. */
async function write({ contract }: AgentTool, { params, fields }: Call, signal: AbortSignal | undefined) {
  const input = { params, body: fields }
  const text = JSON.stringify([contract.operationId, input])
  const intents = unconfirmed.get(text) ?? createIntents()
  unconfirmed.set(text, intents)
  try {
    const result = await request(contract, input, { signal, key: intents.keyOf(text) })
    unconfirmed.delete(text)
    return { result }
  } catch (fault) {
    if (isUnsure(fault, signal)) return 'unknown'
    throw fault
  }
}

/**
 * Shows the exact text on the page and waits for the user. Only their wallet can finish it. After a preview, the text must be
 * about the same content. A refusal tells that it has changed, so the next call begins anew.
 * While the user reads another sheet it waits, and is tried again before its own opens.
 */
async function sign(tool: AgentTool, call: Call, { call: cancelled, either: signal }: CallSignals) {
  const done = () => ({ words: 'The signed verdict is recorded. Your agent is told.' })
  const input = { params: call.params, body: call.fields }
  const record = recordOf(tool, call)
  const shownHash = () => previewed.get(record) ?? null
  // While it is tried nothing else opens a sheet.
  const check = () => tried(tool, call, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]))
  const queue = { signal, check }
  try {
    return await sendSigned(tool.contract, input, tool.title, done, { shownHash, queue, cancelled })
  } catch (fault) {
    previewed.delete(record)
    throw fault
  }
}

function notSignedWords(why: NoAnswer, isPageLeft: boolean): string {
  if (why === 'other')
    return 'Another wallet is signed in than when this was asked for. Nothing was recorded; ask the person before you call this tool again.'
  const how = isPageLeft ? 'The page was left before the person signed' : 'The person left the signature'
  return `${how}. Nothing was recorded; call this tool again if they want to.`
}

function notAnswered({ contract }: AgentTool, why: NoAnswer, isPageLeft: boolean): ToolAnswer {
  if (why === 'unknown')
    return refused(
      'not_confirmed',
      contract.steps
        ? 'The person signed and it was sent, but its answer was lost, so it may be recorded. Read the record, and call this tool again only if it is not there.'
        : 'It was sent, but its answer was lost, so it may or may not have been recorded. Call this tool again on this page with the same input: it is recorded once.',
    )
  return refused('not_signed', notSignedWords(why, isPageLeft), { needs: 'verifier' })
}

async function act(tool: AgentTool, call: Call, signals: CallSignals, acted: (answer: unknown) => void) {
  const signal = signals.call
  const held = await missing(tool)
  if (held) return held
  const fields = checkBody(tool.contract, { body: call.fields })
  if (Object.keys(fields).length > 0) {
    return refused('invalid_request', 'Some fields are missing or wrong; nothing was sent.', { fields })
  }
  // The preview of a signed action is its first step: it returns the exact text and opens no wallet.
  if (call.isPreview) return answered(await preview(tool, call, signal))
  // A sheet that could only show a refusal would keep the agent waiting until the person closes it.
  if (tool.contract.steps) await tried(tool, call, signal)
  const sent = await (tool.contract.steps ? sign(tool, call, signals) : write(tool, call, signal))
  if (typeof sent === 'string') return notAnswered(tool, sent, signals.either.aborted)
  acted(sent.result)
  return answered(sent.result)
}

/** Why a call's record can be none: it is not given, or no id. The service would say it of a path, of which an agent knows nothing. */
function namesNothing({ subject }: AgentTool, { params }: Call): ToolAnswer | null {
  if (!subject) return null
  const { property, parameter, description } = subject
  const given = params[parameter] ?? ''
  if (given === '') return refused('invalid_request', `This needs ${property}. ${description}`, { field: property })
  if (parameter === 'address' ? ADDRESS.test(given) : isUuid(given)) return null
  return refused('not_found', `This ${property} names no record. ${description}`, { field: property })
}

/**
 * Runs a tool call of an agent. It never throws: an error becomes a result that says what to do.
 * @param acted called with the service's response when something was recorded.
 */
export async function runTool(
  tool: AgentTool,
  input: unknown,
  signals: CallSignals,
  acted: (answer: unknown) => void,
): Promise<ToolAnswer> {
  const call = callOf(tool, input)
  const nameless = namesNothing(tool, call)
  if (nameless) return nameless
  try {
    return await (tool.contract.kind === 'read' ? read(tool, call, signals.call) : act(tool, call, signals, acted))
  } catch (fault) {
    return refusedBy(fault)
  }
}

/** An error result in the form of the API's error object. */
function refused(code: string, message: string, more: object = {}): ToolAnswer {
  const error = { code, message, field: null, ...more }
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], isError: true }
}

function refusedBy(fault: unknown): ToolAnswer {
  if (!(fault instanceof ApiError)) return refused('internal_error', 'This page could not do that. Nothing was saved.')
  const { code, message, field, retryAfterSeconds } = fault
  return refused(code, message, { field, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) })
}
