import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { isJsonObject } from '@/lib/json'
import type { Actor, Json } from '@/tests/support/client'
import { type Request, type Response, request } from '@/tests/support/request'
import {
  exampleBody,
  expectError,
  inPieces,
  jsonHeaders,
  MALFORMED_IDS,
  named,
  padded,
  pathOf,
  writes,
} from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const BODY_BYTES_MAX = 24 * 1024

// What a well-formed request of an allowed wallet is answered, where it is not the rule: a record that does not exist
// is 404, a creation is 201.
const NO_RECORD = { status: 404, because: 'its example names a record that does not exist' }
const WELCOME: Record<string, { status: number; because: string }> = {
  queuePlatformPost: NO_RECORD,
  moderateRecord: NO_RECORD,
  reportRecord: NO_RECORD,
  queueMusebookPost: NO_RECORD,
  verifyMuseLink: { status: 401, because: 'its example’s nonce was never given to anybody' },
  unlinkMuse: { status: 409, because: 'a new wallet has no linked Muse' },
}

let world: World
let plain: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  plain = await world.wallet()
  verifier = await world.verifier()
  admin = await world.admin()
})
afterAll(() => world.close())

function welcome(endpoint: Endpoint): number {
  return WELCOME[endpoint.operationId]?.status ?? (endpoint.path.includes('{') ? 404 : endpoint.status)
}

/** A wallet that the endpoint lets in. Creations take a new one: a wallet has 5 unfinished challenges at most. */
async function allowed(endpoint: Endpoint): Promise<Actor> {
  if (endpoint.access === 'verifier') return verifier
  if (endpoint.access === 'admin') return admin
  return endpoint.path.includes('{') ? plain : world.wallet()
}

/** The record that an answer consists of. */
const firstOf = (text: string): Json => Object.values<Json>(JSON.parse(text))[0]

const ask = (sent: Request): Promise<Response> => request(world.base, sent)

async function asked(endpoint: Endpoint, over: Partial<Request> = {}): Promise<Response> {
  const { authorization } = await allowed(endpoint)
  const headers = { ...authorization, ...jsonHeaders(), ...over.headers }
  const usual = { method: endpoint.method, path: pathOf(endpoint), body: JSON.stringify(exampleBody(endpoint)) }
  return ask({ ...usual, ...over, headers })
}

async function askedWithout(endpoint: Endpoint, header: string): Promise<Response> {
  const { authorization } = await allowed(endpoint)
  const headers = Object.entries({ ...authorization, ...jsonHeaders() }).filter(([name]) => name !== header)
  const body = JSON.stringify(exampleBody(endpoint))
  return ask({ method: endpoint.method, path: pathOf(endpoint), headers: Object.fromEntries(headers), body })
}

