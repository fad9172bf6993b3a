import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Json, SendOptions } from '@/tests/support/client'
import { expectMoment } from '@/tests/support/moments'
import { openWorld, type World } from '@/tests/support/world'

const CHALLENGE = '/api/v1/auth/challenge'
const VERIFY = '/api/v1/auth/verify'
const TEN_MINUTES = 600
/** The order of secp256k1 (SEC 2, §2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const fresh = () => privateKeyToAccount(generatePrivateKey())
const ask = (body: unknown, options?: SendOptions) => world.send('POST', CHALLENGE, body, options)
const verify = (body: unknown, options?: SendOptions) => world.send('POST', VERIFY, body, options)

async function asked(account: PrivateKeyAccount): Promise<{ nonce: string; message: string; expiresAt: string }> {
  const reply = await ask({ address: account.address, chainId: 1 })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

async function signed(account = fresh()): Promise<{ account: PrivateKeyAccount; nonce: string; signature: Hex }> {
  const { nonce, message } = await asked(account)
  return { account, nonce, signature: await account.signMessage({ message }) }
}

const hex = (value: bigint) => value.toString(16).padStart(64, '0')
const parts = (signature: Hex) => ({
  r: signature.slice(2, 66),
  s: signature.slice(66, 130),
  v: Number.parseInt(signature.slice(130), 16),
})

/** The other spelling of the same signature: s mirrored at the curve's order, v flipped. It recovers to the same key. */
function highS(signature: Hex): Hex {
  const { r, s, v } = parts(signature)
  return `0x${r}${hex(ORDER - BigInt(`0x${s}`))}${v === 27 ? '1c' : '1b'}`
}

test('a wallet signs in with a signature and receives its roles and a bearer token', async () => {
  const { account, nonce, signature } = await signed()
  const before = Date.now()
  const { status, body, headers } = await verify({ nonce, signature, delivery: 'bearer' })
  expect(status).toBe(201)
  expect(body).toEqual({
    address: account.address,
    isAdmin: false,
    isVerifier: false,
    expiresAt: expect.any(String),
    token: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
  })
  expectMoment(body.expiresAt, before, 7 * 86_400_000)
  expect(headers.get('set-cookie')).toBeNull()
})

test('the sign-in message is EIP-4361: it names the site, the service, the purpose, the nonce and an expiry of ten minutes', async () => {
  const account = fresh()
  const { nonce, message, expiresAt } = await asked(account)
  const parsed = parseSiweMessage(message)
  const { host, origin } = new URL(world.base)
  expect(parsed).toMatchObject({ address: account.address, chainId: 1, domain: host, uri: origin, version: '1', nonce })
  expect(parsed.statement).toContain('Sign in to Trellis.')
  expect(parsed.expirationTime?.toISOString()).toBe(expiresAt)
  expect(Number(parsed.expirationTime) - Number(parsed.issuedAt)).toBe(TEN_MINUTES * 1000)
  expect(validateSiweMessage({ message: parsed, address: account.address, domain: host, nonce })).toBe(true)
})

test('the message is stored whole, and each request gets a nonce of its own', async () => {
  const account = fresh()
  const [first, second] = [await asked(account), await asked(account)]
  expect(first.nonce).not.toBe(second.nonce)
  const { rows } = await world.sql.query('SELECT message, wallet, purpose FROM "SigningNonce" WHERE nonce = $1', [
    first.nonce,
  ])
  expect(rows).toEqual([{ message: first.message, wallet: account.address, purpose: 'sign-in' }])
})

