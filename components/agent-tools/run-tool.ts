import {
  answered,
  notSigned,
  otherWallet,
  refused,
  refusedBy,
  signInFirst,
  verifierFirst,
} from '@/components/agent-tools/answers'
import type { ToolAnswer } from '@/components/agent-tools/model-context'
import { checkBody } from '@/components/forms/check-body'
import { sendSigned } from '@/components/forms/send-signed'
import { askSession } from '@/components/wallet/session'
import { isTwoWallets, walletState } from '@/components/wallet/wallet-store'
import type { AgentTool } from '@/lib/agent-tools/tools'
import { needOf } from '@/lib/agent-tools/tools'
import { ApiError, request } from '@/lib/api/client'

interface Call {
  readonly params: Record<string, string>
  readonly fields: Record<string, unknown>
}

/** Takes the record's id out of the input; what is left are the contract's own fields. */
function callOf({ subject }: AgentTool, input: unknown): Call {
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  if (!subject) return { params: {}, fields }
  const { [subject.property]: id, ...others } = fields
  return { params: { [subject.parameter]: typeof id === 'string' ? id.trim() : '' }, fields: others }
}

/** A query is text, whatever an agent sends. */
function queryOf(fields: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

async function read({ contract }: AgentTool, { params, fields }: Call, signal: AbortSignal | undefined) {
  const input = { params, query: queryOf(fields), body: {} }
  return answered(await request(contract, input, { signal }))
}

/** What keeps a wallet's tool from being tried at all; null when it may be. */
async function missing(tool: AgentTool): Promise<ToolAnswer | null> {
  const session = await askSession()
  if (!session) return signInFirst()
  if (isTwoWallets(walletState())) return otherWallet()
  return needOf(tool) === 'verifier' && !session.isVerifier ? verifierFirst(session.address) : null
}

/** One key per call: an answer that was lost on its way is asked for once more, and there is one record. */
async function write({ contract }: AgentTool, { params, fields }: Call, signal: AbortSignal | undefined) {
  const key = crypto.randomUUID()
  const input = { params, body: fields }
  const send = () => request(contract, input, { key, signal })
  return send().catch((fault: unknown) => {
    if (fault instanceof ApiError && fault.code === 'network' && !signal?.aborted) return send()
    throw fault
  })
}

/** Shows the exact text on the page and waits for the person, whose wallet alone can finish it. */
async function sign(tool: AgentTool, { params, fields }: Call): Promise<unknown> {
  const done = () => ({ words: 'The signed verdict is recorded. Your agent is told.' })
  const input = { params, body: fields }
  const signed = await sendSigned(tool.contract, input, tool.title, done)
  return typeof signed === 'string' ? null : signed.result
}

async function act(tool: AgentTool, call: Call, signal: AbortSignal | undefined, acted: (answer: unknown) => void) {
  const held = await missing(tool)
  if (held) return held
  const fields = checkBody(tool.contract, { body: call.fields })
  if (Object.keys(fields).length > 0) {
    return refused('invalid_request', 'Some fields are missing or wrong; nothing was sent.', { fields })
  }
  const answer = tool.contract.steps ? await sign(tool, call) : await write(tool, call, signal)
  if (answer === null) return notSigned()
  acted(answer)
  return answered(answer)
}

/**
 * Runs a tool as an agent called it. It never throws: what went wrong is an answer that says what to do.
 * @param acted told of the service's answer when something was recorded.
 */
export async function runTool(
  tool: AgentTool,
  input: unknown,
  signal: AbortSignal | undefined,
  acted: (answer: unknown) => void,
): Promise<ToolAnswer> {
  const call = callOf(tool, input)
  const { subject } = tool
  if (subject && call.params[subject.parameter] === '') {
    return refused('invalid_request', `This needs ${subject.property}. ${subject.description}`, {
      field: subject.property,
    })
  }
  try {
    return await (tool.contract.kind === 'read' ? read(tool, call, signal) : act(tool, call, signal, acted))
  } catch (fault) {
    return refusedBy(fault)
  }
}
