import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '@/lib/agent-requests/stored'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { hide } from '@/tests/api/moderation/moderating'
import type { Actor } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { type Request, request } from '@/tests/support/request'
import { completedMission, seedMission } from '@/tests/support/story'
import {
  calls,
  exampleBody,
  expectError,
  inPieces,
  MALFORMED_IDS,
  named,
  padded,
  pathOf,
  reads,
} from '@/tests/support/walk'

const BODY_BYTES_MAX = 24 * 1024
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Reads that not everybody may make, or that answer differently by who asks. */
const PRIVATE: Record<string, { because: string; headers: Record<string, string> }> = {
  runDeadlines: { because: 'it is the schedule’s', headers: SCHEDULE },
  getSession: { because: 'it tells the caller’s own session', headers: {} },
  getMe: { because: 'they are the caller’s own', headers: {} },
  getPrivateFeed: { because: 'it is the caller’s own', headers: {} },
  listAgentRequests: { because: 'they are the caller’s own', headers: {} },
  listNotifications: { because: 'they are the caller’s own', headers: {} },
  listSessions: { because: 'they are the caller’s own', headers: {} },
  getTombstone: { because: 'it is told to those concerned', headers: {} },
  listHidings: { because: 'they are the moderators’', headers: {} },
  listReports: { because: 'they are the moderators’', headers: {} },
}

/** What has to be asked for where a read gives nothing without it. */
const QUERY: Record<string, string> = { listMuseLinks: 'museId=muse_1j335p3a14', search: 'q=shelf' }

/** What a read needs in every case, a bad parameter beside it. */
const REQUIRED: Record<string, string> = { search: 'q=shelf' }