test.each([
  ['lower case', (address: string) => address.toLowerCase()],
  ['upper case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
  ['its EIP-55 checksum', (address: string) => address],
])('an address in %s signs in, and the message shows it in EIP-55', async (_name, spell) => {
  const account = fresh()
  const { status, body } = await ask({ address: spell(account.address), chainId: 1 })
  expect(status).toBe(201)
  expect(parseSiweMessage(body.message).address).toBe(account.address)
  const signature = await account.signMessage({ message: body.message })
  expect((await verify({ nonce: body.nonce, signature })).body.address).toBe(account.address)
})

test('a chain id that no provider is configured for is fine: it is only part of the text', async () => {
  const { status, body } = await ask({ address: fresh().address, chainId: 999_999_937 })
  expect(status).toBe(201)
  expect(parseSiweMessage(body.message).chainId).toBe(999_999_937)
})

test.each([0, -1, 1.5, '1', '0x1', null, undefined, true, 2 ** 53, [1], {}])(
  'a chain id of %j is refused',
  async (chainId) => {
    expectRefused(await ask({ address: fresh().address, chainId }), 400, 'chainId')
  },
)

const GOOD = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
test.each([
  ['a wrong checksum', GOOD.replace('d8dA', 'D8dA')],
  ['too few digits', GOOD.slice(0, -1)],
  ['too many digits', `${GOOD}0`],
  ['no 0x', GOOD.slice(2)],
  ['a digit that is none', GOOD.replace('d8', 'g8')],
  ['a name', 'vitalik.eth'],
  ['nothing', ''],
  ['a number', 5],
  ['null', null],
  ['a list', [GOOD]],
  ['no value', undefined],
])('an address with %s is refused', async (_name, address) => {
  expectRefused(await ask({ address, chainId: 1 }), 400, 'address')
})

test('verify refuses fields that are missing or malformed, and names them', async () => {
  const { nonce, signature } = await signed()
  const bad: [Json, string][] = [
    [{ signature }, 'nonce'],
    [{ nonce }, 'signature'],
    [{ nonce: '', signature }, 'nonce'],
    [{ nonce: 'n'.repeat(201), signature }, 'nonce'],
    [{ nonce: `${nonce}\n`, signature }, 'nonce'],
    [{ nonce: 5, signature }, 'nonce'],
    [{ nonce, signature: '0x' }, 'signature'],
    [{ nonce, signature: signature.slice(0, -2) }, 'signature'],
    [{ nonce, signature: `${signature}00` }, 'signature'],
    [{ nonce, signature: signature.slice(2) }, 'signature'],
    [{ nonce, signature: `${signature.slice(0, -1)}g` }, 'signature'],
    [{ nonce, signature: null }, 'signature'],
    [{ nonce, signature: { toString: 'x' } }, 'signature'],
    [{ nonce, signature, delivery: 'header' }, 'delivery'],
    [{ nonce, signature, delivery: null }, 'delivery'],
  ]
  for (const [body, field] of bad) expectRefused(await verify(body), 400, field)
  expect((await verify({ nonce, signature })).status, 'none of them used the nonce up').toBe(201)
})

test.each([null, 5, 'text', [], true])('a body that is the JSON value %j is refused', async (body) => {
  expectRefused(await ask(body, { raw: JSON.stringify(body) }), 400)
  expectRefused(await verify(body, { raw: JSON.stringify(body) }), 400)
})

test("another wallet's signature is refused, in words that also tell a smart account's why", async () => {
  const { nonce, message } = await asked(fresh())
  const refused = await verify({ nonce, signature: await fresh().signMessage({ message }) })
  expectRefused(refused, 401)
  expect(refused.body.error.message).toContain('not a smart account')
})

test('a signature of any other text is refused, even when it differs in one character', async () => {
  const account = fresh()
  const { nonce, message } = await asked(account)
  for (const other of [`${message} `, message.replace('Chain ID: 1', 'Chain ID: 2'), nonce, '']) {
    expectRefused(await verify({ nonce, signature: await account.signMessage({ message: other }) }), 401)
  }
})

test('a signature over another nonce of the same wallet is refused', async () => {
  const account = fresh()
  const [first, second] = [await asked(account), await asked(account)]
  expectRefused(
    await verify({ nonce: first.nonce, signature: await account.signMessage({ message: second.message }) }),
    401,
  )
})

test('the high-s twin of a good signature is refused: one signature has one spelling', async () => {
  const { nonce, signature } = await signed()
  expectRefused(await verify({ nonce, signature: highS(signature) }), 401)
})

test('a last byte other than 27, 28, 0 or 1 is refused', async () => {
  const { nonce, signature } = await signed()
  for (const v of ['02', '1a', '1d', '25', 'ff'])
    expectRefused(await verify({ nonce, signature: signature.slice(0, -2) + v }), 401)
})

test('a signature that recovers to nothing is refused', async () => {
  const { nonce, signature } = await signed()
  const { r, s } = parts(signature)
  const zero = '0'.repeat(64)
  const order = hex(ORDER)
  for (const text of [zero + s, r + zero, zero + zero, order + s, 'f'.repeat(64) + s]) {
    expectRefused(await verify({ nonce, signature: `0x${text}1b` }), 401)
  }
})

test('an unknown nonce is refused', async () => {
  const { signature } = await signed()
  for (const nonce of ['a'.repeat(48), 'short', 'not one of ours', 'n'.repeat(200)])
    expectRefused(await verify({ nonce, signature }), 401)
})

test('a refused signature does not burn the nonce', async () => {
  const { nonce, signature } = await signed()
  expectRefused(await verify({ nonce, signature: await fresh().signMessage({ message: 'something else' }) }), 401)
  expectRefused(await verify({ nonce, signature: highS(signature) }), 401)
  expect((await verify({ nonce, signature })).status).toBe(201)
})

test('a last byte of 0 or 1 means the same as 27 or 28', async () => {
  const { account, nonce, signature } = await signed()
  const spelled = signature.slice(0, -2) + (parts(signature).v === 27 ? '00' : '01')
  expect((await verify({ nonce, signature: spelled })).body.address).toBe(account.address)
})

test('a signature in upper-case hex is the same signature', async () => {
  const { account, nonce, signature } = await signed()
  expect((await verify({ nonce, signature: `0x${signature.slice(2).toUpperCase()}` })).body.address).toBe(
    account.address,
  )
})

test('a nonce is used once, however the signature is spelled the second time', async () => {
  const { nonce, signature } = await signed()
  expect((await verify({ nonce, signature })).status).toBe(201)
  const v = parts(signature).v === 27 ? '00' : '01'
  for (const again of [signature, `0x${signature.slice(2).toUpperCase()}`, signature.slice(0, -2) + v]) {
    expectRefused(await verify({ nonce, signature: again }), 409)
  }
})

test('of verifies that race with one nonce one opens a session and the others are a conflict', async () => {
  const { account, nonce, signature } = await signed()
  const lock = 'SELECT 1 FROM "SigningNonce" WHERE nonce = $1 FOR UPDATE'
  const replies = await allAtOnce(world, { lock, values: [nonce], waiting: 4 }, () =>
    [1, 2, 3, 4].map(() => verify({ nonce, signature })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409])
  const { rowCount } = await world.sql.query('SELECT 1 FROM "Session" WHERE wallet = $1', [account.address])
  expect(rowCount).toBe(1)
})

test('a nonce expires after ten minutes, and not a second before', async () => {
  const [late, early] = [await signed(), await signed()]
  world.setClock(TEN_MINUTES - 120)
  expect((await verify({ nonce: early.nonce, signature: early.signature })).status).toBe(201)
  world.setClock(TEN_MINUTES)
  expectRefused(await verify({ nonce: late.nonce, signature: late.signature }), 410)
})

test('a nonce that was used says so, also after it has expired', async () => {
  const { nonce, signature } = await signed()
  await verify({ nonce, signature })
  world.setClock(TEN_MINUTES + 1)
  expectRefused(await verify({ nonce, signature }), 409)
})

/** As if so many wrong signatures had been tried already. */
const triedBefore = (nonce: string, times: number) =>
  world.sql.query('UPDATE "SigningNonce" SET tries = $2 WHERE nonce = $1', [nonce, times])

test('99 wrong signatures leave a message usable', async () => {
  const { nonce, signature } = await signed()
  await triedBefore(nonce, 98)
  expectRefused(await verify({ nonce, signature: await fresh().signMessage({ message: 'something else' }) }), 401)
  expect((await verify({ nonce, signature })).status).toBe(201)
})

test('after a hundred wrong signatures, at once or in turn, a message is good for none; the next one is', async () => {
  const { account, nonce, signature } = await signed()
  await triedBefore(nonce, 90)
  const wrong = await fresh().signMessage({ message: 'something else' })
  const replies = await Promise.all(Array.from({ length: 20 }, () => verify({ nonce, signature: wrong })))
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(401))
  const tooMany = replies.filter(({ body }) => body.error.message.includes('Ask for a new one'))
  expect(tooMany, 'the other ten were looked at').toHaveLength(10)
  expectRefused(await verify({ nonce, signature }), 401)
  const next = await signed(account)
  expect((await verify({ nonce: next.nonce, signature: next.signature })).status).toBe(201)
})

