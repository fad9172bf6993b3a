import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import type { Actor } from '@/tests/support/client'
import { type Response, request } from '@/tests/support/request'
import { openSession, openSessions } from '@/tests/support/session'
import { missionBody } from '@/tests/support/story'
import { exampleBody, jsonHeaders, named, pathOf, writes } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const HOUR = 3600

// The limits of docs/interface.md#limits, word for word: per wallet, and the window in seconds.
const LIMITS: Record<string, { most: number; window: number }> = {
  'sign-in': { most: 12, window: 600 },
  write: { most: 40, window: 600 },
  'project-creation': { most: 6, window: 3600 },
  verifier: { most: 80, window: 600 },
  onchain: { most: 12, window: 600 },
  platform: { most: 30, window: 600 },
  'muse-link': { most: 10, window: 3600 },
}

let world: World
let hoursOn = 0
let offset = 0
let network = 0
/** When the window of the test began. */
let beganMs = 0
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1 })
})
afterAll(() => world.close())
beforeEach(() => startWindow())

/** Puts the clock to the first second of a new hour, so that every window has just begun and is nobody's yet. */
function startWindow(): void {
  beganMs = Date.now()
  hoursOn += 3
  offset = hoursOn * HOUR + HOUR - (Math.floor(Date.now() / 1000) % HOUR)
  world.setClock(offset)
}

/** Moves the clock on. */
function pass(seconds: number): void {
  offset += seconds
  world.setClock(offset)
}

/** An address of loopback that no other test calls from: a network of its own. */
function newNetwork(): string {
  network += 1
  return `127.0.${Math.floor(network / 200) + 1}.${(network % 200) + 2}`
}

const limitOf = (endpoint: Endpoint) => LIMITS[endpoint.limit ?? ''] ?? { most: 0, window: 0 }

/** A request that is counted and then refused for its body: counting does not depend on what becomes of it. */
const ask = (
  endpoint: Endpoint,
  wallet: Actor,
  from: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  request(world.base, {
    method: endpoint.method,
    path: pathOf(endpoint),
    headers: { ...wallet.authorization, ...jsonHeaders(), ...headers },
    body: '{',
    from,
  })

async function askTimes(times: number, endpoint: Endpoint, wallet: Actor, from: string): Promise<number[]> {
  const answers: Response[] = []
  for (let left = times; left > 0; left -= 20) {
    answers.push(...(await Promise.all(Array.from({ length: Math.min(left, 20) }, () => ask(endpoint, wallet, from)))))
  }
  return [...new Set(answers.map((answer) => answer.status))]
}

function expectLimited(answer: Response, by: string, seconds: number): void {
  expect([answer.status, answer.body.error.code, answer.body.error.field], answer.text).toEqual([
    429,
    'rate_limited',
    null,
  ])
  expect(answer.body.error.message).toContain(`from this ${by}`)
  const wait = Number(answer.headers['retry-after'])
  // However long the test has taken so far, that much of the window is over.
  expect(wait).toBeGreaterThanOrEqual(seconds - Math.ceil((Date.now() - beganMs) / 1000) - 1)
  expect(wait).toBeLessThanOrEqual(seconds)
}

test('every counted endpoint counts in a group of the interface', () => {
  // Beyond the interface, and counted by network alone: the search, and signatures for sign-in.
  const beyond = ['search', 'sign-in-signature']
  const counted = contracts.filter(({ limit }) => limit && !beyond.includes(limit))
  for (const { operationId, limit } of counted) expect(Object.keys(LIMITS), operationId).toContain(limit)
})

test('a network searches 120 times in ten minutes, whoever is signed in, and other networks search on', async () => {
  const wallet = await openSession(world.base, world.sql)
  const search = (from: string, headers = {}) =>
    request(world.base, { method: 'GET', path: '/api/v1/search?q=shelf', headers, from })
  const from = newNetwork()
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => search(from)))
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  }
  expectLimited(await search(from), 'network', 600)
  expectLimited(await search(from, wallet.authorization), 'network', 600)
  expect((await search(newNetwork())).status).toBe(200)
  pass(600)
  expect((await search(from)).status).toBe(200)
})

