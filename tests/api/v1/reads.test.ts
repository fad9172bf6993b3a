import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { completedMission, draftChallenge } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What every public read promises: CORS for any site, an ETag, 304, HEAD and OPTIONS.

const READS = [
  'challenges',
  'challenge',
  'missions',
  'mission',
  'milestones',
  'proof',
  'receipt',
  'ledger',
  'openapi',
] as const
type Read = (typeof READS)[number]

let world: World
let owner: Actor
let paths: Record<Read, string>
beforeAll(async () => {
  world = await openWorld()
  const [by, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
  owner = by
  const challenge = await draftChallenge(owner)
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  paths = {
    challenges: '/api/v1/challenges',
    challenge: `/api/v1/challenges/${challenge.id}`,
    missions: '/api/v1/missions?limit=5',
    mission: `/api/v1/missions/${mission.id}`,
    milestones: `/api/v1/missions/${mission.id}/milestones`,
    proof: `/api/v1/missions/${mission.id}/proof`,
    receipt: `/api/v1/receipts/${receipt.id}`,
    ledger: `/api/v1/rewards/wallet/${contributor.address}`,
    openapi: '/api/v1/openapi.json',
  }
})
afterAll(() => world.close())

describe.each(READS)('the read of %s', (name) => {
  test('may be asked by any site, and carries an ETag', async () => {
    const { status, headers } = await world.get(paths[name], { origin: 'https://anywhere.example' })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('etag')).toMatch(/^(W\/)?"[^"]+"$/)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('answers 304 without a body to whoever holds its ETag, in every form of the question', async () => {
    const etag = (await world.get(paths[name])).headers.get('etag') ?? ''
    for (const question of [etag, etag.replace(/^(?:W\/)?/, 'W/'), `"other", ${etag}`, '*']) {
      const { status, text, headers } = await world.get(paths[name], { 'if-none-match': question })
      expect({ status, text }, question).toEqual({ status: 304, text: '' })
      expect(headers.get('etag')).toBe(etag)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const question of ['"other"', etag.replaceAll('"', ''), '']) {
      expect((await world.get(paths[name], { 'if-none-match': question })).status, question).toBe(200)
    }
  })

  test('answers HEAD with the headers of GET and no body', async () => {
    const got = await world.get(paths[name])
    const head = await world.send('HEAD', paths[name])
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' })
    for (const header of ['etag', 'content-type', 'content-length', 'cache-control', 'access-control-allow-origin']) {
      expect(head.headers.get(header), header).toBe(got.headers.get(header))
    }
    if (!got.headers.has('content-encoding'))
      expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(got.text))
  })

  test('answers OPTIONS with 204, what is allowed, and CORS for any site', async () => {
    const { status, text, headers } = await world.send('OPTIONS', paths[name], undefined, {
      headers: { origin: 'https://anywhere.example', 'access-control-request-method': 'GET' },
    })
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD', 'OPTIONS']))
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).not.toMatch(/POST|PATCH|PUT|DELETE/)
  })

  test('answers the same bytes twice', async () => {
    expect((await world.get(paths[name])).text).toBe((await world.get(paths[name])).text)
  })

  test.each(['PUT', 'DELETE', 'PATCH'])('answers %s with 405 and what is allowed', async (method) => {
    const reply = await world.send(method, paths[name])
    expectRefused(reply, 405)
    expect(reply.headers.get('allow')).toMatch(/^GET, .*HEAD, OPTIONS$/)
  })
})

test('a changed record has another ETag, and the old one is answered with the new record', async () => {
  const { id } = await draftChallenge(owner)
  const path = `/api/v1/challenges/${id}`
  const etag = (await world.get(path)).headers.get('etag') ?? ''
  await owner.post(`${path}/cancel`, { reason: 'Over.' })
  const { status, body, headers } = await world.get(path, { 'if-none-match': etag })
  expect({ status, state: body.challenge.state }).toEqual({ status: 200, state: 'CANCELLED' })
  expect(headers.get('etag')).not.toBe(etag)
})

test('a refused public read tells any site why', async () => {
  const refusals = await Promise.all([
    world.get('/api/v1/challenges/nope', { origin: 'https://anywhere.example' }),
    world.get('/api/v1/missions?limit=0', { origin: 'https://anywhere.example' }),
    world.get('/api/v1/receipts/nope', { origin: 'https://anywhere.example' }),
  ])
  for (const { status, headers } of refusals) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('etag')).toBeNull()
  }
})

test('a write allows no other origin: neither its answer nor its preflight names one', async () => {
  const site = 'https://anywhere.example'
  const preflight = await world.send('OPTIONS', '/api/v1/auth/verify', undefined, {
    headers: {
      origin: site,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('allow')).toBe('POST, OPTIONS')
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()

  const refused = await owner.post('/api/v1/missions', {}, { headers: { origin: site } })
  expectRefused(refused, 403)
  expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  const own = await owner.post('/api/v1/missions', {}, { headers: { origin: new URL(world.base).origin } })
  expectRefused(own, 400, 'sourceUrl')
  expect(own.headers.get('access-control-allow-origin')).toBeNull()
})

test('a preflight on a path that has reads and writes opens the reads only', async () => {
  const preflight = async (method: string) => {
    const asked = { origin: 'https://anywhere.example', 'access-control-request-method': method }
    return (await world.send('OPTIONS', '/api/v1/challenges', undefined, { headers: asked })).headers
  }
  const [read, write] = await Promise.all([preflight('GET'), preflight('POST')])
  expect(read.get('access-control-allow-origin')).toBe('*')
  expect(read.get('access-control-allow-methods')).toBe('GET, HEAD')
  expect(write.get('allow')).toContain('POST')
  expect([...write.keys()].filter((name) => name.startsWith('access-control-allow-'))).toEqual([])
})
