import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { purgeExpired } from '@/lib/maintenance/purge'
import type { Actor, Json } from '@/tests/support/client'
import { connectAgent, errorOf, partsOf, sendBare } from '@/tests/support/mcp'
import { openSession } from '@/tests/support/session'
import { stored } from '@/tests/support/stored'
import { challengeBody, missionBody, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Models write `"true"` for true, numbers for texts and members in another order; programs repeat calls. None of it may record
// anything twice, or anything that was only to be tried.

const HOUR = 3600

let world: World
let owner: Actor
let other: Actor
/** Bears the owner's token. */
let agent: Client
/** Bears none. */
let guest: Client
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  owner = await openSession(world.base, world.sql)
  other = await openSession(world.base, world.sql)
  agent = await connectAgent(world.base, { token: owner.token })
  guest = await connectAgent(world.base)
  await Promise.all([agent.listTools(), guest.listTools()])
})
afterEach(() => world.setClock(0))
afterAll(async () => {
  await Promise.all([agent.close(), guest.close()])
  await world.close()
})

const call = (by: Client, name: string, given: Json) => by.callTool({ name, arguments: given })

/** The same fields, the last first. */
const reversed = (fields: Json): Json => Object.fromEntries(Object.entries(fields).reverse())

test.for(['true', 'false', 1, 'yes', {}])('a preview that is no plain no, %j, is only tried', async (preview) => {
  const before = await stored(world.sql)
  const tried = partsOf(await call(agent, 'create_challenge', { ...challengeBody(), preview }))
  expect(tried.preview).toMatchObject({ status: 201 })
  expect(await stored(world.sql)).toEqual(before)
})

test('a call without a wish for a preview is made', async () => {
  for (const wish of [{}, { preview: false }, { preview: null }])
    expect(
      partsOf(await call(agent, 'create_challenge', { ...challengeBody(), ...wish })).answer.challenge.id,
    ).toBeTruthy()
})

test('the same call with the same key acts once, in whatever order its fields stand, and whatever the key is', async () => {
  const milestone = { title: 'The shelf hangs', required: true }
  const fields = { ...missionBody(), milestones: [milestone] }
  const otherwise = { ...reversed(fields), milestones: [reversed(milestone)] }
  for (const idempotencyKey of ['of-this-intent', 12_345_678]) {
    const first = partsOf(await call(agent, 'create_mission', { ...fields, idempotencyKey })).answer
    expect(partsOf(await call(agent, 'create_mission', { idempotencyKey, ...otherwise })).answer).toEqual(first)
    const changed = { ...fields, title: 'Something else', idempotencyKey }
    expect(errorOf(await call(agent, 'create_mission', changed)).code).toBe('idempotency_key_reused')
  }
})

test('a handle stands for its call: in another order, and without the fields', async () => {
  const fields = challengeBody()
  const { handle } = partsOf(await call(guest, 'create_challenge', fields)).waiting
  for (const same of [reversed(fields), {}, { title: fields.title }])
    expect(partsOf(await call(guest, 'create_challenge', { ...same, handle })).waiting.handle).toBe(handle)
  for (const another of [{ title: 'Something else' }, { submissions: [] }])
    expect(errorOf(await call(guest, 'create_challenge', { ...another, handle })).code).toBe('not_found')
})

/** A mission that a wallet has claimed because a program without a token asked it to. */
async function claimedForGuest() {
  const { id } = await seedMission(owner)
  const { handle } = partsOf(await call(guest, 'claim_mission', { id })).waiting
  const done = await other.post(`/api/v1/missions/${id}/claim`, {}, { headers: { 'agent-request': handle } })
  expect(done.status, done.text).toBe(201)
  return { id, handle, answer: done.body }
}

test('a handle tells what became of it to an agent that has a token by now, and nothing is recorded again', async () => {
  const { id, handle, answer } = await claimedForGuest()
  const before = await stored(world.sql)
  expect(partsOf(await call(agent, 'claim_mission', { id, handle })).answer).toEqual(answer)
  expect(errorOf(await call(agent, 'create_challenge', { ...challengeBody(), handle })).code).toBe('not_found')
  expect(await stored(world.sql)).toEqual(before)
})

test('what a wallet has finished is told as recorded, also when its answer is not kept any longer', async () => {
  const { id, handle } = await claimedForGuest()
  world.setClock(72 * HOUR)
  await purgeExpired()
  const told = errorOf(await call(guest, 'claim_mission', { id, handle }))
  expect(told).toMatchObject({ code: 'expired', message: expect.stringContaining('it was recorded') })
})

test('what a wallet does later, with a key that it used before, is told to nobody by a handle', async () => {
  const { id } = await seedMission(owner)
  const { handle } = partsOf(await call(guest, 'claim_mission', { id })).waiting
  const key = 'of-every-second-day'
  const claim = `/api/v1/missions/${id}/claim`
  expect((await other.post(claim, {}, { key, headers: { 'agent-request': handle } })).status).toBe(201)
  world.setClock(72 * HOUR)
  await purgeExpired()
  const report = { recordType: 'mission', recordId: id, reason: 'For moderators alone.' }
  const later = await other.post('/api/moderation/reports', report, { key })
  expect(later.status, later.text).toBe(201)
  const told = await call(guest, 'claim_mission', { id, handle })
  expect(errorOf(told)).toMatchObject({ code: 'expired', message: expect.stringContaining('it was recorded') })
})

test('what no write may hold is refused before a person is asked', async () => {
  const before = await stored(world.sql)
  const large = {
    ...missionBody(),
    summary: '𝒲'.repeat(2_100),
    requiredProof: '𝒲'.repeat(2_100),
    rewardTerms: '𝒲'.repeat(2_100),
  }
  expect(errorOf(await call(guest, 'create_mission', large)).code).toBe('payload_too_large')
  expect(await stored(world.sql)).toEqual(before)
})

test('a message is told of like any other request: it has an id, and the one that a caller brings', async () => {
  const trace = 'c0ffee'.padEnd(32, '0')
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
  expect((await sendBare(world.base, 'tools/list', {}, headers)).headers['x-request-id']).toBe(trace)
  const refused = await sendBare(world.base, 'tools/list', {}, { ...headers, authorization: 'Bearer wrong' })
  expect([refused.status, refused.headers['x-request-id']]).toEqual([401, trace])
  expect((await sendBare(world.base, 'tools/list')).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
})
