import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commitmentBody,
  evidenceBody,
  fundingBody,
  projectBody,
  decisionBody as reviewBody,
} from '@/tests/api/legacy/project-story'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { countFlights } from '@/tests/support/flights'
import {
  awaitingChallenge,
  challengeBody,
  conversionBody,
  decidedChallenge,
  decisionBody,
  draftChallenge,
  missionBody,
  proofBody,
  provenMission,
  seedMission,
  verifiedChallenge,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// docs/performance.md: a write takes three round trips to the database: session, limits and key; what it reads and locks;
// what it writes. One that reads nothing takes two, the second step of a signature one more. A hot read takes one.
const WRITE_FLIGHTS = 3
const BLIND_WRITE_FLIGHTS = 2
const SECOND_STEP_FLIGHTS = 4

let world: World
let flights: () => number
let owner: Actor
let contributor: Actor
let verifier: Actor

beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
  contributor = await world.wallet()
  verifier = await world.verifier()
  flights = countFlights()
})
afterAll(() => world.close())

/** Sends one request and counts what it took. */
async function counted(send: () => Promise<Reply>): Promise<{ reply: Reply; trips: number }> {
  flights()
  const reply = await send()
  return { reply, trips: flights() }
}

async function expectWrite(send: () => Promise<Reply>, flightsMax = WRITE_FLIGHTS, status = 201): Promise<Json> {
  const { reply, trips } = await counted(send)
  expect(reply.status, reply.text).toBe(status)
  expect(trips).toBeGreaterThan(1)
  expect(trips).toBeLessThanOrEqual(flightsMax)
  return reply.body
}

async function expectSigned(path: string, body: unknown): Promise<void> {
  const { nonce, message } = await expectWrite(() => verifier.post(path, body), WRITE_FLIGHTS, 200)
  const signature = await verifier.account.signMessage({ message })
  await expectWrite(() => verifier.post(path, { nonce, signature }), SECOND_STEP_FLIGHTS)
}

test('creating a challenge and cancelling it', async () => {
  const { challenge } = await expectWrite(() => owner.post('/api/v1/challenges', challengeBody()), BLIND_WRITE_FLIGHTS)
  await expectWrite(() => owner.post(`/api/v1/challenges/${challenge.id}/cancel`, { reason: 'No longer asked.' }))
})

test('recording a response link', async () => {
  const { id } = await draftChallenge(owner)
  const link = { side: 'A', url: 'https://example.org/a' }
  await expectWrite(() => contributor.post(`/api/v1/challenges/${id}/submissions`, link))
  await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Done with it.' })
})

test('submitting a decision', async () => {
  const other = await world.wallet()
  const { id } = await awaitingChallenge(world, other)
  await expectWrite(() => other.post(`/api/v1/challenges/${id}/decision`, decisionBody))
})

test('both steps of verifying a decision', async () => {
  const { id } = await decidedChallenge(world, await world.wallet())
  await expectSigned(`/api/v1/challenges/${id}/verify-decision`, { verdict: 'approve', explanation: 'It says so.' })
})

test('converting a challenge', async () => {
  const other = await world.wallet()
  const { id } = await verifiedChallenge(world, other, verifier)
  await expectWrite(() => other.post(`/api/v1/challenges/${id}/convert`, conversionBody()))
})

test('publishing and claiming a mission, and submitting proof', async () => {
  const { mission } = await expectWrite(() => owner.post('/api/v1/missions', missionBody()), BLIND_WRITE_FLIGHTS)
  await expectWrite(() => contributor.post(`/api/v1/missions/${mission.id}/claim`))
  await expectWrite(() => contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody))
})

test('both steps of reviewing a proof', async () => {
  const { proof } = await provenMission(owner, contributor)
  await expectSigned(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })
})

