import { createHash } from 'node:crypto'
import { sealData } from 'iron-session'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, proveWallet, signIn } from '@/tests/support/client'
import { adminAccount, verifierAccounts } from '@/tests/support/environment'
import { request } from '@/tests/support/request'
import { missionBody, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'
import { whileNobodyWrites } from '@/tests/support/write-turns'

const SESSION = '/api/auth/session'
const SEVEN_DAYS = 7 * 86_400

let world: World
let verifiers: string | undefined
let admins: string | undefined
beforeAll(async () => {
  world = await openWorld()
  verifiers = process.env.VERIFIER_WALLETS
  admins = process.env.ADMIN_WALLETS
})
afterEach(() => {
  world.setClock(0)
  process.env.VERIFIER_WALLETS = verifiers
  process.env.ADMIN_WALLETS = admins
})
afterAll(() => world.close())

/** Signs in as a browser does. @returns the cookie as the browser sends it back, and the whole answer. */
async function signInByCookie(account = privateKeyToAccount(generatePrivateKey())) {
  const reply = await proveWallet((path, body) => world.send('POST', path, body), account)
  expect(reply.status, reply.text).toBe(201)
  const setCookie = reply.headers.get('set-cookie') ?? ''
  return { account, reply, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

const session = (headers: Record<string, string>) => world.get(SESSION, headers)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a browser receives an HttpOnly, SameSite=Lax cookie for seven days and no token', async () => {
  const { reply, setCookie } = await signInByCookie()
  const [pair = '', ...attributes] = setCookie.split('; ')
  expect(pair).toMatch(/^svc_session=[^;,\s"]{20,}$/)
  expect(attributes.map((attribute) => attribute.toLowerCase()).sort()).toEqual([
    'httponly',
    `max-age=${SEVEN_DAYS}`,
    'path=/',
    'samesite=lax',
  ])
  expect(reply.body).not.toHaveProperty('token')
})

test('the cookie carries writes, and they belong to its wallet', async () => {
  const { account, cookie } = await signInByCookie()
  const { status, body } = await world.send('POST', '/api/v1/missions', missionBody(), { headers: { cookie } })
  expect(status).toBe(201)
  expect(body.mission.owner).toBe(account.address)
})

test('the bearer token carries writes, and they belong to its wallet', async () => {
  const wallet = await world.wallet()
  expect((await seedMission(wallet)).owner).toBe(wallet.address)
})

test('the session read shows the wallet, its roles and the end of the session', async () => {
  const { account, reply, cookie } = await signInByCookie()
  const { status, body } = await session({ cookie: `theme=dark; ${cookie}; x=1` })
  expect(status).toBe(200)
  expect(body).toEqual({
    session: { address: account.address, isAdmin: false, isVerifier: false, expiresAt: reply.body.expiresAt },
  })
})

test('without a credential the session is null, for anybody', async () => {
  const { status, body, headers } = await session({})
  expect({ status, body }).toEqual({ status: 200, body: { session: null } })
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('access-control-allow-origin'), 'what depends on a cookie is given to no other site').toBeNull()
})

test('a credential that is not ours is no session, and no error', async () => {
  const { cookie } = await signInByCookie()
  const value = cookie.slice('svc_session='.length)
  const forged = await sealData(
    { token: 'A'.repeat(43) },
    { password: 'another secret that is long enough to seal with', ttl: SEVEN_DAYS },
  )
  const sealed = await sealData(
    { token: 'A'.repeat(43) },
    { password: process.env.SESSION_SECRET ?? '', ttl: SEVEN_DAYS },
  )
  const broken = value.replace(/.(.{20})$/, (last, rest) => (last.startsWith('A') ? 'B' : 'A') + rest)
  for (const text of ['', 'garbage', 'Fe26.2*1*x', forged, sealed, broken, '%00', value.slice(0, -1)]) {
    expect((await session({ cookie: `svc_session=${text}` })).body, text).toEqual({ session: null })
  }
  for (const authorization of ['Bearer', 'Bearer ', `Bearer ${'A'.repeat(43)}`, `Basic ${value}`, 'Bearer a b', '']) {
    expect((await session({ authorization })).body, authorization).toEqual({ session: null })
  }
})

test('two different session cookies in one request are no session, whichever comes first', async () => {
  const [own, tossed] = [await signInByCookie(), await signInByCookie()]
  for (const cookie of [`${tossed.cookie}; ${own.cookie}`, `${own.cookie}; theme=dark; ${tossed.cookie}`]) {
    expect((await session({ cookie })).body, cookie).toEqual({ session: null })
    expectRefused(await world.send('POST', '/api/v1/missions', missionBody(), { headers: { cookie } }), 401)
  }
  expect((await session({ cookie: `${own.cookie}; ${own.cookie}` })).body.session.address).toBe(own.account.address)
})

test('an Authorization header that is no good is not made good by a cookie', async () => {
  const { cookie } = await signInByCookie()
  for (const space of [' ', '\t', ' \t '])
    expect((await session({ cookie, authorization: `Bearer${space}${'A'.repeat(43)}` })).body).toEqual({
      session: null,
    })
})

test('a write without a session is refused', async () => {
  expectRefused(await world.send('POST', '/api/v1/missions', missionBody()), 401)
  expectRefused(await world.send('POST', '/api/v1/missions', missionBody(), { headers: bearer('A'.repeat(43)) }), 401)
})

test('a token is stored only as its SHA-256: the database holds it nowhere', async () => {
  const wallet = await world.wallet()
  await seedMission(wallet)
  const { cookie } = await signInByCookie()
  const { rows } = await world.sql.query('SELECT "tokenHash" FROM "Session" WHERE wallet = $1', [wallet.address])
  expect(rows).toEqual([{ tokenHash: createHash('sha256').update(wallet.token).digest('hex') }])
  const tables = await world.sql.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  for (const { tablename } of tables.rows) {
    for (const secret of [wallet.token, cookie.slice('svc_session='.length)]) {
      const found = await world.sql.query(`SELECT 1 FROM "${tablename}" t WHERE strpos(t::text, $1) > 0`, [secret])
      expect(found.rowCount, tablename).toBe(0)
    }
  }
})

test('a session lasts seven days and ends with them', async () => {
  const wallet = await world.wallet()
  world.setClock(SEVEN_DAYS - 60)
  expect((await session(wallet.authorization)).body.session).toMatchObject({ address: wallet.address })
  world.setClock(SEVEN_DAYS + 1)
  expect((await session(wallet.authorization)).body).toEqual({ session: null })
  expectRefused(await wallet.post('/api/v1/missions', missionBody()), 401)
})

test("signing out ends the session: a copied cookie dies with it, the wallet's other session lives", async () => {
  const { account, cookie } = await signInByCookie()
  const other = await signIn(world.base, account)
  expect((await session({ cookie })).body.session, 'it was open, and is remembered').not.toBeNull()

  const out = await world.send('POST', '/api/v1/auth/signout', {}, { headers: { cookie } })
  expect({ status: out.status, body: out.body }).toEqual({ status: 200, body: { signedOut: true } })
  expect(out.headers.get('set-cookie')).toMatch(/^svc_session=;.*Max-Age=0/)

  expect((await session({ cookie })).body).toEqual({ session: null })
  expectRefused(await world.send('POST', '/api/v1/missions', missionBody(), { headers: { cookie } }), 401)
  expect((await session(other.authorization)).body.session).toMatchObject({ address: account.address })
})

test('signing out needs a session, also the second time', async () => {
  const wallet = await world.wallet()
  expectRefused(await world.send('POST', '/api/v1/auth/signout'), 401)
  expect((await wallet.post('/api/v1/auth/signout')).status).toBe(200)
  expectRefused(await wallet.post('/api/v1/auth/signout'), 401)
})

test('signing out of what was never a session takes no turn to write from others', async () => {
  const options = { headers: bearer('A'.repeat(43)) }
  await whileNobodyWrites(async () => {
    expectRefused(await world.send('POST', '/api/v1/auth/signout', {}, options), 401)
  })
})

test.for(['/api/v1/auth/signout', '/api/auth/signout'])(
  '%s names no payload: it needs neither a body nor its type',
  async (path) => {
    for (const type of [undefined, 'application/json', 'application/x-www-form-urlencoded']) {
      const headers = { ...(await world.wallet()).authorization, ...(type ? { 'content-type': type } : {}) }
      const asked = async (body = '') => (await request(world.base, { method: 'POST', path, headers, body })).status
      if (type !== 'application/json') expect(await asked('a=1')).toBe(415)
      else expect(await asked('[]')).toBe(400)
      expect(await asked()).toBe(200)
      expect(await asked()).toBe(401)
    }
  },
)

test("another site's page cannot sign anybody out", async () => {
  const { cookie } = await signInByCookie()
  expectRefused(
    await world.send('POST', '/api/v1/auth/signout', {}, { headers: { cookie, origin: 'https://evil.example' } }),
    403,
  )
  expect((await session({ cookie })).body.session).not.toBeNull()
})

async function rolesOf(actor: Actor): Promise<unknown> {
  const { isAdmin, isVerifier } = (await session(actor.authorization)).body.session
  return { isAdmin, isVerifier }
}

test('the allowlists give the roles, in verify and in the session', async () => {
  const [verifier, admin] = [await signInByCookie(verifierAccounts[0]), await signInByCookie(adminAccount)]
  expect(verifier.reply.body).toMatchObject({ isAdmin: false, isVerifier: true })
  expect(admin.reply.body).toMatchObject({ isAdmin: true, isVerifier: false })
  expect(await rolesOf(await world.verifier())).toEqual({ isAdmin: false, isVerifier: true })
  expect(await rolesOf(await world.admin())).toEqual({ isAdmin: true, isVerifier: false })
})

test('roles are read at each request: a wallet that leaves or joins an allowlist changes at once', async () => {
  const [verifier, wallet] = [await world.verifier(), await world.wallet()]
  process.env.VERIFIER_WALLETS = wallet.address.toLowerCase()
  process.env.ADMIN_WALLETS = ` ${wallet.address} , ${verifier.address}`
  expect(await rolesOf(verifier)).toEqual({ isAdmin: true, isVerifier: false })
  expect(await rolesOf(wallet)).toEqual({ isAdmin: true, isVerifier: true })
  process.env.VERIFIER_WALLETS = ''
  expect(await rolesOf(wallet)).toEqual({ isAdmin: true, isVerifier: false })
})