test('a wallet in the body of verify signs nobody in', async () => {
  const victim = fresh()
  const { account, nonce, signature } = await signed()
  const { body } = await verify({ nonce, signature, address: victim.address, wallet: victim.address, isAdmin: true })
  expect(body).toMatchObject({ address: account.address, isAdmin: false })
})

test('verify ignores an Idempotency-Key and never hands a credential out again', async () => {
  const { nonce, signature } = await signed()
  const key = randomUUID()
  const first = await verify({ nonce, signature, delivery: 'bearer' }, { key })
  expect(first.status).toBe(201)
  const second = await verify({ nonce, signature, delivery: 'bearer' }, { key })
  expectRefused(second, 409)
  expect(second.headers.get('idempotency-replayed')).toBeNull()
  const { rowCount } = await world.sql.query('SELECT 1 FROM "IdempotencyKey" WHERE key = $1', [key])
  expect(rowCount).toBe(0)
})

test('the sign-in calls need no Idempotency-Key, and one that is malformed does not matter', async () => {
  const account = fresh()
  const post = (path: string, body: unknown) =>
    fetch(`${world.base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const response = await post(CHALLENGE, { address: account.address, chainId: 1 })
  expect(response.status).toBe(201)
  const { nonce, message }: Json = await response.json()
  const signature = await account.signMessage({ message })
  expect((await verify({ nonce, signature }, { key: 'x' })).status).toBe(201)
})

test("another site's page can neither ask nor verify", async () => {
  const { account, nonce, signature } = await signed()
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of elsewhere) {
    expectRefused(await ask({ address: account.address, chainId: 1 }, { headers }), 403)
    expectRefused(await verify({ nonce, signature }, { headers }), 403)
  }
  expect((await verify({ nonce, signature }, { headers: { origin: new URL(world.base).origin } })).status).toBe(201)
})
