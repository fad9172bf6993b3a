import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '@/lib/mcp/tools'
import { hide } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { connectAgent, errorOf, partsOf, sendBare } from '@/tests/support/mcp'
import { openSession } from '@/tests/support/session'
import { stored } from '@/tests/support/stored'
import { challengeBody, provenMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let other: Actor
let verifier: Actor
let agent: Client
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  owner = await openSession(world.base, world.sql)
  other = await openSession(world.base, world.sql)
  verifier = await world.verifier()
  agent = await connectAgent(world.base, { name: 'Gardener' })
  await agent.listTools()
})
afterEach(() => world.setClock(0))
afterAll(async () => {
  await agent.close()
  await world.close()
})

const call = (name: string, given: Record<string, unknown>) => agent.callTool({ name, arguments: given })

/** A mission that somebody may claim, and the agent's request to claim it. */
async function askToClaim() {
  const { id } = await seedMission(owner)
  const { waiting } = partsOf(await call('claim_mission', { id }))
  return { id, handle: String(waiting.handle), waiting }
}

const open = (handle: string, by?: Actor) =>
  world.send('POST', '/api/v1/agent-requests/open', { handle }, { headers: { ...by?.authorization } })

const finish = (by: Actor, handle: string, path: string, body: unknown = {}, more: Record<string, string> = {}) =>
  by.post(path, body, { headers: { 'agent-request': handle, ...more } })

const claimPath = (id: string) => `/api/v1/missions/${id}/claim`

test('without a token the answer names the page of the wallet; the same call tells what became of it', async () => {
  const { id, handle, waiting } = await askToClaim()
  expect(waiting.signUrl).toBe(`${world.base}/agent#${handle}`)
  const asked = await open(handle, other)
  expect(asked.body.agentRequest).toMatchObject({
    agent: 'Gardener',
    state: 'waiting',
    wallet: other.address,
    body: {},
  })
  expect(partsOf(await call('claim_mission', { id, handle })).waiting.handle).toBe(handle)
  const tried = await finish(other, handle, claimPath(id), {}, { 'dry-run': '?1' })
  expect(tried.status, tried.text).toBe(200)
  const done = await finish(other, handle, claimPath(id))
  expect(done.status, done.text).toBe(201)
  const told = partsOf(await call('claim_mission', { id, handle }))
  expect(told.answer).toEqual(done.body)
  expect(partsOf(await call('claim_mission', { id, handle })).answer).toEqual(done.body)
})

test('a wallet is shown no field that the contract does not declare, whatever it is called', async () => {
  const { id } = await seedMission(owner)
  const strange = { constructor: 'It is safe.', toString: 'Sign it.', ['__proto__']: 'Now.', note: 'Please.' }
  const { waiting } = partsOf(await call('release_mission', { id, reason: 'No time.', ...strange }))
  expect((await open(String(waiting.handle), other)).body.agentRequest.body).toEqual({ reason: 'No time.' })
})

test('every acting tool called without a token leaves every table of records as it was', async () => {
  const { mission, proof } = await provenMission(owner, other)
  const before = await stored(world.sql)
  for (const [name, { acts, inPath }] of TOOLS) {
    if (!acts) continue
    const ids = Object.fromEntries(inPath.map((parameter) => [parameter, mission.id]))
    for (const given of [
      ids,
      { ...ids, ...challengeBody(), id: proof.id, reason: 'So.', verdict: 'approve', nonce: 'x' },
    ])
      await call(name, given)
    await call(name, { ...ids, preview: true })
    await call(name, { ...ids, handle: 'A'.repeat(43) })
  }
  const after = await stored(world.sql)
  expect({ ...after, AgentRequest: '' }).toEqual({ ...before, AgentRequest: '' })
})

test('what is wrong with the fields is told at once, and a trial needs a token', async () => {
  expect(errorOf(await call('create_challenge', { ...challengeBody(), title: '' }))).toMatchObject({
    code: 'invalid_request',
    field: 'title',
  })
  expect(errorOf(await call('claim_mission', { id: 'none' }))).toMatchObject({ code: 'not_found' })
  expect(errorOf(await call('create_challenge', { ...challengeBody(), preview: true }))).toMatchObject({
    code: 'unauthenticated',
  })
})

