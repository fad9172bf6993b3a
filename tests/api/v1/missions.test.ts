import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { PLATFORM } from '@/tests/support/environment'
import { dayFromNow, missionBody, provenMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const MISSIONS = '/api/v1/missions'
const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

/** docs/decisions.md#missions-milestones-proof, word for word. */
const VIEW = [
  'id',
  'state',
  'title',
  'summary',
  'deliverable',
  'definitionOfDone',
  'requiredProof',
  'rewardTerms',
  'approvalRule',
  'deadline',
  'owner',
  'contributorWallet',
  'source',
  'milestones',
  'bounty',
  'outcome',
  'recordedBy',
  'receiptId',
  'createdAt',
  'updatedAt',
]
const bounty = {
  bountyChainId: '8453',
  bountyTxHash: `0x${'AB'.repeat(32)}`,
  bountyAmount: '250.50',
  bountyCurrency: 'USDC',
}

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

const create = (body: unknown) => owner.post(MISSIONS, body)
const claim = (id: string) => `${MISSIONS}/${id}/claim`
const read = async (id: string) => (await world.get(`${MISSIONS}/${id}`)).body.mission

test('a signed-in wallet publishes a mission and owns it', async () => {
  const { status, body } = await create(missionBody())
  expect(status).toBe(201)
  const { id, createdAt, updatedAt, milestones, ...mission } = body.mission
  const { sourceUrl, milestones: sent, ...terms } = missionBody()
  expect(mission).toEqual({
    ...terms,
    state: 'SEED',
    deliverable: null,
    rewardTerms: null,
    owner: owner.address,
    contributorWallet: null,
    source: { challengeId: null, sourceUrl, decisionUrl: null, chosenSide: null, otherSide: null },
    bounty: null,
    outcome: null,
    recordedBy: null,
    receiptId: null,
  })
  expect(milestones).toEqual([
    {
      id: expect.any(String),
      position: 1,
      title: 'The page is public',
      amount: null,
      required: true,
      status: 'Pending',
      verified: false,
    },
  ])
  expect(createdAt).toBe(updatedAt)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test('the view has exactly the fields of the decisions; the single read adds proofs, Seeds, history and how many may judge', async () => {
  const made = await seedMission(owner)
  expect(Object.keys(made)).toEqual(VIEW)
  const record = await read(made.id)
  expect(Object.keys(record)).toEqual([...VIEW, 'proofs', 'files', 'seeds', 'history', 'eligibleVerifiers'])
  expect(record).toMatchObject({
    proofs: [],
    seeds: [],
    history: [{ seq: 1, kind: 'mission-created', actor: owner.address, from: null, to: 'SEED' }],
  })
  expect((await world.get(`${MISSIONS}?limit=1`)).body.missions).toEqual([made])
  expect((await world.get(`${MISSIONS}/${made.id}/milestones`)).body).toEqual({ milestones: made.milestones })
  expect((await world.get(`${MISSIONS}/${made.id}/proof`)).body).toEqual({ proofs: [] })
})

test('the optional terms are kept', async () => {
  const extra = { deliverable: 'One page.', rewardTerms: 'Thanks.', ...bounty }
  const { mission } = (await create(missionBody(extra))).body
  expect(mission).toMatchObject({ deliverable: 'One page.', rewardTerms: 'Thanks.' })
  expect(mission.bounty).toEqual({
    chainId: '8453',
    txHash: bounty.bountyTxHash.toLowerCase(),
    amount: '250.50',
    currency: 'USDC',
    check: {
      status: 'unavailable',
      chainId: '8453',
      txHash: bounty.bountyTxHash.toLowerCase(),
      blockNumber: null,
      from: null,
      to: null,
      value: null,
      checkedAt: null,
    },
  })
})

test('a bounty without a transaction has nothing to check, and a chain id may come as a number', async () => {
  const { mission } = (await create(missionBody({ bountyAmount: '1', bountyChainId: 8453 }))).body
  expect(mission.bounty).toMatchObject({
    chainId: '8453',
    txHash: null,
    amount: '1',
    currency: null,
    check: { status: 'not-applicable' },
  })
})

test('without milestones a mission gets one required milestone titled with the deliverable, else the title', async () => {
  const titleOf = async (over: object) =>
    (await create(missionBody({ milestones: undefined, ...over }))).body.mission.milestones
  expect(await titleOf({ deliverable: 'The guide.' })).toMatchObject([
    { title: 'The guide.', required: true, position: 1, amount: null },
  ])
  expect(await titleOf({})).toMatchObject([{ title: 'Write the newcomer guide', required: true }])
})

const long = (length: number) => 'x'.repeat(length)
const step = (over: object) => ({ milestones: [{ title: 'Draft is public', required: true, ...over }] })
const proseFields = ['summary', 'definitionOfDone', 'requiredProof', 'deliverable', 'rewardTerms']

test.each<[string, Record<string, unknown>]>([
  ['sourceUrl', { sourceUrl: undefined }],
  ['sourceUrl', { sourceUrl: 'https://example.org/board/lobby/7' }],
  ['sourceUrl', { sourceUrl: `${PLATFORM}/` }],
  ['sourceUrl', { sourceUrl: `${PLATFORM}/board/lobby/seven` }],
  ['title', { title: undefined }],
  ['title', { title: 'ab' }],
  ['title', { title: long(141) }],
  ['title', { title: 'two\nlines' }],
  ...['summary', 'definitionOfDone', 'requiredProof'].map((field): [string, Record<string, unknown>] => [
    field,
    { [field]: undefined },
  ]),
  ...proseFields.flatMap((field): [string, Record<string, unknown>][] => [
    [field, { [field]: '' }],
    [field, { [field]: 5 }],
    [field, { [field]: long(4001) }],
  ]),
  ['deadline', { deadline: undefined }],
  ['deadline', { deadline: '2031-02-29' }],
  ['deadline', { deadline: dayFromNow(-1) }],
  ['approvalRule', { approvalRule: undefined }],
  ['approvalRule', { approvalRule: 'The community votes' }],
  ['approvalRule', { approvalRule: 'owner records the outcome' }],
  ['milestones', { milestones: [] }],
  ['milestones', { milestones: 'one' }],
  ['milestones', step({ required: false })],
  ['milestones', { milestones: Array(21).fill({ title: 'One too many', required: true }) }],
  ['milestones.0', { milestones: [null] }],
  ['milestones.0.title', step({ title: 'ab' })],
  ['milestones.0.required', step({ required: 1 })],
  ['milestones.0.amount', step({ amount: '1,5' })],
  ['contributorWallet', { contributorWallet: 'me' }],
  ['bountyChainId', { bountyChainId: '0' }],
  ['bountyChainId', { bountyChainId: '0x1' }],
  ['bountyChainId', { bountyChainId: -1 }],
  ['bountyChainId', { bountyChainId: 1.5 }],
  ['bountyTxHash', { bountyTxHash: '0xabc' }],
  ['bountyTxHash', { bountyTxHash: 'ab'.repeat(33) }],
  ['bountyAmount', { bountyAmount: 250 }],
  ['bountyAmount', { bountyAmount: '-1' }],
  ['bountyAmount', { bountyAmount: '.5' }],
  ['bountyCurrency', { bountyCurrency: '' }],
  ['bountyCurrency', { bountyCurrency: 'US\nDC' }],
])('a mission is refused that names %s wrongly: %j', async (field, over) => {
  expectRefused(await create(missionBody(over)), 400, field)
})

test('the owner cannot designate themselves as the contributor', async () => {
  expectRefused(await create(missionBody({ contributorWallet: owner.address })), 400, 'contributorWallet')
})

test('a mission may end today, and its bounds themselves are accepted', async () => {
  const longest = Object.fromEntries(proseFields.map((field) => [field, long(4000)]))
  const { status, body } = await create(missionBody({ ...longest, title: long(140), deadline: dayFromNow(0) }))
  expect(status).toBe(201)
  expect(body.mission).toMatchObject({ ...longest, deadline: dayFromNow(0) })
})

test('a mission needs a session to be published', async () => {
  expectRefused(await world.send('POST', MISSIONS, missionBody()), 401)
})

test.each(['nope', NOWHERE, '1', '%20'])('the id %s names no mission', async (id) => {
  for (const part of ['', '/milestones', '/proof']) expectRefused(await world.get(`${MISSIONS}/${id}${part}`), 404)
  expectRefused(await owner.post(claim(id)), 404)
})

test('the milestone and proof reads show what the mission shows', async () => {
  const { mission } = await provenMission(owner, await world.wallet())
  const { milestones, proofs } = await read(mission.id)
  expect((await world.get(`${MISSIONS}/${mission.id}/milestones`)).body).toEqual({ milestones })
  expect((await world.get(`${MISSIONS}/${mission.id}/proof`)).body).toEqual({ proofs })
  expect(proofs).toHaveLength(1)
})

test('the contributor of a body is data: it signs nobody in and owns nothing', async () => {
  const victim = privateKeyToAccount(generatePrivateKey()).address
  const { mission } = (
    await create(missionBody({ owner: victim, state: 'COMPLETED', id: NOWHERE, receiptId: NOWHERE }))
  ).body
  expect(mission).toMatchObject({ owner: owner.address, state: 'SEED', receiptId: null })
  expect(mission.id).not.toBe(NOWHERE)
})