test('missions are created in a group of their own, verifiers’ words in theirs, everything else in writes', () => {
  const groups = Object.fromEntries(writes.map((endpoint) => [endpoint.operationId, endpoint.limit]))
  expect(groups).toMatchObject({
    createMission: 'project-creation',
    verifyDecision: 'verifier',
    reviewProof: 'verifier',
    prepareVerification: 'verifier',
    recordVerification: 'verifier',
    recheckTransaction: 'onchain',
    createBattle: 'write',
    createChallenge: 'write',
    claimMission: 'write',
  })
})

describe.each(named(writes))('%s', (_name, endpoint) => {
  const { most, window } = limitOf(endpoint)

  test(`lets a wallet through ${most} times in ${window / 60} minutes, whatever comes of it, and tells what is left`, async () => {
    const [wallet, from] = [await openSession(world.base, world.sql), newNetwork()]
    const first = await ask(endpoint, wallet, from)
    const name = endpoint.limit
    expect(first.headers['ratelimit-policy']).toBe(
      `"${name}-wallet";q=${most};w=${window}, "${name}-network";q=${most * 2};w=${window}`,
    )
    expect(first.headers['ratelimit']).toMatch(
      new RegExp(`^"${name}-wallet";r=${most - 1};t=\\d+, "${name}-network";r=${most * 2 - 1};t=\\d+$`),
    )
    expect(await askTimes(most - 1, endpoint, wallet, from)).not.toContain(429)
    const refused = await ask(endpoint, wallet, from)
    expectLimited(refused, 'wallet', window)
    expect(refused.headers['ratelimit']).toMatch(
      new RegExp(`^"${name}-wallet";r=0;t=\\d+, "${name}-network";r=${most - 1};t=\\d+$`),
    )
  })
})

const shared = writes.filter(({ limitOfModerator }) => limitOfModerator)

test('whatever a moderator does where others share the endpoint counts as a verifier’s words', async () => {
  expect(shared.map(({ operationId, limitOfModerator }) => [operationId, limitOfModerator])).toEqual([
    ['rejectProposal', 'verifier'],
    ['unlinkMuse', 'verifier'],
  ])
  const [admin, from] = [await world.admin(), newNetwork()]
  const { most, window } = LIMITS['verifier'] ?? { most: 0, window: 0 }
  for (const [place, endpoint] of shared.entries()) {
    const { headers } = await ask(endpoint, admin, from)
    expect(headers['ratelimit-policy']).toBe(
      `"verifier-wallet";q=${most};w=${window}, "verifier-network";q=${most * 2};w=${window}`,
    )
    expect(headers['ratelimit']).toContain(`"verifier-wallet";r=${most - 1 - place};`)
  }
  const [unlink] = shared.slice(-1)
  if (!unlink) throw new Error('There is one.')
  expect(await askTimes(most - shared.length, unlink, admin, from)).not.toContain(429)
  for (const endpoint of shared) expectLimited(await ask(endpoint, admin, from), 'wallet', window)
  // The same network is another's with a count of their own, and the moderator's other writes count as before.
  expect((await ask(unlink, await openSession(world.base, world.sql), from)).headers['ratelimit']).toContain(
    '"muse-link-wallet";r=9;',
  )
  const claim = writes.find(({ operationId }) => operationId === 'claimMission')
  if (!claim) throw new Error('Nobody can claim.')
  expect((await ask(claim, admin, from)).headers['ratelimit']).toContain('"write-wallet";r=39;')
})

const groupRows = ['write', 'project-creation', 'verifier'].map((group) => {
  const endpoint = writes.find(({ limit }) => limit === group)
  if (!endpoint) throw new Error(`Nothing counts in ${group}.`)
  return [group, endpoint] as const
})

describe.each(groupRows)('the group %s', (_group, endpoint) => {
  const { most, window } = limitOf(endpoint)

  test('a network has twice a wallet’s limit, whichever wallets call from it', async () => {
    const [one, other, third] = await openSessions(world.base, world.sql, 3)
    const from = newNetwork()
    if (!one || !other || !third) throw new Error('There are three wallets.')
    for (const wallet of [one, other]) expect(await askTimes(most, endpoint, wallet, from)).not.toContain(429)
    expectLimited(await ask(endpoint, third, from), 'network', window)
    expect((await ask(endpoint, third, newNetwork())).status).not.toBe(429)
  })

  test('one wallet’s limit touches no other wallet, and follows it from network to network', async () => {
    const [one, other] = await openSessions(world.base, world.sql, 2)
    const from = newNetwork()
    if (!one || !other) throw new Error('There are two wallets.')
    await askTimes(most, endpoint, one, from)
    expectLimited(await ask(endpoint, one, newNetwork()), 'wallet', window)
    expect((await ask(endpoint, other, from)).status).not.toBe(429)
  })

  test('the next window begins anew, and not a second earlier', async () => {
    const [wallet, from] = [await openSession(world.base, world.sql), newNetwork()]
    await askTimes(most, endpoint, wallet, from)
    pass(window - 300)
    const answer = await ask(endpoint, wallet, from)
    expectLimited(answer, 'wallet', 300)
    pass(Number(answer.headers['retry-after']))
    expect((await ask(endpoint, wallet, from)).status).not.toBe(429)
  })
})