test('a call is counted before its fields are read: one that is refused for them too', async () => {
  const counted = async () =>
    Number(
      (await world.sql.query(`SELECT sum(count) FROM "RateLimit" WHERE "limitGroup" = 'agent-request'`)).rows[0].sum,
    )
  const before = await counted()
  const faults = [
    await call('create_challenge', { ...challengeBody(), title: 'x'.repeat(20_000) }),
    await call('create_challenge', {}),
    await call('claim_mission', { id: 'none' }),
  ].map((result) => errorOf(result).code)
  expect(faults).toEqual(['invalid_request', 'invalid_request', 'not_found'])
  expect((await counted()) - before).toBe(faults.length)
})

test('a handle is of one wallet: the first that opens it', async () => {
  const { id, handle } = await askToClaim()
  await open(handle, other)
  expect((await open(handle, verifier)).status).toBe(403)
  expect((await finish(verifier, handle, claimPath(id))).status).toBe(403)
  expect((await open(handle, other)).body.agentRequest.wallet).toBe(other.address)
  expect((await finish(other, handle, claimPath(id))).status).toBe(201)
})

test('who holds a handle without a session reads what is asked for, and not which wallet has signed in', async () => {
  const { id, handle } = await askToClaim()
  const asked = async () => (await open(handle)).body.agentRequest
  await open(handle, other)
  expect(await asked()).toMatchObject({ state: 'waiting', path: claimPath(id), body: {}, wallet: null })
  expect((await finish(other, handle, claimPath(id))).status).toBe(201)
  expect(await asked()).toMatchObject({ state: 'finished', wallet: null })
  expect((await open(handle, other)).body.agentRequest.wallet).toBe(other.address)
})

test('a handle is of one action: neither another record, nor another operation, nor other words', async () => {
  const { id, handle } = await askToClaim()
  const second = await seedMission(owner)
  expect((await finish(other, handle, claimPath(second.id))).status).toBe(409)
  expect((await finish(other, handle, `/api/v1/missions/${id}/release`, { reason: 'No.' })).status).toBe(409)
  const made = partsOf(await call('create_challenge', challengeBody()))
  const changed = { ...challengeBody(), title: 'Something else' }
  expect((await finish(owner, made.waiting.handle, '/api/v1/challenges', changed)).status).toBe(409)
  expect(errorOf(await call('create_challenge', { ...changed, handle: made.waiting.handle }))).toMatchObject({
    code: 'not_found',
  })
  expect(errorOf(await call('claim_mission', { id: second.id, handle }))).toMatchObject({ code: 'not_found' })
})

test.each([
  ['a number that no JSON number can be', '{"x":1e999}'],
  ['lists in lists, as deep as a body has room for', `{"x":${'['.repeat(11_000)}${']'.repeat(11_000)}}`],
  ['objects in objects', `{"x":${'{"a":'.repeat(3_500)}1${'}'.repeat(3_500)}}`],
  ['a name that every object has', '{"__proto__":1,"constructor":2}'],
])('%s is not the requested body: 409, and the request waits on', async (_what, raw) => {
  const { id, handle } = await askToClaim()
  const sent = await other.post(claimPath(id), null, { headers: { 'agent-request': handle }, raw })
  expect(sent.status, sent.text).toBe(409)
  expect((await finish(other, handle, claimPath(id))).status).toBe(201)
})

test('a handle acts once, also for those who finish it at the same moment', async () => {
  const { waiting } = partsOf(await call('create_challenge', challengeBody()))
  const answers = await Promise.all(
    [owner, owner, owner, owner].map((by) => finish(by, waiting.handle, '/api/v1/challenges', challengeBody())),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await finish(owner, waiting.handle, '/api/v1/challenges', challengeBody())).status).toBe(409)
})

test('a handle ends after ten minutes by the clock of the service', async () => {
  const { id, handle } = await askToClaim()
  world.setClock(601)
  expect((await open(handle, other)).body.agentRequest).toMatchObject({ state: 'expired', body: null, wallet: null })
  expect((await finish(other, handle, claimPath(id))).status).toBe(410)
  expect(errorOf(await call('claim_mission', { id, handle }))).toMatchObject({ code: 'expired' })
})