/** What the records of a path's id are called: the word before it. */
const areaOf = ({ path }: Endpoint) => /\/([a-z]+)\/\{/.exec(path)?.[1] ?? ''

const isPrivate = (endpoint: Endpoint) => endpoint.operationId in PRIVATE
const openReads = reads.filter((endpoint) => !isPrivate(endpoint))
const closedReads = reads.filter(isPrivate)
const paths = [...new Set(contracts.map((endpoint) => endpoint.path))]

let world: PlatformWorld
let records: Record<string, string>
let caller: Actor
let admin: Actor
beforeAll(async () => {
  world = await openPlatformWorld('off')
  const owner = await world.wallet()
  caller = owner
  admin = await world.admin()
  await world.sql.query(
    `INSERT INTO "AgentRequest" (id, "handleHash", "operationId", method, path, body, agent, "createdAt", "expiresAt")
     VALUES (gen_random_uuid(), $1, 'createChallenge', 'POST', '/api/v1/challenges', '{}', 'Walker', now(), now() + interval '1 day')`,
    [hashOf('A'.repeat(43))],
  )
  const { mission, receipt } = await completedMission(owner, await world.wallet(), await world.verifier())
  const { body } = await owner.post('/api/v1/challenges', exampleBody(contract('createChallenge')))
  const post = await world.sandbox.post(world.own, { text: 'A post.' })
  QUERY['importPost'] = `url=${encodeURIComponent(world.sandbox.url(post))}`
  const hidden = await seedMission(owner)
  await hide(admin, 'mission', hidden.id)
  QUERY['getTombstone'] = `recordType=mission&recordId=${hidden.id}`
  records = {
    challenges: body.challenge.id,
    battles: body.challenge.id,
    missions: mission.id,
    projects: mission.id,
    receipts: receipt.id,
    seeds: String(receipt.seeds[0].id),
  }
})
afterAll(() => world.close())

function contract(operationId: string): Endpoint {
  const found = contracts.find((endpoint) => endpoint.operationId === operationId)
  if (!found) throw new Error(`There is no contract ${operationId}.`)
  return found
}

/** The path of a record that exists, and a query that asks for something more. */
const livePath = (endpoint: Endpoint, more = '') => {
  const query = [QUERY[endpoint.operationId], more].filter(Boolean).join('&')
  return pathOf(endpoint, records[areaOf(endpoint)]) + (query && `?${query}`)
}
/** What lets a client in: nothing, the schedule's secret, or a session. */
function admission(endpoint: Endpoint): Record<string, string> {
  if (endpoint.access === 'admin') return admin.authorization
  return endpoint.access === 'wallet' ? caller.authorization : (PRIVATE[endpoint.operationId]?.headers ?? {})
}
const ask = (sent: Request) => request(world.base, sent)
const get = (endpoint: Endpoint, headers: Record<string, string> = {}) =>
  ask({ method: 'GET', path: livePath(endpoint), headers: { ...admission(endpoint), ...headers } })

test('the reads that are not for everybody are exactly the ones listed here', () => {
  const told = reads.filter((endpoint) => endpoint.access !== 'public' || endpoint.viewer)
  expect(told.map((endpoint) => endpoint.operationId).sort()).toEqual(Object.keys(PRIVATE).sort())
})

describe.each(named(openReads))('%s', (_name, endpoint) => {
  test('answers 200 to anybody, from any site', async () => {
    const answer = await get(endpoint, { origin: 'https://anywhere.example', 'sec-fetch-site': 'cross-site' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('answers the same to a bad credential as to none', async () => {
    const answer = await get(endpoint, { authorization: 'Bearer nonsense', cookie: 'svc_session=nonsense' })
    expect(answer.text).toBe((await get(endpoint)).text)
  })

  test('carries an ETag, and 304 without a body while nothing changed', async () => {
    const { headers } = await get(endpoint)
    const etag = headers['etag'] ?? ''
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    for (const known of [etag, etag.replace(/^(?:W\/)?/, 'W/'), `"other", ${etag}`, '*']) {
      const again = await get(endpoint, { 'if-none-match': known })
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    }
    expect((await get(endpoint, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe.each(named(closedReads))('%s', (_name, endpoint) => {
  test('is given to no other site and kept by no cache', async () => {
    for (const answer of [await get(endpoint), await get(endpoint, { origin: 'https://anywhere.example' })]) {
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(answer.headers['etag']).toBeUndefined()
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

test('a read for moderators refuses every other wallet with 403', async () => {
  for (const endpoint of reads.filter(({ access }) => access === 'admin')) {
    const answer = await ask({ method: 'GET', path: livePath(endpoint), headers: caller.authorization })
    expectError(answer, 403, 'forbidden')
  }
})

test.each(named(reads.filter(({ access }) => access === 'wallet' || access === 'admin')))(
  '%s is refused with 401 without a session',
  async (_name, endpoint) => {
    for (const authorization of ['', 'Bearer nonsense', `Bearer ${'a'.repeat(43)}`]) {
      const headers = { authorization }
      expectError(await ask({ method: 'GET', path: livePath(endpoint), headers }), 401, 'unauthenticated')
    }
    expectError(await ask({ method: 'GET', path: livePath(endpoint) }), 401, 'unauthenticated')
  },
)

test('the schedule is refused without its secret, or with a wrong one', async () => {
  const path = '/api/cron/deadlines'
  for (const authorization of ['', 'Bearer ', 'Bearer the schedule of the test', 'the schedule of the tests']) {
    expectError(await ask({ method: 'GET', path, headers: { authorization } }), 401, 'unauthenticated')
  }
  expectError(await ask({ method: 'GET', path }), 401, 'unauthenticated')
})

describe.each(named(reads.filter((endpoint) => endpoint.path.includes('{'))))('%s', (_name, endpoint) => {
  test.each([...MALFORMED_IDS, '01900000-0000-7000-8000-000000000000'])('answers 404 for %s', async (id) => {
    const answer = await ask({ method: 'GET', path: endpoint.path.replaceAll(/\{\w+\}/g, id) })
    expectError(answer, 404, 'not_found')
  })
})

describe.each(named(reads))('%s', (_name, endpoint) => {
  test('refuses a bad limit or cursor with 400 that names it', async () => {
    const fields = Object.keys(endpoint.query?.shape ?? {})
    const bad: Record<string, string[]> = {
      limit: ['0', '101', '-1', '1.5', 'x', '', '1e1', '9'.repeat(30)],
      cursor: ['', '!', '%00', Buffer.from('no id').toString('base64url'), 'x'.repeat(65)],
      state: ['', 'Open', 'NOTHING'],
      owner: ['', '0x12', 'nobody'],
      contributor: ['', '0x12'],
      contributed: ['', '0x12'],
      outcome: ['', 'Completed', 'COMPLETED'],
      q: ['', '%20', '%00', 'x'.repeat(141)],
      wallet: ['', '0x12'],
      unread: ['', 'yes', 'false'],
      news: ['', 'yes', 'false'],
      url: ['', 'x', '%00', 'https://community.example/board/lobby/1', 'http://127.0.0.1/p/1'],
      hash: ['', '1', 'g'.repeat(64)],
      since: ['', '!', 'Now', Buffer.from('-1').toString('base64url'), 'x'.repeat(65)],
      kind: ['', 'Mission', 'proof'],
      sort: ['', 'Newest', 'oldest'],
      needs: ['', 'response,contributor', 'nothing'],
      bounty: ['', 'false', '1'],
      recordType: ['', 'Mission', 'battle'],
      // Where one record is meant, any text may be the id of one that does not exist.
      recordId: endpoint.operationId === 'getTombstone' ? [] : ['', '1', 'x'.repeat(36)],
      museId: ['', 'muse_', 'anon:somebody', 'muse_UPPER', `muse_${'x'.repeat(33)}`],
    }
    for (const field of fields) {
      expect(bad[field], `${field} has no bad values in this test`).toBeDefined()
      for (const value of bad[field] ?? []) {
        const answer = await ask({
          method: 'GET',
          path: `${pathOf(endpoint, records[areaOf(endpoint)])}?${field}=${value}&${REQUIRED[endpoint.operationId] ?? ''}`,
          headers: admission(endpoint),
        })
        expectError(answer, 400, 'invalid_request', field)
      }
    }
  })

  test('ignores parameters that it does not know', async () => {
    expect(
      (await ask({ method: 'GET', path: livePath(endpoint, 'unheard=of&x=%FF'), headers: admission(endpoint) })).status,
    ).toBe(200)
  })

  test('answers HEAD with the headers of GET and nothing else', async () => {
    const headers = admission(endpoint)
    const whole = await get(endpoint)
    const head = await ask({ method: 'HEAD', path: livePath(endpoint), headers })
    expect([head.status, head.bytes.length]).toEqual([whole.status, 0])
    // The date, and what is left of a limit, are those of the moment.
    const { date: _when, ratelimit: _left, 'x-request-id': _own, ...told } = head.headers
    const { date: _then, ratelimit: _before, 'x-request-id': _other, ...expected } = whole.headers
    expect(told).toEqual(expected)
  })
})

describe.each(paths.map((path) => [path]))('%s', (path) => {
  const here = contracts.filter((endpoint) => endpoint.path === path)
  const methods = here.map((endpoint) => endpoint.method)
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
  const target = here[0] ? pathOf(here[0]) : path

  test('answers OPTIONS with 204 and what it allows', async () => {
    const answer = await ask({
      method: 'OPTIONS',
      path: target,
      headers: { origin: 'https://anywhere.example', 'access-control-request-method': 'POST' },
    })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['allow']?.split(', ').sort()).toEqual(allow)
  })

  test('allows another site to read what is public, and none to write', async () => {
    const preflight = async (method: string) => {
      const headers = { origin: 'https://anywhere.example', 'access-control-request-method': method }
      const { headers: told } = await ask({ method: 'OPTIONS', path: target, headers })
      return [
        told['access-control-allow-origin'],
        told['access-control-allow-methods'],
        told['access-control-allow-headers'],
      ]
    }
    const read = here.find(({ method }) => method === 'GET')
    const open =
      read && !isPrivate(read) ? ['*', 'GET, HEAD', 'If-None-Match, Last-Event-ID'] : [undefined, undefined, undefined]
    for (const method of ['GET', 'HEAD']) expect(await preflight(method)).toEqual(open)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await preflight(method)).toEqual([undefined, undefined, undefined])
  })

  test('answers every other method with 405 and what it allows', async () => {
    const others = [...METHODS, 'PURGE', 'PROPFIND'].filter((method) => !methods.some((known) => known === method))
    for (const method of others) {
      const answer = await ask({
        method,
        path: target,
        headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
        body: '{',
      })
      expectError(answer, 405, 'method_not_allowed')
      expect(answer.headers['allow']?.split(', ').sort()).toEqual(allow)
    }
  })

  test('allows no HEAD where there is no GET', async () => {
    const { status } = await ask({ method: 'HEAD', path: target })
    if (methods.includes('GET')) expect(status).not.toBe(405)
    else expect(status).toBe(405)
  })
})

describe.each(named(calls))('%s', (_name, endpoint) => {
  /** A session is opened for the calls that end one; the others are refused for their content (or not at all). */
  const call = async (over: Partial<Request> = {}) => {
    const session = endpoint.access === 'session' ? (await world.wallet()).authorization : {}
    const headers = { 'content-type': 'application/json', ...session, ...over.headers }
    return ask({ method: 'POST', path: endpoint.path, body: JSON.stringify(exampleBody(endpoint)), ...over, headers })
  }
  const welcomed = endpoint.path.endsWith('/auth/verify') ? 401 : endpoint.status // its example's nonce is unknown

  test('needs no Idempotency-Key and ignores one, malformed or repeated', async () => {
    expect((await call()).status).toBe(welcomed)
    for (const key of ['x', 'the-same-key', 'the-same-key']) {
      const answer = await call({ headers: { 'idempotency-key': key } })
      expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([welcomed, undefined])
    }
  })

  test.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ])('refuses the %s %s with 403', async (name, value) => {
    expectError(await call({ headers: { [name]: value } }), 403, 'forbidden')
  })

  test('is welcome from our own origin', async () => {
    expect((await call({ headers: { origin: world.base } })).status).toBe(welcomed)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'refuses the content type "%s" with 415',
    async (type) => {
      expectError(await call({ headers: { 'content-type': type } }), 415, 'unsupported_media_type')
    },
  )

  test('refuses a compressed body with 415', async () => {
    expectError(await call({ headers: { 'content-encoding': 'br' } }), 415, 'unsupported_media_type')
  })

  test('takes exactly 24 KB and refuses one byte more with 413', async () => {
    const full = padded(exampleBody(endpoint), BODY_BYTES_MAX)
    expect((await call({ body: full })).status).toBe(welcomed)
    expect((await call({ body: inPieces(full, 5_000) })).status).toBe(welcomed)
    expectError(await call({ body: `${full} ` }), 413, 'payload_too_large')
    expectError(await call({ body: inPieces(`${full} `, 5_000) }), 413, 'payload_too_large')
  })

  test.each(['{', '[]', 'null', '"text"', '7'])('refuses the body %j with 400', async (body) => {
    expectError(await call({ body }), 400, 'invalid_request')
  })

  test('refuses an empty body with 400, unless it names no payload', async () => {
    const answer = await call({ body: '' })
    if (endpoint.access === 'session') expect(answer.status).toBe(welcomed)
    else expectError(answer, 400, 'invalid_request')
  })

  test('names a missing field', async () => {
    for (const [field, schema] of Object.entries(endpoint.body?.shape ?? {})) {
      const { [field]: _left, ...without } = exampleBody(endpoint)
      const answer = await call({ body: JSON.stringify(without) })
      if (schema.safeParse(undefined).success) expect(answer.status).toBe(welcomed)
      else expectError(answer, 400, 'invalid_request', field)
    }
  })
})

test.each(['/api/v1/auth/signout', '/api/auth/signout'])('%s is refused with 401 without a session', async (path) => {
  const headers = { 'content-type': 'application/json' }
  expectError(await ask({ method: 'POST', path, headers, body: '{}' }), 401, 'unauthenticated')
})

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/v1',
  '/api/v1/challenges/',
  '/api/v1/challenges//x',
  '/api/v2/challenges',
  '/API/v1/challenges',
  '/api/v1/challenges/x/y/z',
])('the unknown path %s is 404 for every method', async (path) => {
  for (const method of METHODS) {
    const answer = await ask({ method, path })
    if (path.startsWith('/api')) expectError(answer, 404, 'not_found')
    else expect([404, 405]).toContain(answer.status)
  }
})
