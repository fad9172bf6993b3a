import { randomUUID } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, type Json, proveWallet, signIn } from '@/tests/support/client'
import { UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const LIST = '/api/v1/sessions'
const REVOKE_ALL = '/api/v1/sessions/revoke-all'
const revoke = (id: string) => `/api/v1/sessions/${id}/revoke`
const SEVEN_DAYS = 7 * 86_400

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const fresh = () => privateKeyToAccount(generatePrivateKey())

/** Signs in as a browser does. @returns the cookie as the browser sends it back. */
async function browser(account = fresh()): Promise<string> {
  const reply = await proveWallet((path, body) => world.send('POST', path, body), account)
  expect(reply.status).toBe(201)
  return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

async function sessionsOf(actor: Actor): Promise<Json[]> {
  const reply = await actor.get(LIST)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.sessions
}

const isOpen = async (headers: Record<string, string>) =>
  (await world.get('/api/auth/session', headers)).body.session !== null

test('a wallet sees its open sessions, newest first, and which of them asks', async () => {
  const account = fresh()
  const first = await signIn(world.base, account)
  const cookie = await browser(account)
  const last = await signIn(world.base, account)
  await world.wallet()
  const sessions = await sessionsOf(first)
  expect(sessions.map(({ delivery, current }) => [delivery, current])).toEqual([
    ['bearer', false],
    ['cookie', false],
    ['bearer', true],
  ])
  for (const session of sessions) {
    expect(Object.keys(session).sort()).toEqual(['createdAt', 'current', 'delivery', 'expiresAt', 'id'])
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(SEVEN_DAYS * 1000)
  }
  expect((await sessionsOf(last)).map(({ current }) => current)).toEqual([true, false, false])
  const byCookie = await world.get(LIST, { cookie })
  expect(byCookie.body.sessions.map(({ current }: Json) => current)).toEqual([false, true, false])
  expect(byCookie.headers.get('cache-control')).toBe('no-store')
  expect(byCookie.headers.get('access-control-allow-origin')).toBeNull()
})

test('neither a token nor its hash stands in the list', async () => {
  const wallet = await world.wallet()
  const { rows } = await world.sql.query('SELECT "tokenHash" FROM "Session" WHERE wallet = $1', [wallet.address])
  const { text } = await wallet.get(LIST)
  expect(text).not.toContain(wallet.token)
  expect(text).not.toContain(rows[0].tokenHash)
})

test('sessions that ended are not listed: signed out, revoked or over', async () => {
  const account = fresh()
  const [out, revoked, kept] = [
    await signIn(world.base, account),
    await signIn(world.base, account),
    await signIn(world.base, account),
  ]
  await out.post('/api/v1/auth/signout')
  const [own] = (await sessionsOf(revoked)).filter(({ current }) => current)
  await kept.post(revoke(own.id))
  expect((await sessionsOf(kept)).map(({ current }) => current)).toEqual([true])
  world.setClock(SEVEN_DAYS - 60)
  const late = await signIn(world.base, account)
  world.setClock(SEVEN_DAYS + 1)
  expect(await sessionsOf(late)).toHaveLength(1)
})

test('the list has pages', async () => {
  const account = fresh()
  const actors: Actor[] = []
  for (let count = 0; count < 5; count++) actors.push(await signIn(world.base, account))
  const [first] = actors
  if (!first) throw new Error('There are five.')
  const whole = await sessionsOf(first)
  const seen: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await first.get(`${LIST}?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...body.sessions)
    cursor = body.nextCursor
  }
  expect(seen).toEqual(whole)
  expectRefused(await first.get(`${LIST}?cursor=x`), 400, 'cursor')
})

test('one session is revoked, a browser’s or a token’s, and the others live', async () => {
  const account = fresh()
  const cookie = await browser(account)
  const [asking, other] = [await signIn(world.base, account), await signIn(world.base, account)]
  const [ofOther, ofAsking, ofCookie] = await sessionsOf(asking)
  const done = await asking.post(revoke(ofCookie.id))
  expect([done.status, done.body]).toEqual([201, { revoked: 1 }])
  expect(done.headers.get('set-cookie')).toBeNull()
  expect([await isOpen({ cookie }), await isOpen(other.authorization)]).toEqual([false, true])
  expect((await asking.post(revoke(ofOther.id))).status).toBe(201)
  expect(await isOpen(other.authorization)).toBe(false)
  expect((await asking.post(revoke(ofAsking.id))).status, 'it can be the one that asks').toBe(201)
  expectRefused(await asking.get(LIST), 401)
})

test('what another wallet’s session is called helps nobody: 404, and it lives', async () => {
  const [wallet, stranger] = [await world.wallet(), await world.wallet()]
  const [own] = await sessionsOf(wallet)
  for (const id of [own.id, UNKNOWN_ID, 'nothing', '%00']) expectRefused(await stranger.post(revoke(id)), 404)
  expect(await isOpen(wallet.authorization)).toBe(true)
})

test('a session that has ended is 404; a repetition with the same key is the first answer', async () => {
  const account = fresh()
  const [asking, other] = [await signIn(world.base, account), await signIn(world.base, account)]
  const [of] = (await sessionsOf(other)).filter(({ current }) => current)
  const key = randomUUID()
  const first = await asking.post(revoke(of.id), {}, { key })
  const again = await asking.post(revoke(of.id), {}, { key })
  expect([first.status, again.status, again.text]).toEqual([201, 200, first.text])
  expectRefused(await asking.post(revoke(of.id)), 404)
})

test('all sessions are revoked at once, the one that asks too, and the cookie is taken back', async () => {
  const account = fresh()
  const cookie = await browser(account)
  const other = await signIn(world.base, account)
  const stranger = await world.wallet()
  const key = randomUUID()
  const done = await world.send('POST', REVOKE_ALL, {}, { headers: { cookie }, key })
  expect([done.status, done.body]).toEqual([201, { revoked: 2 }])
  expect(done.headers.get('set-cookie')).toMatch(/^svc_session=;.*Max-Age=0/)
  expect([await isOpen({ cookie }), await isOpen(other.authorization)]).toEqual([false, false])
  expect(await isOpen(stranger.authorization)).toBe(true)
  expectRefused(await world.send('POST', REVOKE_ALL, {}, { headers: { cookie }, key }), 401)
})

test('with all sessions the address of the wallet’s private feeds ends, and no other’s', async () => {
  const { walletOfFeed } = await import('@/lib/feeds/private-feed')
  const account = fresh()
  const [asking, stranger] = [await signIn(world.base, account), await world.wallet()]
  const feedsOf = async (actor: Actor): Promise<string> => {
    expect((await actor.post('/api/v1/private-feed', {})).status).toBe(201)
    return /feeds\/([^/]+)/.exec((await actor.get('/api/v1/private-feed')).body.privateFeed.news)?.[1] ?? ''
  }
  const [own, strangers] = [await feedsOf(asking), await feedsOf(stranger)]
  expect((await asking.post(revoke((await sessionsOf(await signIn(world.base, account)))[0]?.id))).status).toBe(201)
  expect(await walletOfFeed(own), 'one session leaves it').toBe(account.address)
  expect((await asking.post(REVOKE_ALL)).body).toEqual({ revoked: 1 })
  expect([await walletOfFeed(own), await walletOfFeed(strangers)]).toEqual([null, stranger.address])
  const again = await signIn(world.base, account)
  expect((await again.get('/api/v1/private-feed')).body).toEqual({ privateFeed: null })
})

test('another site’s page can revoke nothing, and a refused call takes no cookie', async () => {
  const cookie = await browser()
  const refused = await world.send('POST', REVOKE_ALL, {}, { headers: { cookie, origin: 'https://evil.example' } })
  expectRefused(refused, 403)
  expect(refused.headers.get('set-cookie')).toBeNull()
  expect(await isOpen({ cookie })).toBe(true)
})

test('an Authorization header of another scheme is not ours: the cookie counts', async () => {
  const cookie = await browser()
  for (const authorization of ['Basic b3BlcmF0b3I6c2VjcmV0', 'Digest username="a"', 'Bearerish x', ''])
    expect(await isOpen({ cookie, authorization }), authorization).toBe(true)
  for (const authorization of ['Bearer', 'Bearer x', `bearer ${'A'.repeat(43)}`, `BEARER  ${'A'.repeat(43)} x`])
    expect(await isOpen({ cookie, authorization }), authorization).toBe(false)
})
