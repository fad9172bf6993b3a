import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Json, type Reply, send } from '@/tests/support/client'
import { request } from '@/tests/support/request'

const REVISION = '2026-07-28'

/** What an agent of a test is like. */
export interface AgentSettings {
  readonly token?: string
  /** Speaks 2025's handshake instead of 2026's. */
  readonly isOld?: boolean
  /** Opens the address that the service asks the person to open; without it the agent knows no elicitation. */
  readonly openUrl?: (url: string, message: string) => Promise<'accept' | 'decline' | 'cancel'>
  readonly name?: string
}

/** An agent with the official client package, connected to the MCP server of a service. */
export async function connectAgent(base: string, settings: AgentSettings = {}): Promise<Client> {
  const { token, isOld, openUrl, name = 'Test agent' } = settings
  const client = new Client(
    { name, version: '1.0.0' },
    {
      capabilities: openUrl ? { elicitation: { url: {} } } : {},
      versionNegotiation: { mode: isOld ? 'legacy' : { pin: REVISION } },
    },
  )
  if (openUrl) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (params.mode !== 'url') throw new Error('Only addresses are asked for.')
      return { action: await openUrl(params.url, params.message) }
    })
  }
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }))
  return client
}

/** The error object of a refused call. */
export function errorOf(result: CallToolResult): Json {
  if (!result.isError) throw new Error(`It was not refused: ${JSON.stringify(result.structuredContent)}`)
  const [told] = result.content
  return told?.type === 'text' ? JSON.parse(told.text).error : null
}

/** What a call was answered. @throws Error with the refusal, where it was refused. */
export function partsOf(result: CallToolResult): Json {
  if (result.isError) throw new Error(`It was refused: ${JSON.stringify(result.content)}`)
  return result.structuredContent
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'Bare', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The headers of every message. One of 2025 needs no others. */
export const MESSAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** A message of the current revision by hand, with the headers that its transport asks for. */
export function bareMessage(method: string, params: Record<string, unknown> = {}) {
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  return {
    headers: {
      ...MESSAGE_HEADERS,
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...name,
    } as Record<string, string>,
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ENVELOPE } },
  }
}

/** Sends one message by hand. */
export function sendBare(
  base: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): ReturnType<typeof request> {
  const message = bareMessage(method, params)
  return request(base, {
    method: 'POST',
    path: '/mcp',
    headers: { ...message.headers, ...headers },
    body: JSON.stringify(message.body),
  })
}

/** What the API itself answers, to compare. */
export const askApi = (base: string, path: string): Promise<Reply> => send(base, 'GET', path)
