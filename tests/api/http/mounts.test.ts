import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@/app/api/[[...path]]/route'
import type { Actor } from '@/tests/support/client'
import { request, type Request as Sent } from '@/tests/support/request'
import { openSessions } from '@/tests/support/session'
import { challengeBody, completedMission, missionBody } from '@/tests/support/story'
import { inPieces, padded } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

/** What an answer says; what belongs to the connection is left out. */
interface Told {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

const mounted: Record<string, typeof GET> = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT }

const OF_THE_CONNECTION = /^(date|connection|keep-alive|transfer-encoding|content-length|x-request-id)$/

let world: World
let ids: { challenge: string; mission: string; receipt: string; owner: string }
let sender: Actor
beforeAll(async () => {
  world = await openWorld()
  const owner = await world.wallet()
  sender = owner
  const { mission, receipt } = await completedMission(owner, await world.wallet(), await world.verifier())
  const { body } = await owner.post('/api/v1/challenges', challengeBody())
  ids = { challenge: body.challenge.id, mission: mission.id, receipt: receipt.id, owner: owner.address }
})
afterAll(() => world.close())

const told = (status: number, headers: Iterable<readonly [string, string]>, body: string): Told => ({
  status,
  headers: [...headers].filter(([name]) => !OF_THE_CONNECTION.test(name)).sort(([a], [b]) => a.localeCompare(b)),
  body,
})

async function byFront(sent: Sent): Promise<Told> {
  const { status, headers, text } = await request(world.base, sent)
  return told(status, Object.entries(headers), text)
}

async function byNext(sent: Sent): Promise<Told> {
  const { method, path, headers, body } = sent
  const pieces = Array.isArray(body) ? new Blob([...body]).stream() : undefined
  const whole = typeof body === 'string' ? body : undefined
  const announced: Record<string, string> =
    whole === undefined ? {} : { 'content-length': String(Buffer.byteLength(whole)) }
  const asked = new Request(`${world.base}${path}`, {
    method,
    headers: { ...announced, ...headers },
    body: pieces ?? whole,
    ...(pieces ? { duplex: 'half' } : {}),
  })
  const answer = await mounted[method]?.(asked)
  if (!answer) throw new Error(`The route file does not export ${method}.`)
  return told(answer.status, answer.headers, await answer.text())
}

const READS: readonly (readonly [string, () => string])[] = [
  ['a list', () => '/api/v1/challenges?limit=1'],
  ['a challenge', () => `/api/v1/challenges/${ids.challenge}`],
  ['a mission', () => `/api/v1/missions/${ids.mission}`],
  ['milestones', () => `/api/v1/missions/${ids.mission}/milestones`],
  ['proofs', () => `/api/v1/missions/${ids.mission}/proof`],
  ['a receipt', () => `/api/v1/receipts/${ids.receipt}`],
  ['a ledger', () => `/api/v1/rewards/wallet/${ids.owner}`],
  ['the description', () => '/api/v1/openapi.json'],
  ['health', () => '/api/health'],
  ['readiness', () => '/api/ready'],
  ['the session', () => '/api/auth/session'],
  ['the schedule without its secret', () => '/api/cron/deadlines'],
  ['a bad parameter', () => '/api/v1/missions?limit=0'],
  ['a title in another script', () => `/api/v1/challenges?q=${encodeURIComponent('漢字')}`],
  ['a malformed id', () => '/api/v1/missions/nothing'],
  ['an unknown id', () => `/api/v1/missions/${randomUUID()}`],
  ['an unknown path', () => '/api/nothing/at/all'],
  ['the root', () => '/api'],
]

describe.each(READS)('%s', (_name, path) => {
  test.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    'is answered alike by both mounts for %s',
    async (method) => {
      const sent = { method, path: path(), headers: { authorization: sender.authorization.authorization } }
      expect(await byNext(sent)).toEqual(await byFront(sent))
    },
  )
})

test('an unchanged read is 304 by both mounts', async () => {
  const path = `/api/v1/missions/${ids.mission}`
  const { headers } = await byFront({ method: 'GET', path })
  const sent = { method: 'GET', path, headers: { 'if-none-match': Object.fromEntries(headers)['etag'] ?? '' } }
  expect((await byFront(sent)).status).toBe(304)
  expect(await byNext(sent)).toEqual(await byFront(sent))
})

