import { randomUUID } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { conversionBody, dayFromNow, decidedChallenge, decisionBody, verifiedChallenge } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const CHALLENGES = '/api/v1/challenges'
const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

let world: World
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  verifier = await world.verifier()
})
afterAll(() => world.close())

const convert = (id: string) => `${CHALLENGES}/${id}/convert`
const read = async (id: string) => (await world.get(`${CHALLENGES}/${id}`)).body.challenge
const missionsFrom = async (id: string) =>
  (await world.sql.query('SELECT id FROM "Mission" WHERE "challengeId" = $1', [id])).rowCount

test('a verified decision becomes a mission with the terms sent, the question asked and both sides', async () => {
  const owner = await world.wallet()
  const challenge = await verifiedChallenge(world, owner, verifier)
  const { status, body } = await owner.post(convert(challenge.id), conversionBody())
  expect(status).toBe(201)
  const { milestones, ...terms } = conversionBody()
  expect(body.mission).toMatchObject({
    ...terms,
    state: 'SEED',
    title: challenge.title,
    summary: challenge.prompt,
    approvalRule: 'Owner records the outcome',
    owner: owner.address,
    contributorWallet: null,
    bounty: null,
    outcome: null,
    receiptId: null,
    source: {
      challengeId: challenge.id,
      sourceUrl: null,
      decisionUrl: decisionBody.decisionUrl,
      chosenSide: { ...challenge.submissions.A, label: 'The short one' },
      otherSide: { ...challenge.submissions.B, label: 'The friendly one' },
    },
  })
  const [first, second] = milestones as object[]
  const pending = { id: expect.any(String), status: 'Pending', verified: false }
  expect(body.mission.milestones).toEqual([
    { ...pending, ...first, amount: null, position: 1 },
    { ...pending, ...second, position: 2 },
  ])
})

test('the challenge names its mission, and both histories tell of the conversion', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const { mission } = (await owner.post(convert(id), conversionBody())).body
  const challenge = await read(id)
  expect(challenge).toMatchObject({ state: 'CONVERTED_TO_MISSION', missionId: mission.id })
  expect(challenge.submissions.B).not.toBeNull()
  expect(challenge.history.at(-1)).toMatchObject({
    kind: 'converted',
    from: 'DECISION_VERIFIED',
    to: 'CONVERTED_TO_MISSION',
    data: { missionId: mission.id },
  })
  const { history } = (await world.get(`/api/v1/missions/${mission.id}`)).body.mission
  // What signs the mission's history binds the challenge's up to its conversion.
  const challengeHead = challenge.history.at(-1).hash
  expect(history).toMatchObject([{ kind: 'mission-created', to: 'SEED', data: { challengeId: id, challengeHead } }])
})

test('the other side stays the other side when B was chosen', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  await verifier.signed(`${CHALLENGES}/${id}/verify-decision`, { verdict: 'reject', explanation: 'It was B.' })
  await owner.post(`${CHALLENGES}/${id}/decision`, { ...decisionBody, side: 'B' })
  await verifier.signed(`${CHALLENGES}/${id}/verify-decision`, { verdict: 'approve', explanation: 'It was B.' })
  const { source } = (await owner.post(convert(id), conversionBody())).body.mission
  expect(source).toMatchObject({
    chosenSide: { side: 'B', label: 'The friendly one' },
    otherSide: { side: 'A', label: 'The short one' },
  })
})

test('a second conversion shows the mission even when its deadline could no longer be agreed', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, await world.verifier())
  const first = await owner.post(`/api/v1/challenges/${id}/convert`, conversionBody())
  const second = await owner.post(`/api/v1/challenges/${id}/convert`, conversionBody({ deadline: dayFromNow(-1) }))
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
})

test('a second conversion by the owner answers 200 with the same mission, whatever the key and the body', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const first = await owner.post(convert(id), conversionBody())
  const second = await owner.post(convert(id), conversionBody())
  expect(second.status).toBe(200)
  expect(second.headers.get('idempotency-replayed')).toBeNull()
  expect(second.body).toEqual(first.body)
  const third = await owner.post(convert(id), conversionBody({ deliverable: 'Something else.' }))
  expect({ status: third.status, body: third.body }).toEqual({ status: 200, body: first.body })
  expect(await missionsFrom(id)).toBe(1)
  expect((await read(id)).history.filter(({ kind }: { kind: string }) => kind === 'converted')).toHaveLength(1)
})

test('the same key replays the first answer byte for byte', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const key = randomUUID()
  const first = await owner.post(convert(id), conversionBody(), { key })
  const again = await owner.post(convert(id), conversionBody(), { key })
  expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: first.text })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test('conversions that race make one mission: one answers 201, the others 200 with the same', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const replies = await Promise.all([1, 2, 3].map(() => owner.post(convert(id), conversionBody())))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, 201])
  expect(new Set(replies.map((reply) => reply.body.mission.id)).size).toBe(1)
  expect(await missionsFrom(id)).toBe(1)
})