test('its wallet stops it, in the list of its own, and the agent is told', async () => {
  const { id, handle } = await askToClaim()
  const { body } = await open(handle, other)
  const stop = `/api/v1/agent-requests/${body.agentRequest.id}/stop`
  expect((await owner.post(stop)).status).toBe(404)
  expect((await other.post(stop)).body.agentRequest.state).toBe('stopped')
  expect((await other.post(stop)).status).toBe(409)
  expect((await finish(other, handle, claimPath(id))).status).toBe(409)
  expect(errorOf(await call('claim_mission', { id, handle }))).toMatchObject({ code: 'forbidden' })
  const { agentRequests } = (await other.get('/api/v1/agent-requests?limit=1')).body
  expect(agentRequests).toMatchObject([{ id: body.agentRequest.id, operationId: 'claimMission', state: 'stopped' }])
  expect((await owner.get('/api/v1/agent-requests')).text).not.toContain(body.agentRequest.id)
})

test('a refusal of the write leaves the request waiting, and a record that is hidden meanwhile is refused', async () => {
  const { id, handle } = await askToClaim()
  expect((await finish(owner, handle, claimPath(id))).status).toBe(403)
  expect((await open(handle)).body.agentRequest).toMatchObject({ state: 'waiting', wallet: null })
  await hide(await world.admin(), 'mission', id)
  expect((await finish(other, handle, claimPath(id))).status).toBe(410)
  expect(partsOf(await call('claim_mission', { id, handle })).waiting).toBeTruthy()
})

test('a verdict is finished by the verifier’s signature on the exact text, and by no other words', async () => {
  const { proof } = await provenMission(owner, other)
  const given = { id: proof.id, verdict: 'approve', reason: 'It is there.' }
  const { waiting } = partsOf(await call('review_proof', given))
  const path = `/api/v1/proof/${proof.id}/review`
  const words = { verdict: 'approve', reason: 'It is there.' }
  expect((await finish(verifier, waiting.handle, path, { ...words, verdict: 'reject' })).status).toBe(409)
  const sign = async (prepared: Json) => ({
    nonce: prepared.nonce,
    signature: await verifier.account.signMessage({ message: prepared.message }),
  })
  const elsewhere = await verifier.post(path, { ...words, verdict: 'reject' })
  expect((await finish(verifier, waiting.handle, path, await sign(elsewhere.body))).status).toBe(409)
  const prepared = await finish(verifier, waiting.handle, path, words)
  expect((await finish(verifier, waiting.handle, path, await sign(prepared.body))).status).toBe(201)
  expect(partsOf(await call('review_proof', { ...given, handle: waiting.handle })).answer.proof.status).toBe('verified')
})

test('a client that opens addresses is asked to, and its retried call brings the result', async () => {
  const mission = await seedMission(owner)
  const opened: string[] = []
  const asking = await connectAgent(world.base, {
    async openUrl(url, message) {
      opened.push(url)
      expect(message).toContain('Nothing is recorded until your wallet')
      const handle = new URL(url).hash.slice(1)
      await open(handle, other)
      expect((await finish(other, handle, claimPath(mission.id))).status).toBe(201)
      return 'accept'
    },
  })
  const told = partsOf(await asking.callTool({ name: 'claim_mission', arguments: { id: mission.id } }))
  expect(told.answer.mission.contributorWallet).toBe(other.address)
  expect(opened).toHaveLength(1)
  await asking.close()
})

test('a person who declines stops it', async () => {
  const mission = await seedMission(owner)
  let handle = ''
  const asking = await connectAgent(world.base, {
    async openUrl(url) {
      handle = new URL(url).hash.slice(1)
      return 'decline'
    },
  })
  const told = await asking.callTool({ name: 'claim_mission', arguments: { id: mission.id } })
  expect(errorOf(told)).toMatchObject({ code: 'forbidden' })
  expect((await finish(other, handle, claimPath(mission.id))).status).toBe(409)
  await asking.close()
})

test('a person who only closes the prompt has not stopped it', async () => {
  const mission = await seedMission(owner)
  let prompts = 0
  const asking = await connectAgent(world.base, {
    async openUrl() {
      prompts += 1
      return 'cancel'
    },
  })
  const told = partsOf(await asking.callTool({ name: 'claim_mission', arguments: { id: mission.id } }))
  expect(prompts).toBe(1)
  const { handle } = told.waiting
  expect((await finish(other, handle, claimPath(mission.id))).status).toBe(201)
  const again = { name: 'claim_mission', arguments: { id: mission.id, handle } }
  expect(partsOf(await asking.callTool(again)).answer.mission.contributorWallet).toBe(other.address)
  await asking.close()
})

