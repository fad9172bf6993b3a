import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareMessage, connectAgent, MESSAGE_HEADERS, sendBare } from '@/tests/support/mcp'
import { request } from '@/tests/support/request'
import { openWorld, type World } from '@/tests/support/world'

let world: World
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
})
afterAll(() => world.close())

const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  request(world.base, {
    method: 'POST',
    path: '/mcp',
    headers: { ...bareMessage('tools/list').headers, ...headers },
    body,
  })
const listing = JSON.stringify(bareMessage('tools/list').body)

test('a client of 2026 discovers the server and its tools, without a handshake', async () => {
  const found = await sendBare(world.base, 'server/discover')
  expect(found.status, found.text).toBe(200)
  expect(found.body.result.supportedVersions).toEqual(['2026-07-28'])
  expect(found.body.result.capabilities).toEqual({ tools: {} })
  const agent = await connectAgent(world.base)
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name)).toContain('get_mission')
  expect(agent.getInstructions()).toContain('untrusted')
  await agent.close()
})

test('a client of 2025 shakes hands and finds the same tools', async () => {
  const [now, old] = [await connectAgent(world.base), await connectAgent(world.base, { isOld: true })]
  const names = async (agent: typeof now) => (await agent.listTools()).tools.map(({ name }) => name)
  expect(await names(old)).toEqual(await names(now))
  const { structuredContent } = await old.callTool({ name: 'list_missions', arguments: {} })
  expect(structuredContent).toMatchObject({ answer: { missions: [] } })
  await Promise.all([now.close(), old.close()])
})

test('there are no sessions: GET and DELETE are refused, OPTIONS says so, and no header names one', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const refused = await request(world.base, { method, path: '/mcp' })
    expect(refused.status, method).toBe(405)
    expect(refused.headers.allow).toBe('POST, OPTIONS')
  }
  const asked = await request(world.base, { method: 'OPTIONS', path: '/mcp' })
  expect(asked.status).toBe(204)
  expect((await post(listing)).headers).not.toHaveProperty('mcp-session-id')
})

const oldListing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** Sends a message of 2025, and tells the media type of its answer. */
async function acceptedAs(accept: string | null): Promise<string> {
  const { accept: _both, ...headers } = MESSAGE_HEADERS
  const answer = await request(world.base, {
    method: 'POST',
    path: '/mcp',
    headers: accept === null ? headers : { ...headers, accept },
    body: oldListing,
  })
  const isTaken = answer.status === 200
  expect(answer.text).toContain(isTaken ? 'get_mission' : 'Not Acceptable')
  return String(isTaken ? answer.headers['content-type'] : answer.status)
}

test('a client of 2025 is answered in the form that its Accept takes, wildcards and all: JSON before an event stream', async () => {
  const json = [null, '*/*', 'application/json', 'application/*', '*/*;q=0.1', 'Application/JSON, TEXT/Event-Stream']
  for (const accept of [...json, 'text/event-stream, application/json;q=0.5'])
    expect(await acceptedAs(accept), String(accept)).toBe('application/json')
  for (const accept of ['text/event-stream', 'text/*', 'application/json;q=0, */*'])
    expect(await acceptedAs(accept), accept).toBe('text/event-stream')
  for (const accept of ['text/html', 'application/json;q=0', '*/*;q=0', 'application/json-seq'])
    expect(await acceptedAs(accept), accept).toBe('406')
})

test('the list of tools has one page: a cursor is of none', async () => {
  const refused = await sendBare(world.base, 'tools/list', { cursor: 'made-up' })
  expect(refused.body).toMatchObject({ id: 1, error: { code: -32_602 } })
})

/** Lists in lists. Written by hand: JSON.stringify overflows the stack, too. */
const listsInLists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const NESTED = '"NESTED"'

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const capabilityFields = ['experimental', 'extensions', 'sampling', 'elicitation']

/** A message of 2026 that declares one capability. */
function declaring(capability: string) {
  const { headers, body } = bareMessage('tools/list')
  const _meta = { ...body.params._meta, [CAPABILITIES]: { [capability]: { x: { y: 'NESTED' } } } }
  return { headers, body: { ...body, params: { _meta } } }
}

