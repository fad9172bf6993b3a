import { randomUUID } from 'node:crypto'
import { pathOf } from '@/client/src/request'
import { givenIn, nestedIn, ONE_VALUE } from '@/lib/agent-tools/given'
import { handle } from '@/lib/api/handle'
import { writesRecord } from '@/lib/contract/endpoint'
import { REQUEST_HEADER_BYTES_MAX } from '@/lib/contract/limits'
import { invalid } from '@/lib/errors'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { JSON_TYPE } from '@/lib/http/problem'
import { OWN_PARAMETERS, type Tool } from '@/lib/mcp/tools'

/** The arguments of a tool call, sorted by where the API expects them. */
export interface ToolCall {
  readonly tool: Tool
  readonly params: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>
  readonly preview: boolean
  readonly handle: string | null
  readonly idempotencyKey: string | null
}

/** The text of an argument for a path or a query; of what has none of its own, its JSON, which names no record. */
const textOf = (value: unknown = ''): string => {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** @param sent the agent's arguments, of any type; the API validates them. */
export function toolCall(tool: Tool, sent: Readonly<Record<string, unknown>>): ToolCall {
  const given = givenIn(sent)
  const own = tool.acts ? Object.keys(OWN_PARAMETERS) : []
  const fields = Object.entries(given).filter(([name]) => !tool.inPath.includes(name) && !own.includes(name))
  return {
    tool,
    params: Object.fromEntries(tool.inPath.map((name) => [name, textOf(given[name])])),
    fields: Object.fromEntries(fields),
    // Any value but `false` counts as a preview: models also write `"true"` or `1`, and a recorded write cannot be undone.
    preview: tool.acts && (given['preview'] ?? false) !== false,
    handle: tool.acts ? textOf(given['handle']) || null : null,
    idempotencyKey: textOf(given['idempotencyKey']) || null,
  }
}

/** @throws Refusal `invalid_request` without a parameter of the path: in a path it could only name no record. */
export function requirePathParameters({ tool, params }: ToolCall): void {
  const missing = tool.inPath.find((name) => params[name] === '')
  if (missing !== undefined) throw invalid(missing, 'This field is required.')
}

/** @throws Refusal `invalid_request` for an argument of a read that no query holds: it would be searched for as its own JSON. */
function requireTexts({ tool, fields }: ToolCall): void {
  const nested = tool.acts ? undefined : nestedIn(fields)
  if (nested !== undefined) throw invalid(nested, ONE_VALUE)
}

/** The path of a call, with its parameters filled in. */
export const pathOfCall = ({ tool, params }: ToolCall): string => pathOf(tool.endpoint.path, params)

function targetOf(call: ToolCall): string {
  const path = pathOfCall(call)
  if (call.tool.acts) return path
  const search = new URLSearchParams(Object.entries(call.fields).map(([name, value]) => [name, textOf(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}

/** A response of the API with its body parsed. */
export interface ApiAnswer {
  /** The idempotency key of a write, generated when the agent sent none. */
  readonly idempotencyKey: string | null
  readonly status: number
  readonly headers: ApiResponse['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Calls the API for a tool, with the same checks, limits and refusals as for any client. Only the bearer token of the MCP
 * request is forwarded, never a browser's cookie.
 * @throws Refusal for arguments that no request's target could hold: too long ones, and a path without its parameter.
 */
export async function callApi(incoming: ApiRequest, call: ToolCall): Promise<ApiAnswer> {
  const { endpoint } = call.tool
  const bytes = call.tool.acts ? new TextEncoder().encode(JSON.stringify(call.fields)) : new Uint8Array()
  const idempotencyKey = writesRecord(endpoint) ? (call.idempotencyKey ?? randomUUID()) : null
  const headers: Record<string, string | null> = {
    authorization: incoming.header('authorization'),
    traceparent: incoming.header('traceparent'),
    'content-type': call.tool.acts ? JSON_TYPE : null,
    'idempotency-key': idempotencyKey,
    'dry-run': call.preview ? '?1' : null,
  }
  requirePathParameters(call)
  requireTexts(call)
  const target = targetOf(call)
  if (target.length > REQUEST_HEADER_BYTES_MAX) throw invalid(null, 'The arguments of this call are too long.')
  const response = await handle({
    method: endpoint.method,
    target,
    address: incoming.address,
    ...(incoming.id ? { id: incoming.id } : {}),
    header: (name) => headers[name] ?? null,
    readBody: async (bytesMax) => (bytes.byteLength > bytesMax ? 'too-large' : bytes),
    async *streamBody() {
      yield bytes
    },
  })
  const { status, body } = response
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body)
  return { status, headers: response.headers, body: JSON.parse(text), idempotencyKey }
}