test('without milestones the mission gets one required milestone titled with the deliverable', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const { milestones } = (await owner.post(convert(id), conversionBody({ milestones: undefined }))).body.mission
  expect(milestones).toMatchObject([
    { title: 'The greeting, final and published.', required: true, amount: null, position: 1 },
  ])
})

test('a deliverable longer than a title is cut to one, on one line', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const deliverable = `First\nline\u0007 ${'🌱'.repeat(300)}`
  const { mission } = (await owner.post(convert(id), conversionBody({ deliverable, milestones: undefined }))).body
  expect(mission.deliverable).toBe(deliverable)
  const [{ title }] = mission.milestones
  expect([...title]).toHaveLength(140)
  expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  expect(title).toMatch(/^First line .*🌱$/u)
})

test('a designated contributor is kept, in EIP-55', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const { address } = privateKeyToAccount(generatePrivateKey())
  const { mission } = (await owner.post(convert(id), conversionBody({ contributorWallet: address.toLowerCase() }))).body
  expect(mission).toMatchObject({ state: 'SEED', contributorWallet: address })
})

const step = (over: object) => ({ milestones: [{ title: 'Draft is public', required: true, ...over }] })

test.each<[string, Record<string, unknown>]>([
  ['deliverable', { deliverable: undefined }],
  ['deliverable', { deliverable: ' ' }],
  ['deliverable', { deliverable: 'x'.repeat(4001) }],
  ['deadline', { deadline: undefined }],
  ['deadline', { deadline: '2030-02-30' }],
  ['deadline', { deadline: dayFromNow(-1) }],
  ['rewardTerms', { rewardTerms: undefined }],
  ['rewardTerms', { rewardTerms: '' }],
  ['rewardTerms', { rewardTerms: 'x'.repeat(4001) }],
  ['requiredProof', { requiredProof: undefined }],
  ['requiredProof', { requiredProof: 'x'.repeat(4001) }],
  ['milestones', { milestones: [] }],
  ['milestones', { milestones: {} }],
  ['milestones', step({ required: false })],
  ['milestones', { milestones: Array(21).fill({ title: 'One too many', required: true }) }],
  ['milestones.0', { milestones: ['Draft is public'] }],
  ['milestones.0.title', step({ title: undefined })],
  ['milestones.0.title', step({ title: 'ab' })],
  ['milestones.0.title', step({ title: 'x'.repeat(141) })],
  ['milestones.0.required', step({ required: undefined })],
  ['milestones.0.required', step({ required: 'true' })],
  ['milestones.0.amount', step({ amount: 12.5 })],
  ['milestones.0.amount', step({ amount: '-1' })],
  ['milestones.0.amount', step({ amount: '1e3' })],
  ['milestones.0.amount', step({ amount: '1.' })],
  ['milestones.0.amount', step({ amount: '1'.repeat(31) })],
  ['milestones.0.amount', step({ amount: `0.${'1'.repeat(19)}` })],
  ['contributorWallet', { contributorWallet: '0x1' }],
  ['contributorWallet', { contributorWallet: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }],
])('a conversion is refused that names %s wrongly: %j', async (field, over) => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  expectRefused(await owner.post(convert(id), conversionBody(over)), 400, field)
  expect((await read(id)).state).toBe('DECISION_VERIFIED')
})

test('the owner cannot designate themselves', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const body = conversionBody({ contributorWallet: owner.address.toLowerCase() })
  expectRefused(await owner.post(convert(id), body), 400, 'contributorWallet')
})

test('twenty milestones and the longest amount are accepted', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  const amount = `${'9'.repeat(30)}.${'9'.repeat(18)}`
  const milestones = Array.from({ length: 20 }, (_, index) => ({
    title: `Step ${index + 1}`,
    amount,
    required: index === 19,
  }))
  const { mission } = (await owner.post(convert(id), conversionBody({ milestones }))).body
  expect(mission.milestones.map(({ title }: { title: string }) => title)).toEqual(milestones.map(({ title }) => title))
  expect(mission.milestones[0].amount).toBe(amount)
})

test('a conversion needs a session, the owner and a challenge that exists', async () => {
  const { id } = await verifiedChallenge(world, await world.wallet(), verifier)
  expectRefused(await world.send('POST', convert(id), conversionBody()), 401)
  for (const stranger of [await world.wallet(), verifier, await world.admin()]) {
    expectRefused(await stranger.post(convert(id), conversionBody()), 403)
  }
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await verifier.post(convert(nowhere), conversionBody()), 404)
})

test('a stranger is refused also after the conversion: the 200 is for the owner alone', async () => {
  const owner = await world.wallet()
  const { id } = await verifiedChallenge(world, owner, verifier)
  await owner.post(convert(id), conversionBody())
  expectRefused(await (await world.wallet()).post(convert(id), conversionBody()), 403)
})

test('a decision that is not verified is not converted', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  expectRefused(await owner.post(convert(id), conversionBody()), 409)
  expect(await missionsFrom(id)).toBe(0)
})