test('completing a mission and recording a payment', async () => {
  const { id } = await verifiedMission(owner, contributor, verifier)
  const outcome = { outcome: 'completed', statement: 'Done.' }
  await expectWrite(() => owner.post(`/api/v1/missions/${id}/complete`, outcome))
  const payment = { chainId: '1', txHash: `0x${'7c'.repeat(32)}` }
  await expectWrite(() => owner.post(`/api/v1/missions/${id}/payment`, payment))
})

test('everything that is added to a project', async () => {
  const { project } = await expectWrite(() => owner.post('/api/projects', projectBody()))
  const path = (part: string) => `/api/projects/${project.id}/${part}`
  await expectWrite(() => contributor.post(path('commitments'), commitmentBody()))
  await expectWrite(() => contributor.post(path('decisions'), reviewBody()))
  await expectWrite(() => contributor.post(path('funding'), fundingBody()))
  await expectWrite(() => contributor.post(path('evidence'), evidenceBody()))
  const added = { title: 'One more page', required: false }
  const { milestone } = await expectWrite(() => owner.post(path('milestones'), added))
  await expectWrite(() => owner.patch(path(`milestones/${milestone.id}`), { status: 'Delivered' }))
  await expectWrite(() => owner.post(path('outcome'), { outcome: 'failed', statement: 'It ends.' }))
})

test('a battle and its responses', async () => {
  const asker = await world.wallet()
  const { battle } = await expectWrite(() => asker.post('/api/battles', challengeBody()), BLIND_WRITE_FLIGHTS)
  const link = { side: 'A', url: 'https://example.org/a' }
  await expectWrite(() => contributor.post(`/api/battles/${battle.id}/responses`, link))
})

test('both steps of a signed decision on a project', async () => {
  const { id } = await seedMission(owner)
  const path = `/api/projects/${id}/verifications`
  const body = { verdict: 'approve', reason: 'It is there.' }
  const { nonce, message } = await expectWrite(() => verifier.post(`${path}/prepare`, body), WRITE_FLIGHTS, 200)
  const signature = await verifier.account.signMessage({ message })
  await expectWrite(() => verifier.post(path, { nonce, signature }), SECOND_STEP_FLIGHTS)
})

test('checking a transaction of a project again', async () => {
  const { id } = await seedMission(owner)
  const funding = { transactionUrl: 'https://example.org/tx', chainId: '1', txHash: `0x${'5d'.repeat(32)}` }
  const { fundingRecord } = (await owner.post(`/api/projects/${id}/funding`, funding)).body
  const body = { recordType: 'funding', recordId: fundingRecord.id }
  await expectWrite(() => contributor.post(`/api/projects/${id}/tx-checks`, body), 4)
})

test('marking notifications as read', async () => {
  await expectWrite(() => owner.post('/api/v1/notifications/read', { all: true }), BLIND_WRITE_FLIGHTS)
})

test('a hot read takes one round trip, one more for views that are new or have changed', async () => {
  const { id } = await seedMission(owner)
  const asker = await world.wallet()
  const challenge = await draftChallenge(asker)
  const lists = [
    '/api/v1/challenges',
    '/api/v1/missions?state=SEED',
    '/api/v1/challenges?q=a',
    '/api/projects?state=SEED',
    '/api/v1/review',
    '/api/v1/receipts',
  ]
  const records = [`/api/v1/challenges/${challenge.id}`, `/api/v1/missions/${id}`, `/api/projects/${id}`]
  for (const path of [...lists, ...records, `/api/v1/rewards/wallet/${owner.address}`]) {
    await world.get(path)
    const { reply, trips } = await counted(() => world.get(path))
    expect(reply.status).toBe(200)
    expect(trips, path).toBe(1)
  }
  await asker.post(`/api/v1/challenges/${challenge.id}/submissions`, { side: 'A', url: 'https://example.org/a' })
  for (const path of ['/api/v1/challenges', `/api/v1/challenges/${challenge.id}`]) {
    const { reply, trips } = await counted(() => world.get(path))
    expect(reply.text, path).toContain('https://example.org/a')
    expect(trips, path).toBe(2)
  }
})