describe.each(named(writes))('%s', (_name, endpoint) => {
  test('welcomes a well-formed request of an allowed wallet', async () => {
    expect((await asked(endpoint)).status).toBe(welcome(endpoint))
  })

  test('tells where a record is that it created, if it is read below its own path', async () => {
    const { status, headers, text } = await asked(endpoint)
    const path = `${pathOf(endpoint)}/{id}`
    if (status !== 201 || !contracts.some((other) => other.method === 'GET' && other.path === path))
      return expect(headers).not.toHaveProperty('location')
    const there = await ask({ method: 'GET', path: headers['location'] ?? '' })
    expect([there.status, firstOf(there.text).id]).toEqual([200, firstOf(text).id])
  })

  test('is refused with 401 without a session', async () => {
    expectError(await askedWithout(endpoint, 'authorization'), 401, 'unauthenticated')
  })

  test.each([
    ['an unknown token', { authorization: `Bearer ${'a'.repeat(43)}` }],
    ['a malformed token', { authorization: 'Bearer short' }],
    ['another scheme', { authorization: `Basic ${'a'.repeat(43)}` }],
    ['an empty credential', { authorization: '' }],
    ['a cookie that the service did not seal', { authorization: '', cookie: 'svc_session=Fe26.2*1*forged' }],
  ])('is refused with 401 with %s', async (_what, headers: Record<string, string>) => {
    expectError(await asked(endpoint, { headers }), 401, 'unauthenticated')
  })

  test('a wallet address in the body never authenticates', async () => {
    const body = JSON.stringify({
      ...exampleBody(endpoint),
      wallet: plain.address,
      owner: plain.address,
      address: plain.address,
    })
    const answer = await ask({ method: endpoint.method, path: pathOf(endpoint), headers: jsonHeaders(), body })
    expectError(answer, 401, 'unauthenticated')
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://localhost:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['a cross-site fetch without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a cross-site fetch that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }],
  ])('is refused with 403 from %s', async (_what, headers: Record<string, string>) => {
    const said = Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', world.base)])
    expectError(await asked(endpoint, { headers: Object.fromEntries(said) }), 403, 'forbidden')
  })

  test('is welcome from our own origin', async () => {
    const headers = { origin: world.base, 'sec-fetch-site': 'same-origin' }
    expect((await asked(endpoint, { headers })).status).toBe(welcome(endpoint))
  })

  test('is refused with 428 without an Idempotency-Key', async () => {
    expectError(await askedWithout(endpoint, 'idempotency-key'), 428, 'idempotency_key_required')
  })

  test.each(['', 'seven77', 'x'.repeat(101), 'has space', 'semi;colon', 'k\u00e9y-with-accent'])(
    'is refused with 400 for the key "%s"',
    async (key) => {
      expectError(
        await asked(endpoint, { headers: { 'idempotency-key': key } }),
        400,
        'invalid_request',
        'Idempotency-Key',
      )
    },
  )

  test('takes keys of 8 and of 100 characters', async () => {
    for (const key of [randomUUID().slice(0, 8), `${randomUUID()}${'_'.repeat(64)}`]) {
      expect((await asked(endpoint, { headers: { 'idempotency-key': key } })).status).toBe(welcome(endpoint))
    }
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=latin1',
  ])('is refused with 415 as %s', async (type) => {
    expectError(await asked(endpoint, { headers: { 'content-type': type } }), 415, 'unsupported_media_type')
  })

  test('is refused with 415 without a content type', async () => {
    expectError(await askedWithout(endpoint, 'content-type'), 415, 'unsupported_media_type')
  })

  test('is refused with 415 when it is compressed, and told what is taken', async () => {
    const answer = await asked(endpoint, { headers: { 'content-encoding': 'gzip' } })
    expectError(answer, 415, 'unsupported_media_type')
    expect(answer.headers['accept-encoding']).toBe('identity')
    const plain = await asked(endpoint, { headers: { 'content-encoding': 'identity' } })
    expect(plain.status).toBe(welcome(endpoint))
  })

  test('takes JSON that names its charset', async () => {
    expect((await asked(endpoint, { headers: { 'content-type': 'Application/JSON; charset=UTF-8' } })).status).toBe(
      welcome(endpoint),
    )
  })

  test('takes a body of exactly 24 KB, announced or in chunks', async () => {
    const body = padded(exampleBody(endpoint), BODY_BYTES_MAX)
    expect((await asked(endpoint, { body })).status).toBe(welcome(endpoint))
    expect((await asked(endpoint, { body: inPieces(body, 5_000) })).status).toBe(welcome(endpoint))
  })

  test('refuses one byte more with 413, announced or in chunks', async () => {
    const body = padded(exampleBody(endpoint), BODY_BYTES_MAX + 1)
    expectError(await asked(endpoint, { body }), 413, 'payload_too_large')
    expectError(await asked(endpoint, { body: inPieces(body, 5_000) }), 413, 'payload_too_large')
  })

  test.each(['', '{', 'nothing', '{"a":1}{', '\u0000', '{"a":1,}', '[]', '[{}]', 'null', '"text"', '42', 'true'])(
    'is refused with 400 for the body %j',
    async (body) => {
      expectError(await asked(endpoint, { body }), 400, 'invalid_request')
    },
  )

  test('is refused with 400 for bytes that are not UTF-8', async () => {
    expectError(
      await asked(endpoint, { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }),
      400,
      'invalid_request',
    )
  })

  test('ignores unknown fields', async () => {
    const known = JSON.stringify({ ...exampleBody(endpoint), unheardOf: { deep: [1] }, constructor: 'x' })
    const body = `{"__proto__":{"polluted":true},${known.slice(1)}`
    expect((await asked(endpoint, { body })).status).toBe(welcome(endpoint))
  })

  test('names the field that is missing or of another type', async () => {
    const whole = endpoint.steps?.prepare ?? endpoint.body
    for (const [field, schema] of Object.entries(whole?.shape ?? {})) {
      const { [field]: _left, ...without } = exampleBody(endpoint)
      const isOptional = schema.safeParse(undefined).success
      const answer = await asked(endpoint, { body: JSON.stringify(without) })
      // Of some fields one at least is needed: then each of them is optional by itself only.
      if (isOptional) expect(answer.status, field).toBe(whole?.safeParse(without).success ? welcome(endpoint) : 400)
      else expectError(answer, 400, 'invalid_request', field)
      const odd = await asked(endpoint, { body: JSON.stringify({ ...without, [field]: { not: 'this' } }) })
      expect(odd.status, field).toBe(400)
      expect(odd.body.error.field.split('.')[0]).toBe(field)
    }
  })

  test('tells its limits on every answer that is counted', async () => {
    const welcomed = await asked(endpoint)
    const refusals = [
      await askedWithout(endpoint, 'idempotency-key'),
      await asked(endpoint, { body: '{' }),
      await asked(endpoint, { headers: { 'content-type': 'text/plain' } }),
    ]
    for (const answer of [welcomed, ...refusals]) {
      expect(answer.headers['ratelimit-policy'], answer.text).toMatch(
        /^"[a-z-]+-wallet";q=\d+;w=\d+, "[a-z-]+-network";q=\d+;w=\d+$/,
      )
      expect(answer.headers['ratelimit']).toMatch(/^"[a-z-]+-wallet";r=\d+;t=\d+, "[a-z-]+-network";r=\d+;t=\d+$/)
    }
  })

  test('lets no other site read its answer', async () => {
    const answers = [await asked(endpoint), await asked(endpoint, { headers: { origin: 'https://evil.example' } })]
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})

describe.each(named(writes.filter((endpoint) => endpoint.path.includes('{'))))('%s', (_name, endpoint) => {
  test.each(MALFORMED_IDS)('answers 404 for the id %s', async (id) => {
    expectError(await asked(endpoint, { path: pathOf(endpoint, id) }), 404, 'not_found')
  })

  test('answers 404 for an id that no record has', async () => {
    expectError(await asked(endpoint), 404, 'not_found')
  })
})

test('a revoked session opens nothing', async () => {
  const gone = await world.wallet()
  await gone.post('/api/v1/auth/signout')
  for (const endpoint of writes) {
    expectError(await asked(endpoint, { headers: gone.authorization }), 401, 'unauthenticated')
  }
})

test('a session that is over opens nothing', async () => {
  const late = await world.wallet()
  await world.sql.query(`UPDATE "Session" SET "expiresAt" = now() - interval '1 second' WHERE wallet = $1`, [
    late.address,
  ])
  for (const endpoint of writes) {
    expectError(await asked(endpoint, { headers: late.authorization }), 401, 'unauthenticated')
  }
})

test('a write for verifiers or moderators refuses every other wallet with 403', async () => {
  const guarded = writes.filter(({ access }) => access === 'verifier' || access === 'admin')
  expect(guarded.length).toBeGreaterThan(0)
  for (const endpoint of guarded) expectError(await asked(endpoint, { headers: plain.authorization }), 403, 'forbidden')
})

test('the second call of a signed write names what is wrong with nonce or signature', async () => {
  const steps = writes.filter((endpoint) => endpoint.kind === 'signed')
  const nonce = 'n'.repeat(48)
  const signature = `0x${'ab'.repeat(65)}`
  for (const endpoint of steps) {
    const told = async (body: unknown) => asked(endpoint, { body: JSON.stringify(body) })
    expectError(await told({ nonce }), 400, 'invalid_request', 'signature')
    expectError(await told({ signature }), 400, 'invalid_request', 'nonce')
    expectError(await told({ nonce, signature: '0x12' }), 400, 'invalid_request', 'signature')
    expectError(await told({ nonce: '', signature }), 400, 'invalid_request', 'nonce')
    expectError(await told({ nonce: 5, signature }), 400, 'invalid_request', 'nonce')
    expect(isJsonObject((await told({ nonce, signature })).body.error)).toBe(true)
  }
})