const key = () => ({ 'idempotency-key': randomUUID() })
const json = { 'content-type': 'application/json' }
const tooLong = padded(missionBody(), 24 * 1024 + 1)
const REFUSED: readonly (readonly [string, Partial<Sent>, number])[] = [
  ['without a session', { headers: { ...json, ...key(), authorization: '' } }, 401],
  ['from another site', { headers: { ...json, ...key(), origin: 'https://evil.example' } }, 403],
  ['without a key', { headers: json }, 428],
  ['with a malformed key', { headers: { ...json, 'idempotency-key': 'x' } }, 400],
  ['as text', { headers: { ...key(), 'content-type': 'text/plain' } }, 415],
  ['over 24 KB', { body: tooLong }, 413],
  ['over 24 KB in chunks', { body: inPieces(tooLong, 4_000) }, 413],
  ['as broken JSON', { body: '{' }, 400],
  ['with nothing in it', { body: '' }, 400],
  ['as a list', { body: '[]' }, 400],
  ['with a bad field', { body: '{"title":"x"}' }, 400],
]

describe.each(REFUSED)('a write %s', (_name, over, status) => {
  test(`is refused alike by both mounts with ${status}`, async () => {
    const headers = { ...sender.authorization, ...(over.headers ?? { ...json, ...key() }) }
    const usual = { method: 'POST', path: '/api/v1/missions', body: JSON.stringify(missionBody()), ...over }
    const withoutCounts = ({ headers: all, ...rest }: Told) => ({
      ...rest,
      headers: all.filter(([name]) => name !== 'ratelimit'),
    })
    const [front, next] = [await byFront({ ...usual, headers }), await byNext({ ...usual, headers })]
    expect(front.status).toBe(status)
    expect(withoutCounts(next)).toEqual(withoutCounts(front))
  })
})

test('a write is done alike by both mounts, and each replays the other’s', async () => {
  const [one, other] = await openSessions(world.base, world.sql, 2)
  if (!one || !other) throw new Error('There are two wallets.')
  const sent = (who: Actor) => ({
    method: 'POST',
    path: '/api/v1/missions',
    headers: { ...json, ...who.authorization, 'idempotency-key': 'a-key-of-the-mounts' },
    body: JSON.stringify(missionBody()),
  })
  const [front, next] = [await byFront(sent(one)), await byNext(sent(other))]
  const names = ({ headers }: Told) => headers.map(([name]) => name)
  expect([next.status, names(next)]).toEqual([201, names(front)])
  expect(Object.keys(JSON.parse(next.body).mission)).toEqual(Object.keys(JSON.parse(front.body).mission))
  const [frontAgain, nextAgain] = [await byFront(sent(other)), await byNext(sent(one))]
  expect([frontAgain.status, frontAgain.body]).toEqual([200, next.body])
  expect([nextAgain.status, nextAgain.body]).toEqual([200, front.body])
  expect(Object.fromEntries(nextAgain.headers)['idempotency-replayed']).toBe('true')
})

test('a sign-in by cookie and its end are alike by both mounts', async () => {
  const headers = { ...json }
  for (const ask of [byFront, byNext]) {
    const [wallet] = await openSessions(world.base, world.sql, 1)
    const asked = JSON.parse(
      (
        await ask({
          method: 'POST',
          path: '/api/v1/auth/challenge',
          headers,
          body: JSON.stringify({ address: wallet?.address, chainId: 1 }),
        })
      ).body,
    )
    const signature = await wallet?.account.signMessage({ message: asked.message })
    const opened = await ask({
      method: 'POST',
      path: '/api/v1/auth/verify',
      headers,
      body: JSON.stringify({ nonce: asked.nonce, signature }),
    })
    const cookie = Object.fromEntries(opened.headers)['set-cookie'] ?? ''
    expect(cookie).toMatch(/^svc_session=[^;]{50,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    const carried = { ...headers, cookie: cookie.split(';')[0] ?? '' }
    expect(
      JSON.parse((await ask({ method: 'GET', path: '/api/auth/session', headers: carried })).body).session.address,
    ).toBe(wallet?.address)
    expect((await ask({ method: 'POST', path: '/api/v1/auth/signout', headers: carried, body: '{}' })).status).toBe(200)
    for (const each of [byFront, byNext])
      expect((await each({ method: 'GET', path: '/api/auth/session', headers: carried })).body).toBe('{"session":null}')
  }
})
