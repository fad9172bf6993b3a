import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EVENT_STREAMS_PER_NETWORK_MAX, RATE_LIMITS, WIDE_NETWORK_TIMES } from '@/lib/contract/limits'
import type { Actor } from '@/tests/support/client'
import { openProxiedFront } from '@/tests/support/proxied-front'
import { type Request, request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'
import { openWorld, type World } from '@/tests/support/world'

const KIB = 1024
const HOUR = 3600
/** What the service is scaled to, so that few requests reach a limit. */
const SCALE = 0.1
const UPLOAD_MAX = 1000 * KIB

let world: World
let front: Awaited<ReturnType<typeof openProxiedFront>>
let subnet = 0
let hours = 0
beforeAll(async () => {
  world = await openWorld({
    rateLimitScale: SCALE,
    environment: { EVIDENCE_NETWORK_BYTES_MAX: String(UPLOAD_MAX / SCALE) },
  })
  front = await openProxiedFront()
})
afterAll(async () => {
  await front.close()
  await world.close()
})

/** The first second of an hour, so that no window ends within a test. */
beforeEach(() => {
  hours += 2
  world.setClock(hours * HOUR - (Math.floor(Date.now() / 1000) % HOUR))
})

/** An address in a /64 of its own, in the /48 of a site. */
const addressIn = (site: string) => `2001:db8:${site}:${(++subnet).toString(16)}::1`
const from = (address: string, { headers, ...sent }: Request) =>
  request(front.base, { ...sent, headers: { ...headers, 'x-forwarded-for': address } })

const search: Request = { method: 'GET', path: '/api/v1/search?q=tree' }
const signIn = (wallet: Actor): Request => ({
  method: 'POST',
  path: '/api/v1/auth/challenge',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ address: wallet.address, chainId: 1 }),
})
const toVerify: Request = {
  method: 'POST',
  path: '/api/v1/auth/verify',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ nonce: 'a'.repeat(32), signature: `0x${'1'.repeat(130)}` }),
}

test.each([
  ['a sign-in challenge', signIn],
  ['an answer to one', () => toVerify],
])('%s counts by the /64 alone, so that nobody locks out those who share its /48', async (_, of) => {
  const sent = of(await openSession(world.base, world.sql))
  for (let count = 1; count <= RATE_LIMITS['sign-in'].networkMax * WIDE_NETWORK_TIMES * SCALE + 2; count++) {
    const answer = await from(addressIn('a2'), sent)
    expect(answer.status, `${count}: ${answer.text}`).not.toBe(429)
    expect(answer.headers.ratelimit).not.toContain('wide')
  }
})

test('a search counts by the /48 too: one request from each of very many networks is not without end', async () => {
  const wideMax = RATE_LIMITS.search.networkMax * WIDE_NETWORK_TIMES * SCALE
  for (let count = 1; count <= wideMax; count++) {
    const answer = await from(addressIn('a1'), search)
    expect(answer.status, `${count}: ${answer.text}`).toBe(200)
    expect(answer.headers.ratelimit).toContain(`-wide-network";r=${wideMax - count};`)
  }
  const refused = await from(addressIn('a1'), search)
  expect(refused.status).toBe(429)
  expect(refused.headers).toHaveProperty('retry-after')
  expect(refused.body.error.message).toContain('from this network')
  expect((await from(addressIn('a1f'), search)).status).toBe(200)
})

test('what exceeds the limit of one network takes nothing from those around it', async () => {
  const loud = addressIn('a4')
  const statuses: number[] = []
  for (let sent = 0; sent < 130; sent++) statuses.push((await from(loud, search)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(RATE_LIMITS.search.networkMax * SCALE)
  expect((await from(addressIn('a4'), search)).status).toBe(200)
})

test('what a /48 uploads in a day is limited', async () => {
  const owner = await openSession(world.base, world.sql)
  const contributor = await openSession(world.base, world.sql)
  const { id } = await claimedMission(owner, contributor)
  const statuses: number[] = []
  for (let uploads = 0; uploads < 10; uploads++) {
    // The wallet's writes have a limit of their own.
    await world.sql.query(`DELETE FROM "RateLimit" WHERE "limitGroup" = 'write'`)
    const headers = { 'x-forwarded-for': addressIn('b1') }
    const body = fileBody(Buffer.alloc(900 * KIB, 'w'))
    statuses.push((await sendUpload(front.base, contributor, id, body, { headers })).status)
  }
  expect(statuses).toEqual([...Array(8).fill(201), 429, 429])
})

test('of a /48 so many streams are open and no more', async () => {
  const gone = new AbortController()
  const open = (address: string) =>
    fetch(`${front.base}/api/v1/events/stream?since=now`, {
      headers: { 'x-forwarded-for': address },
      signal: gone.signal,
    })
  const most = WIDE_NETWORK_TIMES * EVENT_STREAMS_PER_NETWORK_MAX
  for (let opened = 0; opened < most; opened++) expect((await open(addressIn('c1'))).status).toBe(200)
  expect((await open(addressIn('c1'))).status).toBe(429)
  expect((await open(addressIn('c2'))).status).toBe(200)
  gone.abort()
})
