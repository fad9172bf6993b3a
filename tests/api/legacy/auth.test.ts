import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Reply } from '@/tests/support/client'
import { adminAccount, verifierAccounts } from '@/tests/support/environment'
import { challengeBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// One implementation with /api/v1/auth, which has the long list of hostile signatures: here stands what is different, and
// that nothing else is.

const EARLIER = '/api/auth'
const LATER = '/api/v1/auth'
const TEN_MINUTES = 600

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const fresh = () => privateKeyToAccount(generatePrivateKey())

async function signedAt(at: string, account: PrivateKeyAccount) {
  const { status, body, text } = await world.send('POST', `${at}/challenge`, { address: account.address, chainId: 1 })
  expect(status, text).toBe(201)
  return { nonce: body.nonce, signature: await account.signMessage({ message: body.message }) }
}

const verify = (body: unknown, at = EARLIER) => world.send('POST', `${at}/verify`, body)
const cookieOf = (reply: Reply) => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const session = async (cookie: string) => (await world.get(`${EARLIER}/session`, { cookie })).body

async function signedIn(account = fresh()): Promise<{ account: PrivateKeyAccount; cookie: string; reply: Reply }> {
  const reply = await verify(await signedAt(EARLIER, account))
  expect(reply.status, reply.text).toBe(201)
  return { account, cookie: cookieOf(reply), reply }
}

test('the message is the EIP-4361 message of the versioned interface', async () => {
  const account = fresh()
  const { body } = await world.send('POST', `${EARLIER}/challenge`, { address: account.address, chainId: 8453 })
  expect(Object.keys(body)).toEqual(['nonce', 'message', 'expiresAt'])
  const { host, origin } = new URL(world.base)
  expect(parseSiweMessage(body.message)).toMatchObject({
    address: account.address,
    chainId: 8453,
    domain: host,
    uri: origin,
    nonce: body.nonce,
  })
})

test('a good signature sets the session cookie, and the answer holds no token', async () => {
  const { account, reply } = await signedIn()
  expect(reply.body).toEqual({
    address: account.address,
    isAdmin: false,
    isVerifier: false,
    expiresAt: expect.any(String),
  })
  expect(reply.headers.get('set-cookie')).toMatch(
    /^svc_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
  )
  const { rows } = await world.sql.query('SELECT delivery FROM "Session" WHERE wallet = $1', [account.address])
  expect(rows).toEqual([{ delivery: 'cookie' }])
})

test.each(['bearer', 'cookie', 'anything', 5, null])(
  'a delivery of %j is not asked for: it is the cookie',
  async (delivery) => {
    const reply = await verify({ ...(await signedAt(EARLIER, fresh())), delivery })
    expect([reply.status, 'token' in reply.body]).toEqual([201, false])
    expect(cookieOf(reply)).toMatch(/^svc_session=./)
  },
)

test.each([
  ['a verifier', verifierAccounts[0], { isAdmin: false, isVerifier: true }],
  ['a moderator', adminAccount, { isAdmin: true, isVerifier: false }],
  ['any other wallet', fresh(), { isAdmin: false, isVerifier: false }],
])('the session of %s tells its roles', async (_who, account, roles) => {
  if (!account) throw new Error('There is such a wallet.')
  const { cookie, reply } = await signedIn(account)
  expect(reply.body).toMatchObject(roles)
  expect(await session(cookie)).toEqual({ session: reply.body })
})

test('without a session there is null', async () => {
  for (const cookie of ['', 'svc_session=', 'svc_session=Fe26.2*1*forged', 'other=1'])
    expect(await session(cookie)).toEqual({ session: null })
})

test('the session writes on both surfaces, and a nonce of either is good at the other', async () => {
  for (const [asked, opened] of [
    [EARLIER, LATER],
    [LATER, EARLIER],
  ] as const) {
    const reply = await verify(await signedAt(asked, fresh()), opened)
    expect(reply.status, reply.text).toBe(201)
    const headers = { cookie: cookieOf(reply) }
    for (const path of ['/api/battles', '/api/v1/challenges'])
      expect((await world.send('POST', path, challengeBody(), { headers })).status, path).toBe(201)
  }
})

test('signing out revokes the session everywhere and takes the cookie away', async () => {
  const { cookie } = await signedIn()
  const reply = await world.send('POST', `${EARLIER}/signout`, {}, { headers: { cookie } })
  expect([reply.status, reply.body]).toEqual([200, { signedOut: true }])
  expect(reply.headers.get('set-cookie')).toMatch(/^svc_session=; .*Max-Age=0/)
  expect(await session(cookie)).toEqual({ session: null })
  expectRefused(await world.send('POST', '/api/battles', challengeBody(), { headers: { cookie } }), 401)
  expectRefused(await world.send('POST', `${EARLIER}/signout`, {}, { headers: { cookie } }), 401)
  expectRefused(await world.send('POST', `${EARLIER}/signout`), 401)
})

describe('refusals', () => {
  test('fields are named', async () => {
    const good = await signedAt(EARLIER, fresh())
    const ask = (body: unknown) => world.send('POST', `${EARLIER}/challenge`, body)
    expectRefused(await ask({ chainId: 1 }), 400, 'address')
    expectRefused(await ask({ address: '0x12', chainId: 1 }), 400, 'address')
    expectRefused(await ask({ address: fresh().address }), 400, 'chainId')
    expectRefused(await ask({ address: fresh().address, chainId: '1' }), 400, 'chainId')
    expectRefused(await verify({ nonce: good.nonce }), 400, 'signature')
    expectRefused(await verify({ signature: good.signature }), 400, 'nonce')
    expectRefused(await verify({ ...good, signature: '0x12' }), 400, 'signature')
    expect((await verify(good)).status).toBe(201)
  })

  test('an unknown nonce and another wallet’s signature are 401, and burn nothing', async () => {
    const account = fresh()
    const good = await signedAt(EARLIER, account)
    expectRefused(await verify({ ...good, nonce: 'n0ncen0ncen0nce0' }), 401)
    const { body } = await world.send('POST', `${EARLIER}/challenge`, { address: account.address, chainId: 1 })
    const signature = await fresh().signMessage({ message: body.message })
    const refused = await verify({ nonce: body.nonce, signature })
    expectRefused(refused, 401)
    expect(refused.headers.get('set-cookie')).toBeNull()
    expect((await verify(good)).status).toBe(201)
  })

  test('a used nonce is 409, also at the other surface, and an expired one 410', async () => {
    const good = await signedAt(EARLIER, fresh())
    expect((await verify(good)).status).toBe(201)
    expectRefused(await verify(good), 409)
    expectRefused(await verify(good, LATER), 409)
    const late = await signedAt(EARLIER, fresh())
    world.setClock(TEN_MINUTES + 1)
    expectRefused(await verify(late), 410)
  })

  test('of racing verifies at both surfaces one wins', async () => {
    const good = await signedAt(EARLIER, fresh())
    const lock = 'SELECT 1 FROM "SigningNonce" WHERE nonce = $1 FOR UPDATE'
    const replies = await allAtOnce(world, { lock, values: [good.nonce], waiting: 4 }, () =>
      [EARLIER, LATER, EARLIER, LATER].map((at) => verify(good, at)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('another site is 403', async () => {
    const headers = { origin: 'https://evil.example' }
    for (const call of ['challenge', 'verify', 'signout'])
      expectRefused(await world.send('POST', `${EARLIER}/${call}`, {}, { headers }), 403)
  })
})