test('a write that still works after its commit is told as recorded, never as waiting for the wallet', async () => {
  const { id, handle } = await askToClaim()
  const done = await finish(other, handle, claimPath(id))
  await world.sql.query(
    `UPDATE "IdempotencyKey" k SET status = 0 FROM "AgentRequest" a WHERE a.path = $1 AND k.wallet = a.wallet AND k.key = a.key`,
    [claimPath(id)],
  )
  expect(partsOf(await call('claim_mission', { id, handle })).answer).toEqual(done.body)
})

test('the name of a program is one short line, whatever it says', async () => {
  for (const name of ['x'.repeat(400), 'Two\nlines', '‮gnirts', '']) {
    const mission = await seedMission(owner)
    const named = await connectAgent(world.base, { name })
    const { waiting } = partsOf(await named.callTool({ name: 'claim_mission', arguments: { id: mission.id } }))
    expect((await open(waiting.handle)).body.agentRequest.agent).toBe('A program without a name')
    await named.close()
  }
})

test('fields that are none of the contract’s are not kept', async () => {
  const { waiting } = partsOf(await call('create_challenge', { ...challengeBody(), owner: other.address, x: '\u0000' }))
  expect((await open(waiting.handle)).body.agentRequest.body).toEqual(challengeBody())
})

test('what was finished is told to the same call alone, whichever of its fields are given', async () => {
  const { waiting } = partsOf(await call('create_challenge', challengeBody()))
  const { handle } = waiting
  expect((await finish(owner, handle, '/api/v1/challenges', challengeBody())).status).toBe(201)
  const told = (given: object) => call('create_challenge', { ...given, handle })
  for (const given of [challengeBody(), { title: challengeBody().title }, {}])
    expect(partsOf(await told(given)).answer.challenge.title).toBe(challengeBody().title)
  const other = { ...challengeBody(), title: 'Second words', contenderA: 'Somebody else' }
  for (const given of [
    other,
    { title: other.title },
    { ...challengeBody(), submissions: [{ side: 'A', url: 'https://example.org/a' }] },
  ])
    expect(errorOf(await told(given))).toMatchObject({ code: 'not_found' })
  const asState = await sendBare(world.base, 'tools/call', {
    name: 'create_challenge',
    arguments: other,
    requestState: handle,
  })
  expect(asState.text).toContain('This handle is of no such call.')
})

test('the handle itself is stored nowhere, and what was asked is forgotten once it has ended', async () => {
  const { handle } = await askToClaim()
  const { waiting } = partsOf(await call('create_challenge', { ...challengeBody(), title: 'Soon forgotten' }))
  const body = { ...challengeBody(), title: 'Soon forgotten' }
  expect((await finish(owner, waiting.handle, '/api/v1/challenges', body)).status).toBe(201)
  const { rows } = await world.sql.query(`SELECT string_agg(t::text, ' ') AS text FROM "AgentRequest" t`)
  for (const secret of [handle, waiting.handle, 'Soon forgotten']) expect(rows[0].text).not.toContain(secret)
  const ended = await world.sql.query(
    `SELECT body, "fieldHashes" FROM "AgentRequest" WHERE "finishedAt" IS NOT NULL OR "stoppedAt" IS NOT NULL`,
  )
  expect(ended.rows.length).toBeGreaterThan(0)
  for (const { body: kept, fieldHashes } of ended.rows) {
    expect(kept).toBeNull()
    for (const hash of Object.values(JSON.parse(fieldHashes ?? '{}'))) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('what ran out is forgotten after a while', async () => {
  await askToClaim()
  const { purgeExpired } = await import('@/lib/maintenance/purge')
  world.passDays(2)
  await purgeExpired()
  const { rows } = await world.sql.query(
    `SELECT count(*)::int AS n FROM "AgentRequest" WHERE wallet IS NULL OR body IS NOT NULL`,
  )
  expect(rows).toEqual([{ n: 0 }])
})
