import { Server } from '@modelcontextprotocol/server'
import { afterEach, expect, test, vi } from 'vitest'
import { handleMcp } from '@/lib/mcp/handle'
import { log } from '@/lib/telemetry/log'
import { serviceEnvironment } from '@/tests/support/environment'
import { bareMessage, MESSAGE_HEADERS } from '@/tests/support/mcp'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)
afterEach(() => vi.restoreAllMocks())

const MESSAGE = bareMessage('tools/list')
const OLD_BODY = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** Sends a message without a network. */
const ask = (headers: Readonly<Record<string, string>>, body: unknown) =>
  handleMcp({
    method: 'POST',
    target: '/mcp',
    address: '127.0.0.1',
    header: (name) => headers[name] ?? null,
    readBody: async () => new TextEncoder().encode(JSON.stringify(body)),
    async *streamBody() {},
  })

test.each([
  ['2026', MESSAGE.headers, MESSAGE.body],
  ['2025', MESSAGE_HEADERS, OLD_BODY],
])('a fault that the SDK catches is told and logged like any other: a client of %s', async (_year, headers, body) => {
  vi.spyOn(Server.prototype, 'setRequestHandler').mockImplementation(() => {
    throw new Error('broken')
  })
  const logged = vi.spyOn(log(), 'error').mockReturnValue()
  const { status, body: text } = await ask(headers, body)
  expect(status).toBe(500)
  expect(JSON.parse(String(text)).error.data).toEqual({ code: 'internal_error', requestId: expect.any(String) })
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ operation: 'mcp', fault: 'Error: broken' }),
    'internal_error',
  )
})

test('what the SDK refuses is no fault of ours', async () => {
  const logged = vi.spyOn(log(), 'error').mockReturnValue()
  expect((await ask({ ...MESSAGE.headers, 'mcp-method': 'other' }, MESSAGE.body)).status).toBe(400)
  expect(logged).not.toHaveBeenCalled()
})