test('groups are counted apart', async () => {
  const [wallet, from] = [await openSession(world.base, world.sql), newNetwork()]
  for (const [, endpoint] of groupRows)
    expect(await askTimes(limitOf(endpoint).most, endpoint, wallet, from)).not.toContain(429)
  for (const [, endpoint] of groupRows) expect((await ask(endpoint, wallet, from)).status).toBe(429)
})

test('replays count too, and a limited replay is not given', async () => {
  const [wallet, from] = [await openSession(world.base, world.sql), newNetwork()]
  const headers = { ...wallet.authorization, ...jsonHeaders() }
  const publish = () =>
    request(world.base, {
      method: 'POST',
      path: '/api/v1/missions',
      headers,
      body: JSON.stringify(missionBody()),
      from,
    })
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) statuses.push((await publish()).status)
  expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 429])
})

test('a request without a session is not counted, nor is a read', async () => {
  const [wallet, from] = [await openSession(world.base, world.sql), newNetwork()]
  const [, endpoint] = groupRows[0] ?? []
  if (!endpoint) throw new Error('There is a group of writes.')
  for (let time = 0; time < 5; time++) {
    await ask(endpoint, wallet, from, { authorization: `Bearer ${'a'.repeat(43)}` })
    const read = await request(world.base, {
      method: 'GET',
      path: '/api/v1/challenges',
      headers: wallet.authorization,
      from,
    })
    expect([read.status, read.headers['ratelimit']]).toEqual([200, undefined])
  }
  expect((await ask(endpoint, wallet, from)).headers['ratelimit']).toContain('"write-wallet";r=39;')
})

