import { randomUUID } from 'node:crypto'
import { handle } from '@/lib/api/handle'
import { writesRecord } from '@/lib/contract/endpoint'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { JSON_TYPE } from '@/lib/http/problem'
import { OWN_PARAMETERS, type Tool } from '@/lib/mcp/tools'

/** Arguments of a tool's call, sorted by where the API wants them. */
export interface ToolCall {
  readonly tool: Tool
  readonly params: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>
  readonly preview: boolean
  readonly handle: string | null
  readonly idempotencyKey: string | null
}

const isGiven = (value: unknown) => value !== undefined && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : isGiven(value) ? String(value) : '')

/** @param given what the agent sent: anything, checked by the API itself. */
export function toolCall(tool: Tool, given: Readonly<Record<string, unknown>>): ToolCall {
  const own = tool.acts ? Object.keys(OWN_PARAMETERS) : []
  const fields = Object.entries(given).filter(([name]) => !tool.inPath.includes(name) && !own.includes(name))
  return {
    tool,
    params: Object.fromEntries(tool.inPath.map((name) => [name, textOf(given[name])])),
    fields: Object.fromEntries(fields),
    preview: tool.acts && given['preview'] === true,
    handle: tool.acts && typeof given['handle'] === 'string' ? given['handle'] : null,
    idempotencyKey: typeof given['idempotencyKey'] === 'string' ? given['idempotencyKey'] : null,
  }
}

/** The path of a call, with its parameters filled in. */
export const pathOfCall = ({ tool, params }: ToolCall): string =>
  tool.endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? '') || '-')

function targetOf(call: ToolCall): string {
  const path = pathOfCall(call)
  if (call.tool.acts) return path
  const given = Object.entries(call.fields).filter(([, value]) => isGiven(value))
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}

/** An answer of the API with its body parsed. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: ApiResponse['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Makes a tool's call as the API's own clients make it: the same way with the same checks, limits and refusals. Only the
 * bearer token of the MCP request comes along; a browser's cookie never does.
 */
export async function callApi(incoming: ApiRequest, call: ToolCall): Promise<ApiAnswer> {
  const { endpoint } = call.tool
  const bytes = call.tool.acts ? new TextEncoder().encode(JSON.stringify(call.fields)) : new Uint8Array()
  const headers: Record<string, string | null> = {
    authorization: incoming.header('authorization'),
    ...(call.tool.acts ? { 'content-type': JSON_TYPE } : {}),
    ...(writesRecord(endpoint) ? { 'idempotency-key': call.idempotencyKey ?? randomUUID() } : {}),
    ...(call.preview ? { 'dry-run': '?1' } : {}),
  }
  const response = await handle({
    method: endpoint.method,
    target: targetOf(call),
    address: incoming.address,
    header: (name) => headers[name] ?? null,
    readBody: async (bytesMax) => (bytes.byteLength > bytesMax ? 'too-large' : bytes),
    async *streamBody() {
      yield bytes
    },
  })
  return { status: response.status, headers: response.headers, body: parsed(response.body) }
}

function parsed(body: ApiResponse['body']): Readonly<Record<string, unknown>> {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body)
  return JSON.parse(text)
}