/** A handshake of 2025 that declares one capability. */
function shakingHands(capability: string) {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: { [capability]: { x: { y: 'NESTED' } } },
    clientInfo: { name: 'Old', version: '1' },
  }
  return { headers: MESSAGE_HEADERS, body: { jsonrpc: '2.0', id: 1, method: 'initialize', params } }
}

const calling = (name: string) => bareMessage('tools/call', { name, arguments: { q: 'NESTED' } })

interface Nested {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

test.each<[string, Nested]>([
  ['the arguments of a read', calling('list_missions')],
  ['the arguments of a write that waits for its wallet', calling('create_challenge')],
  ...capabilityFields.map((field) => [`${field} of a client`, declaring(field)] satisfies [string, Nested]),
  ...capabilityFields.map((field) => [`${field} of a client of 2025`, shakingHands(field)] satisfies [string, Nested]),
])('what is nested without end is refused before anything reads it: %s', async (_what, { headers, body }) => {
  const send = (levels: number) =>
    request(world.base, {
      method: 'POST',
      path: '/mcp',
      headers,
      body: JSON.stringify(body).replace(NESTED, listsInLists(levels)),
    })
  expect((await send(1)).status).toBe(200)
  for (const levels of [33, 8_000, 15_000]) {
    const refused = await send(levels)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ id: null, error: { code: -32600, data: { code: 'invalid_request' } } })
  }
})

test('a page of another site is refused, whatever it asks', async () => {
  const others: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of others) {
    const refused = await post(listing, headers)
    expect(refused.status).toBe(403)
    expect(refused.body.error.data).toEqual({ code: 'forbidden', requestId: refused.headers['x-request-id'] })
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  }
  expect((await post(listing, { origin: world.base })).status).toBe(200)
})

test('what is no single JSON-RPC message of the right size is refused in JSON-RPC', async () => {
  const cases: [string | Uint8Array, Record<string, string>, number, number][] = [
    [listing, { 'content-type': 'text/plain' }, 415, -32_000],
    [listing, { 'content-type': 'application/x-www-form-urlencoded' }, 415, -32_000],
    [listing, { 'content-encoding': 'gzip' }, 415, -32_000],
    ['{', {}, 400, -32_700],
    ['', {}, 400, -32_700],
    [new Uint8Array([0x22, 0xff, 0x22]), {}, 400, -32_700],
    [`[${listing},${listing}]`, {}, 400, -32_600],
    ['[]', {}, 400, -32_600],
    ['7', {}, 400, -32_600],
    ['null', {}, 400, -32_600],
    [`{"a":"${'x'.repeat(33 * 1024)}"}`, {}, 413, -32_000],
  ]
  for (const [body, headers, status, code] of cases) {
    const refused = await post(body, headers)
    expect(refused.status, String(body).slice(0, 40)).toBe(status)
    expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
  }
})

test('hostile envelopes are answered as errors of the protocol, and never as a failure of ours', async () => {
  const { body } = bareMessage('tools/call', { name: 'get_mission', arguments: {} })
  const bodies = [
    {},
    { jsonrpc: '1.0', id: 1, method: 'tools/list' },
    { ...body, method: 7 },
    { ...body, params: null },
    { ...body, params: { ...body.params, name: { a: 1 } } },
    { ...body, params: { ...body.params, arguments: 'text' } },
    { ...body, method: '__proto__' },
    { ...body, params: { ...body.params, name: '__proto__' } },
    { ...body, params: { ...body.params, name: 'no_such_tool' } },
    { ...body, id: null },
  ]
  for (const hostile of bodies) {
    const answer = await post(JSON.stringify(hostile), { 'mcp-method': 'tools/call' })
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(answer.text).not.toContain('/node_modules/')
  }
  const listens = await sendBare(world.base, 'subscriptions/listen', { notifications: {} })
  expect(listens.body).toMatchObject({ error: { message: 'Subscription limit reached' } })
})

test('every spelling of the path that a lenient server would take for /mcp is refused, not given to the pages', async () => {
  for (const path of ['/mcp/', '//mcp', '/x/../mcp', '/%6dcp', '/.//mcp']) {
    const answer = await request(world.base, { method: 'POST', path, headers: bareMessage('x').headers, body: listing })
    expect(answer.status, path).toBe(404)
  }
  expect(
    (
      await request(world.base, {
        method: 'POST',
        path: '/mcp?x=1',
        headers: bareMessage('tools/list').headers,
        body: listing,
      })
    ).status,
  ).toBe(200)
})