test('a request refused for its Origin or its missing session counts for nobody', async () => {
  const [wallet, from] = [await openSession(world.base, world.sql), newNetwork()]
  const [, endpoint] = groupRows[0] ?? []
  if (!endpoint) throw new Error('There is a group of writes.')
  for (let time = 0; time < 50; time++)
    expect((await ask(endpoint, wallet, from, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask(endpoint, wallet, from)).headers['ratelimit']).toContain('"write-wallet";r=39;')
})

describe('sign-in challenges', () => {
  const [endpoint] = contracts.filter(({ operationId }) => operationId === 'createSignInChallenge')
  const address = () => privateKeyToAddress(generatePrivateKey())
  const challenge = (wallet: string, from: string, headers: Record<string, string> = {}) =>
    request(world.base, {
      method: 'POST',
      path: '/api/v1/auth/challenge',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...exampleBody(endpoint as Endpoint), address: wallet }),
      from,
    }) // the walk lists it

  async function statuses(times: number, wallet: () => string, from: string): Promise<number[]> {
    return (await Promise.all(Array.from({ length: times }, () => challenge(wallet(), from)))).map(
      (answer) => answer.status,
    )
  }

  test('are given 12 times per wallet and network, then 429', async () => {
    const [wallet, from] = [address(), newNetwork()]
    expect(await statuses(12, () => wallet, from)).toEqual(Array(12).fill(201))
    expectLimited(await challenge(wallet, from), 'wallet', 600)
    expectLimited(await challenge(wallet.toLowerCase(), from), 'wallet', 600)
  })

  test('nobody can lock another wallet out: from its own network it is let in', async () => {
    const [wallet, from] = [address(), newNetwork()]
    await statuses(13, () => wallet, from)
    expect((await challenge(wallet, newNetwork())).status).toBe(201)
  })

  test('are given 24 times per network, whichever wallets ask', async () => {
    const from = newNetwork()
    expect(await statuses(24, address, from)).toEqual(Array(24).fill(201))
    expectLimited(await challenge(address(), from), 'network', 600)
    expect((await challenge(address(), newNetwork())).status).toBe(201)
  })

  test('tell what is left, and begin anew with the next window', async () => {
    const [wallet, from] = [address(), newNetwork()]
    const first = await challenge(wallet, from)
    expect(first.headers['ratelimit-policy']).toBe('"sign-in-wallet";q=12;w=600, "sign-in-network";q=24;w=600')
    expect(first.headers['ratelimit']).toMatch(/^"sign-in-wallet";r=11;t=\d+, "sign-in-network";r=23;t=\d+$/)
    await statuses(12, () => wallet, from)
    pass(601)
    expect((await challenge(wallet, from)).status).toBe(201)
  })

  const signature = `0x${'11'.repeat(64)}1b`
  const prove = (from: string, body: object, path = '/api/v1/auth/verify') =>
    request(world.base, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      from,
    })

  test('are answered by signatures that are counted too, 240 per network and before one is looked at', async () => {
    const from = newNetwork()
    const made = await challenge(address(), from)
    const { nonce } = made.body
    const first = await prove(from, { nonce, signature })
    expect(first.status).toBe(401)
    expect(first.headers['ratelimit-policy']).toBe('"sign-in-signature-network";q=240;w=600')
    expect(first.headers['ratelimit']).toMatch(/^"sign-in-signature-network";r=239;t=\d+$/)
    const others = await Promise.all(
      Array.from({ length: 239 }, (_each, at) =>
        prove(from, at < 3 ? { nonce } : {}, at % 3 ? undefined : '/api/auth/verify'),
      ),
    )
    expect(others.map(({ status }) => status)).not.toContain(429)
    const tries = () =>
      world.sql.query('SELECT tries FROM "SigningNonce" WHERE nonce = $1', [nonce]).then(({ rows }) => rows[0].tries)
    const before = await tries()
    for (const path of ['/api/v1/auth/verify', '/api/auth/verify'])
      expectLimited(await prove(from, { nonce, signature }, path), 'network', 600)
    expect(await tries()).toBe(before)
    expect((await prove(newNetwork(), { nonce, signature })).status).toBe(401)
    expect((await challenge(address(), from)).status, 'challenges are counted apart').toBe(201)
  })

  test('end by a sign-out that is counted with them only where it is repeated: it proves by a write that it is done', async () => {
    const from = newNetwork()
    const ended = await openSession(world.base, world.sql)
    const signOut = (headers: Record<string, string>, path = '/api/v1/auth/signout') =>
      request(world.base, { method: 'POST', path, headers, from })
    expect((await signOut(ended.authorization)).status).toBe(200)
    for (let round = 0; round < 12; round += 1) {
      const again = Array.from({ length: 20 }, () => signOut(ended.authorization))
      expect(new Set((await Promise.all(again)).map(({ status }) => status))).toEqual(new Set([401]))
    }
    for (const path of ['/api/v1/auth/signout', '/api/auth/signout'])
      expectLimited(await signOut(ended.authorization, path), 'network', 600)
    // Whoever has a session ends it, whatever others of the network did.
    expect((await signOut((await openSession(world.base, world.sql)).authorization)).status).toBe(200)
    expect((await signOut({ authorization: `Bearer ${'A'.repeat(43)}` })).status).toBe(401)
  })

  test('refused signatures do not keep others of the same network from signing in', async () => {
    const from = newNetwork()
    for (let message = 0; message < 3; message++) {
      const { nonce } = (await challenge(address(), from)).body
      for (let tried = 0; tried < 10; tried++) expect((await prove(from, { nonce, signature })).status).toBe(401)
    }
    const account = privateKeyToAccount(generatePrivateKey())
    const { body } = await challenge(account.address, from)
    const proof = { nonce: body.nonce, signature: await account.signMessage({ message: body.message }) }
    expect((await prove(from, proof)).status).toBe(201)
  })

  test('a network can still sign in 24 times', async () => {
    const from = newNetwork()
    for (let time = 0; time < 24; time++) {
      const account = privateKeyToAccount(generatePrivateKey())
      const { body } = await challenge(account.address, from)
      const proof = { nonce: body.nonce, signature: await account.signMessage({ message: body.message }) }
      expect((await prove(from, proof)).status).toBe(201)
    }
  })

  test('count by the socket’s address, whatever a client writes into its headers', async () => {
    const from = newNetwork()
    await statuses(24, address, from)
    for (const name of [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
    ]) {
      const value = name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9'
      expect((await challenge(address(), from, { [name]: value })).status).toBe(429)
    }
  })
})
