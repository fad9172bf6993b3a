import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientSettings } from '@/client/src/api'
import { ApiError } from '@/client/src/errors'
import { pause } from '@/client/src/request'
import { ERROR_STATUS } from '@/lib/errors'
import {
  answer,
  cut,
  drop,
  hang,
  type MisbehavingService,
  misbehavingService,
  notingClient,
  refuse,
  type Treatment,
} from '@/tests/support/misbehaving-service'

// The client against a server that drops, cuts, refuses and hangs. Nothing waits for real: the waits are noted.

const MISSION = { mission: { id: 'm' } }
const CLAIM = { params: { id: 'm' } }

let service: MisbehavingService
let waits: number[]
beforeAll(async () => {
  service = await misbehavingService()
})
beforeEach(() => {
  waits = []
})
afterAll(() => service.close())

const client = (settings?: ClientSettings) => notingClient(service, waits, settings)

const keys = () => service.requests.map(({ headers }) => headers['idempotency-key'])
const refusal = (code: string, status: number) => expect.objectContaining({ name: 'ApiError', code, status })

test('a write whose answer is lost is sent again with the same key and the same body', async () => {
  service.treat(drop, cut, answer(201, MISSION))
  expect(await client().claimMission(CLAIM)).toEqual(MISSION)
  expect(service.requests.map(({ method, url, body }) => [method, url, body])).toEqual(
    Array.from({ length: 3 }, () => ['POST', '/api/v1/missions/m/claim', '{}']),
  )
  expect(new Set(keys()).size).toBe(1)
  expect(keys()[0]).toMatch(/^[\w-]{36}$/)
})

