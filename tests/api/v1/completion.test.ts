import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  claimedMission,
  completedMission,
  conversionBody,
  convertedMission,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const done = { outcome: 'completed', statement: 'Done, and well.' }
const two = {
  milestones: [
    { title: 'First page', required: true },
    { title: 'Second page', required: true },
  ],
}

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const complete = (id: string) => `/api/v1/missions/${id}/complete`
const read = async (id: string) => (await world.get(`/api/v1/missions/${id}`)).body.mission
const balance = async (wallet: string) => (await world.get(`/api/v1/rewards/wallet/${wallet}`)).body.balance

async function reviewed(verdict: string, over: object = {}): Promise<Json> {
  const { mission, proof } = await provenMission(owner, contributor, { ...over })
  const { status } = await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: 'Looked.' })
  expect(status).toBe(201)
  return mission
}

/** Every state that is not final, with the way to it. */
const RUNNING: Record<string, () => Promise<Json>> = {
  SEED: () => seedMission(owner),
  CLAIMED: () => claimedMission(owner, contributor),
  PROOF_SUBMITTED: async () => (await provenMission(owner, contributor)).mission,
  CHANGES_REQUESTED: () => reviewed('request-changes'),
  GROWING: () => reviewed('approve', two),
  VERIFIED: () => reviewed('approve'),
}
const states = Object.keys(RUNNING)

async function reach(state: string): Promise<string> {
  const { id } = (await RUNNING[state]?.()) ?? {}
  expect((await read(id)).state).toBe(state)
  return id
}

test('the owner completes a verified mission: it ends with a receipt and 20 Seeds for the contributor', async () => {
  const worker = await world.wallet()
  const { id } = await verifiedMission(owner, worker, verifier)
  const { status, body } = await owner.post(complete(id), done)
  expect(status).toBe(201)
  expect(body.mission).toMatchObject({ state: 'COMPLETED', outcome: 'completed', receiptId: body.receipt.id })
  expect(body.receipt).toMatchObject({ missionId: id, ...done, payments: [] })
  expect((await world.get(`/api/v1/receipts/${body.receipt.id}`)).body).toEqual({ receipt: body.receipt })
  expect(await balance(worker.address)).toBe(30)
  expect((await read(id)).history.slice(-2)).toMatchObject([
    {
      kind: 'outcome-recorded',
      actor: owner.address,
      from: 'VERIFIED',
      to: 'COMPLETED',
      data: { ...done, receiptId: body.receipt.id },
    },
    { kind: 'receipt-issued', actor: null, from: null, to: null, data: { contentHash: body.receipt.contentHash } },
  ])
})

test.each(states.filter((state) => state !== 'VERIFIED'))('a mission that is %s cannot be completed', async (state) => {
  const id = await reach(state)
  expectRefused(await owner.post(complete(id), done), 409)
  expect(await read(id)).toMatchObject({ state, outcome: null, receiptId: null })
})

test.each(
  states.flatMap((state) => [
    [state, 'failed', 'FAILED'],
    [state, 'abandoned', 'ABANDONED'],
  ]),
)('a mission that is %s can end as %s, with a receipt and no Seeds for it', async (state = '', outcome, final) => {
  const before = await balance(contributor.address)
  const id = await reach(state)
  const earned = (await balance(contributor.address)) - before
  const { status, body } = await owner.post(complete(id), { outcome, statement: 'So it ends.' })
  expect(status).toBe(201)
  expect(body.mission).toMatchObject({ state: final, outcome, receiptId: body.receipt.id })
  expect(body.receipt).toMatchObject({ outcome, statement: 'So it ends.' })
  expect((await read(id)).history.at(-2)).toMatchObject({ kind: 'outcome-recorded', from: state, to: final })
  expect(await balance(contributor.address)).toBe(before + earned)
})

test.each(['completed', 'failed', 'abandoned'])(
  'a mission that ended as %s keeps its outcome for ever',
  async (outcome) => {
    const id = await reach('VERIFIED')
    const first = await owner.post(complete(id), { outcome, statement: 'The first word.' })
    expect(first.status).toBe(201)
    for (const again of ['completed', 'failed', 'abandoned']) {
      expectRefused(await owner.post(complete(id), { outcome: again, statement: 'The second word.' }), 409)
    }
    expect(await read(id)).toMatchObject({ outcome, receiptId: first.body.receipt.id })
  },
)

test('of completions that race one is recorded and the others are a conflict', async () => {
  const worker = await world.wallet()
  const { id } = await verifiedMission(owner, worker, verifier)
  const replies = await Promise.all(
    ['completed', 'failed', 'abandoned', 'completed'].map((outcome) =>
      owner.post(complete(id), { outcome, statement: 'First!' }),
    ),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409])
  const { rowCount } = await world.sql.query('SELECT 1 FROM "Receipt" WHERE "missionId" = $1', [id])
  expect(rowCount).toBe(1)
  const won = replies.find((reply) => reply.status === 201)?.body.mission.outcome
  expect(await balance(worker.address)).toBe(won === 'completed' ? 30 : 10)
})

test.each<[string, object]>([
  ['outcome', { outcome: undefined }],
  ['outcome', { outcome: 'COMPLETED' }],
  ['outcome', { outcome: 'rejected' }],
  ['outcome', { outcome: 'expired' }],
  ['outcome', { outcome: null }],
  ['statement', { statement: undefined }],
  ['statement', { statement: ' ' }],
  ['statement', { statement: 'x'.repeat(4001) }],
])('an outcome is refused that names %s wrongly: %j', async (field, over) => {
  const { id } = await seedMission(owner)
  expectRefused(await owner.post(complete(id), { outcome: 'failed', statement: 'No.', ...over }), 400, field)
  expect((await read(id)).state).toBe('SEED')
})

test('an outcome needs a session, the owner and a mission that exists', async () => {
  const { id } = await verifiedMission(owner, contributor, verifier)
  expectRefused(await world.send('POST', complete(id), done), 401)
  for (const other of [contributor, verifier, await world.wallet(), await world.admin()])
    expectRefused(await other.post(complete(id), done), 403)
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await owner.post(complete(nowhere), done), 404)
})

test('a mission is completed without its optional milestones', async () => {
  const asker = await world.wallet()
  const mission = await convertedMission(world, asker, verifier, conversionBody())
  await contributor.post(`/api/v1/missions/${mission.id}/claim`)
  const { proof } = (
    await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, {
      kind: 'Link',
      url: 'https://example.org/',
      note: 'Here.',
    })
  ).body
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Yes.' })
  const { status, body } = await asker.post(complete(mission.id), done)
  expect(status).toBe(201)
  expect(body.mission.milestones).toMatchObject([
    { required: true, verified: true },
    { required: false, verified: false },
  ])
})

test('what ended cannot be claimed, proven or reviewed any more', async () => {
  const { mission } = await completedMission(owner, contributor, verifier)
  const { proofs } = await read(mission.id)
  expectRefused(await (await world.wallet()).post(`/api/v1/missions/${mission.id}/claim`), 409)
  const proof = { kind: 'Link', url: 'https://example.org/', note: 'Later.' }
  expectRefused(await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proof), 409)
  expectRefused(
    await verifier.post(`/api/v1/proof/${proofs[0].id}/review`, { verdict: 'reject', reason: 'Later.' }),
    409,
  )
})