test('what no path can hold is asked for as what names no record, and reaches no other operation', async () => {
  for (const id of ['', '.', '..', '\ud800', 'a\ud800', '../..', 'a?b#c']) {
    service.treat(answer(404, { error: { code: 'not_found', message: 'There is no such record.', field: null } }))
    await expect(client().getMission({ params: { id } }), id).rejects.toEqual(refusal('not_found', 404))
    expect(service.requests.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/api\/v1\/missions\/[^/?#]+$/)])
  }
})

test('the base may end with a slash, as addresses are copied', async () => {
  for (const end of ['', '/', '//']) {
    service.treat(answer(200, MISSION))
    await client({ base: service.base + end }).getMission(CLAIM)
    expect(service.requests.map(({ url }) => url)).toEqual(['/api/v1/missions/m'])
  }
})

test('what a query leaves open is not sent: nothing, null, an empty text', async () => {
  service.treat(answer(200, { missions: [], nextCursor: null }))
  const query: object = { cursor: null, state: undefined, q: '', limit: 1 }
  await client().listMissions({ query })
  expect(service.requests.map(({ url }) => url)).toEqual(['/api/v1/missions?limit=1'])
})

test('the pause before each try grows, and is not the same for all who wait', async () => {
  service.treat(drop, drop, drop, drop)
  await expect(client({ retries: 3 }).getMission(CLAIM)).rejects.toEqual(refusal('network', 0))
  for (const [tries, ms] of waits.entries()) {
    expect(ms).toBeGreaterThanOrEqual(125 * 2 ** tries)
    expect(ms).toBeLessThanOrEqual(250 * 2 ** tries)
  }
  expect(waits).toHaveLength(3)
})

test('a service that says when to come back is heeded', async () => {
  service.treat(refuse(503, 'unavailable', 7), refuse(429, 'rate_limited', 3), answer(201, MISSION))
  await client().claimMission(CLAIM)
  expect(waits).toEqual([7_000, 3_000])
  expect(new Set(keys()).size).toBe(1)
})

test('a date to come back at is heeded too', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  service.treat(answer(503, 'Not now', { 'retry-after': date }), answer(200, MISSION))
  await client({ patienceMs: 3_600_000 }).getMission(CLAIM)
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(60_000)
})

test.for([408, 429, 500, 502, 503, 504])('%d is tried again', async (status) => {
  service.treat(answer(status, '<h1>Not now</h1>'), answer(200, MISSION))
  expect(await client().getMission(CLAIM)).toEqual(MISSION)
})

test.for([400, 401, 403, 404, 409, 410, 413, 415, 422, 428])('%d is told at once', async (status) => {
  service.treat(refuse(status, 'conflict'))
  await expect(client().claimMission(CLAIM)).rejects.toEqual(refusal('conflict', status))
  expect(service.requests).toHaveLength(1)
})

test('after the tries the last refusal is told', async () => {
  service.treat(drop, refuse(500, 'internal_error'), refuse(503, 'unavailable'))
  await expect(client().claimMission(CLAIM)).rejects.toEqual(refusal('unavailable', 503))
  service.treat(drop)
  await expect(client({ retries: 0 }).claimMission(CLAIM)).rejects.toEqual(refusal('network', 0))
  expect(service.requests).toHaveLength(1)
})

test('a wait that is longer than one’s patience is left to the caller', async () => {
  service.treat(refuse(429, 'rate_limited', 600))
  const fault = await client()
    .claimMission(CLAIM)
    .catch((thrown: unknown) => thrown)
  expect(fault).toBeInstanceOf(ApiError)
  expect(fault).toMatchObject({ code: 'rate_limited', message: 'No.', field: null, retryAfterSeconds: 600 })
  expect(waits).toEqual([])
})

test('an error names its request, as the service’s log does', async () => {
  const requestId = 'ab'.repeat(16)
  const named = { 'x-request-id': requestId }
  service.treat(answer(404, { error: { code: 'not_found', message: 'No.', field: null } }, named))
  await expect(client().getMission(CLAIM)).rejects.toMatchObject({ code: 'not_found', requestId })
  service.treat(answer(200, '<h1>Sign in to this network</h1>', named))
  await expect(client().getMission(CLAIM)).rejects.toMatchObject({ code: 'network', requestId })
  service.treat(drop)
  await expect(client({ retries: 0 }).getMission(CLAIM)).rejects.toMatchObject({ code: 'network', requestId: null })
})

test('a key that is given is the key of every try', async () => {
  service.treat(drop, answer(201, MISSION))
  await client().claimMission(CLAIM, { key: 'mine' })
  expect(keys()).toEqual(['mine', 'mine'])
})

test('sign-in has no key: a lost answer is told, a refusal that passes is tried again', async () => {
  const body = { nonce: 'n', signature: '0x', delivery: 'bearer' } as const
  service.treat(drop)
  await expect(client().verifySignIn({ body })).rejects.toEqual(refusal('network', 0))
  expect(service.requests).toHaveLength(1)
  service.treat(refuse(429, 'rate_limited', 1), answer(201, { token: 't' }))
  expect(await client().verifySignIn({ body })).toEqual({ token: 't' })
  expect(keys()).toEqual([undefined, undefined])
})

test.for([500, 502, 503, 504])(
  '%d says nothing of what was done, so that a call without a key is not sent again',
  async (status) => {
    const body = { nonce: 'n', signature: '0x', delivery: 'bearer' } as const
    service.treat(answer(status, '<h1>Not now</h1>'), answer(201, { token: 't' }))
    await expect(client().verifySignIn({ body })).rejects.toMatchObject({ status })
    expect(service.requests).toHaveLength(1)
  },
)

test('a good answer that cannot be read is told as such', async () => {
  service.treat(answer(200, '<h1>Sign in to this network</h1>'))
  const message = 'The service gave no readable answer.'
  await expect(client().getMission(CLAIM)).rejects.toMatchObject({ code: 'network', status: 200, message })
  expect(service.requests).toHaveLength(1)
})

test.for([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
] as const)('%d that is not the service’s own has the code of its status, %s', async ([status, code]) => {
  service.treat(answer(status, '<h1>No</h1>'))
  const call = client({ retries: 0 }).claimMission(CLAIM)
  await expect(call).rejects.toMatchObject({
    status,
    code,
    message: `Something on the way to the service refused this (${status}).`,
  })
  expect(ERROR_STATUS[code]).toBe(status)
})

test.for([
  [200, 'network'],
  [201, 'network'],
  [400, 'network'],
  [418, 'network'],
  [500, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'unavailable'],
] as const)('%d that is not the service’s own never says that nothing was saved: %s', async ([status, code]) => {
  service.treat(answer(status, '<h1>Something else</h1>'))
  const call = client({ retries: 0 }).claimMission(CLAIM)
  const message = expect.stringContaining('What was saved is not known.')
  await expect(call).rejects.toMatchObject({ status, code, message })
})

test('a refusal by a proxy, in a form of its own, is a refusal like any other', async () => {
  for (const body of [{ error: null }, { error: 'away' }, { error: { code: '502', message: 'Away' } }, [], null, 'x']) {
    service.treat(answer(502, body), answer(200, MISSION))
    expect(await client().getMission(CLAIM), JSON.stringify(body)).toEqual(MISSION)
    service.treat(answer(404, body))
    await expect(client().getMission(CLAIM)).rejects.toEqual(refusal('not_found', 404))
  }
})

/** The head of a refusal arrives, and a part of its body. */
const half =
  (reached: () => void = () => undefined): Treatment =>
  async (response) => {
    response.writeHead(409, { 'content-type': 'application/json', 'content-length': '500' })
    await new Promise((sent) => response.write('{"error":{"code":', sent))
    reached()
  }

test('who ends a call while a refusal arrives is told its own reason', async () => {
  const gone = new AbortController()
  service.treat(half(() => setTimeout(() => gone.abort(new Error('left')), 20)))
  await expect(client().claimMission(CLAIM, { signal: gone.signal })).rejects.toThrow('left')
})

test('a refusal that does not arrive whole is a lost answer, and is asked for again', async () => {
  const broken: Treatment = async (response) => {
    await half()(response)
    response.socket?.destroy()
  }
  service.treat(broken, answer(201, MISSION))
  expect(await client().claimMission(CLAIM)).toEqual(MISSION)
  expect(new Set(keys()).size).toBe(1)
})

test.for([301, 302, 303, 307, 308])('%d is followed by a read; a write is not turned into one', async (status) => {
  const elsewhere = answer(status, '', { location: '/api/v1/missions' })
  const missions = answer(200, { missions: [], nextCursor: null })
  service.treat(elsewhere, missions)
  expect(await client().listMissions()).toEqual({ missions: [], nextCursor: null })
  service.treat(elsewhere, missions)
  const message = expect.stringContaining('`base`')
  await expect(client().claimMission(CLAIM)).rejects.toMatchObject({ code: 'internal_error', status, message })
  expect(service.requests).toHaveLength(1)
})

test('what a browser tells of a redirect, no status, is not tried again', async () => {
  let asked = 0
  // Fetch Standard, "opaque-redirect filtered response".
  const browser = async () => {
    asked += 1
    return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  }
  const message = expect.stringContaining('`base`')
  const call = client({ fetch: browser }).claimMission(CLAIM)
  await expect(call).rejects.toMatchObject({ code: 'internal_error', status: 0, message })
  expect(asked).toBe(1)
})

describe('the caller’s signal ends a call', () => {
  const reason = new Error('Enough.')

  test('before it begins', async () => {
    service.treat()
    const call = client().getMission(CLAIM, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    expect(service.requests).toHaveLength(0)
  })

  test('while it is under way', async () => {
    const left = new AbortController()
    service.treat(() => left.abort(reason))
    await expect(client().getMission(CLAIM, { signal: left.signal })).rejects.toBe(reason)
    expect(service.requests).toHaveLength(1)
  })

  test('while it waits for the next try', async () => {
    const left = new AbortController()
    service.treat(refuse(503, 'unavailable', 20))
    const wait = (ms: number, signal?: AbortSignal | null) => {
      const waiting = pause(ms, signal)
      left.abort(reason)
      return waiting
    }
    await expect(client({ wait }).getMission(CLAIM, { signal: left.signal })).rejects.toBe(reason)
    expect(service.requests).toHaveLength(1)
  })
})

test('a time limit of the caller’s is a service that cannot be reached; one of a try is tried again', async () => {
  // What AbortSignal.timeout throws, once the request is there: a busy machine may send it later than any short limit.
  const limit = new AbortController()
  service.treat(() => limit.abort(new DOMException('It took too long.', 'TimeoutError')))
  const call = client().getMission(CLAIM, { signal: limit.signal })
  await expect(call).rejects.toEqual(refusal('network', 0))
  expect(service.requests).toHaveLength(1)
  service.treat(hang, answer(200, MISSION))
  expect(await client({ timeoutMs: 1_000 }).getMission(CLAIM)).toEqual(MISSION)
})

test('an upload is the same bytes each time', async () => {
  service.treat(drop, answer(201, { file: { id: 'f' } }))
  const file = new Blob(['Ten answers.'])
  await client().uploadFile({ params: { id: 'm' }, body: { file, proofId: 'p' } })
  const [first, second] = service.requests
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['content-type']).toBe(first?.headers['content-type'])
  expect(first?.body).toContain('Ten answers.')
  expect(new Set(keys()).size).toBe(1)
})

test('a dry run says so in its header, and gives what would be answered', async () => {
  const would = { status: 201, body: MISSION }
  service.treat(answer(200, { dryRun: would }), answer(200, { dryRun: would }))
  expect(await client().claimMission.dryRun(CLAIM)).toEqual(would)
  await client().uploadFile.dryRun({ params: { id: 'm' }, body: { file: new Blob(['x']) } })
  expect(service.requests.map(({ headers }) => headers['dry-run'])).toEqual(['?1', '?1'])
})

test('pages go on to the last, and a page that is lost is asked for again', async () => {
  const page = (id: string, nextCursor: string | null) => answer(200, { missions: [{ id }], nextCursor })
  service.treat(page('a', 'one'), drop, page('b', 'two'), page('c', null))
  const seen: string[] = []
  for await (const { missions } of client().listMissions.pages({ query: { owner: '0xA', limit: 1 } })) {
    seen.push(...missions.map(({ id }) => id))
  }
  expect(seen).toEqual(['a', 'b', 'c'])
  const query = '/api/v1/missions?owner=0xA&limit=1'
  expect(service.requests.map(({ url }) => url)).toEqual([
    query,
    `${query}&cursor=one`,
    `${query}&cursor=one`,
    `${query}&cursor=two`,
  ])
})

test('pages of events end with those that are there', async () => {
  const page = (nextCursor: string, hasMore: boolean) => answer(200, { events: [], nextCursor, hasMore })
  service.treat(page('x', true), page('y', false))
  let last = ''
  for await (const { nextCursor } of client().listEvents.pages()) last = nextCursor
  expect(last).toBe('y')
  expect(service.requests.map(({ url }) => url)).toEqual(['/api/v1/events', '/api/v1/events?since=x'])
})

test('the boundary of an upload fits, however long its key is, and is the same at each try', async () => {
  service.treat(drop, answer(201, { file: {} }))
  const upload = { params: { id: 'm' }, body: { file: new Blob(['x']) } }
  await client().uploadFile(upload, { key: 'k'.repeat(100) })
  const boundaries = service.requests.map(
    ({ headers }) => /boundary=(.*)$/.exec(headers['content-type'] ?? '')?.[1] ?? '',
  )
  expect(boundaries[0]).toMatch(/^[\w-]{1,70}$/)
  expect(boundaries[1]).toBe(boundaries[0])
})
