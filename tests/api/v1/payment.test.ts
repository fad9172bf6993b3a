import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENTS_MAX } from '@/lib/contract/limits'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, completedMission, provenMission, seedMission, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const hash = () => `0x${randomBytes(32).toString('hex')}`

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const pay = (id: string) => `/api/v1/missions/${id}/payment`
const completed = async (): Promise<Json> => (await completedMission(owner, contributor, verifier)).mission
const payments = async (receiptId: string) => (await world.get(`/api/v1/receipts/${receiptId}`)).body.receipt.payments

/** A completed mission whose bounty transaction the automatic check found, sent by `sponsor`. */
async function sponsored(sponsor: string, status = 'confirmed'): Promise<Json> {
  const bountyTxHash = hash()
  const mission = await verifiedMission(owner, contributor, verifier, {
    bountyChainId: '8453',
    bountyTxHash,
    bountyAmount: '10',
  })
  await world.sql.query(
    `UPDATE "TransactionCheck" SET status = $2::"CheckStatus", "blockNumber" = '1', sender = $3, recipient = $4, value = '10',
       "checkedAt" = now() WHERE "chainId" = '8453' AND "txHash" = $1`,
    [bountyTxHash, status, sponsor, owner.address],
  )
  await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'completed', statement: 'Done.' })
  return (await world.get(`/api/v1/missions/${mission.id}`)).body.mission
}

test('the owner records a payment on the receipt of a completed mission', async () => {
  const { id, receiptId } = await completed()
  const txHash = hash()
  const { status, body } = await owner.post(pay(id), { chainId: '8453', txHash })
  expect(status).toBe(201)
  expect(body.receipt.payments).toEqual([
    {
      id: expect.any(String),
      chainId: '8453',
      txHash,
      recordedBy: owner.address,
      recordedAt: expect.any(String),
      check: {
        status: 'unavailable',
        chainId: '8453',
        txHash,
        blockNumber: null,
        from: null,
        to: null,
        value: null,
        checkedAt: null,
        paysContributor: null,
      },
    },
  ])
  expect(await payments(receiptId)).toEqual(body.receipt.payments)
  const { history, state } = (await world.get(`/api/v1/missions/${id}`)).body.mission
  expect(state).toBe('COMPLETED')
  expect(history.at(-1)).toMatchObject({
    kind: 'payment-recorded',
    actor: owner.address,
    from: null,
    to: null,
    data: { receiptId, chainId: '8453', txHash },
  })
})

test('several payments are possible, and stand in the order they were recorded', async () => {
  const { id, receiptId } = await completed()
  const hashes = [hash(), hash(), hash()]
  for (const txHash of hashes) expect((await owner.post(pay(id), { chainId: '8453', txHash })).status).toBe(201)
  expect((await payments(receiptId)).map(({ txHash }: { txHash: string }) => txHash)).toEqual(hashes)
})

test('a transaction stands once on a receipt, however it is spelled', async () => {
  const { id, receiptId } = await completed()
  const txHash = hash()
  expect((await owner.post(pay(id), { chainId: '8453', txHash })).status).toBe(201)
  for (const [spelled, chainId] of [
    [txHash, '8453'],
    [`0x${txHash.slice(2).toUpperCase()}`, '8453'],
    [txHash, 8453],
  ]) {
    expectRefused(await owner.post(pay(id), { chainId, txHash: spelled }), 409)
  }
  expect(await payments(receiptId)).toHaveLength(1)
  expect(
    (await owner.post(pay(id), { chainId: '1', txHash })).status,
    'the same hash on another chain is another',
  ).toBe(201)
})

test('a transaction that a stranger put on their own receipt can still be recorded on yours', async () => {
  const [stranger, helper] = [await world.wallet(), await world.wallet()]
  const theirs = (await completedMission(stranger, helper, verifier)).mission
  const own = await completed()
  const body = { chainId: '8453', txHash: hash() }
  expect((await stranger.post(pay(theirs.id), body)).status).toBe(201)
  expect((await owner.post(pay(own.id), body)).status).toBe(201)
  expect(await payments(own.receiptId)).toMatchObject([{ txHash: body.txHash, recordedBy: owner.address }])
})

test('of payments that race with one transaction one is recorded', async () => {
  const { id } = await completed()
  const txHash = hash()
  const replies = await Promise.all(Array.from({ length: 3 }, () => owner.post(pay(id), { chainId: '8453', txHash })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409])
  const { rowCount } = await world.sql.query('SELECT 1 FROM "Payment" WHERE "txHash" = $1', [txHash])
  expect(rowCount).toBe(1)
})

test('a receipt holds fifty payments at most, however many race for the last place', async () => {
  const { id, receiptId } = await completed()
  await world.sql.query(
    `INSERT INTO "Payment" (id, "missionId", "receiptId", "chainId", "txHash", "recordedBy", "recordedAt")
     SELECT gen_random_uuid(), $1, $2, '1', '0x' || lpad(to_hex(n), 64, '0'), $3, now() FROM generate_series(1, $4) n`,
    [id, receiptId, owner.address, PAYMENTS_MAX - 1],
  )
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => owner.post(pay(id), { chainId: '8453', txHash: hash() })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409])
  expect(await payments(receiptId)).toHaveLength(PAYMENTS_MAX)
  expectRefused(await owner.post(pay(id), { chainId: '8453', txHash: hash() }), 409)
})

test('the sponsor of the bounty, as the automatic check found it, may record a payment too', async () => {
  const sponsor = await world.wallet()
  const { id } = await sponsored(sponsor.address)
  const { status, body } = await sponsor.post(pay(id), { chainId: '8453', txHash: hash() })
  expect(status).toBe(201)
  expect(body.receipt.payments).toMatchObject([{ recordedBy: sponsor.address }])
})

test.each(['failed', 'pending', 'not-found', 'unavailable'])(
  'the sender of a bounty transaction that is %s is no sponsor',
  async (status) => {
    const sender = await world.wallet()
    const { id } = await sponsored(sender.address, status)
    expectRefused(await sender.post(pay(id), { chainId: '8453', txHash: hash() }), 403)
  },
)

test.each<[string, object]>([
  ['chainId', { chainId: undefined }],
  ['chainId', { chainId: '' }],
  ['chainId', { chainId: '0' }],
  ['chainId', { chainId: '0x2105' }],
  ['chainId', { chainId: '084' }],
  ['chainId', { chainId: String(2 ** 53) }],
  ['chainId', { chainId: ['1'] }],
  ['txHash', { txHash: undefined }],
  ['txHash', { txHash: '0x' }],
  ['txHash', { txHash: `0x${'a'.repeat(63)}` }],
  ['txHash', { txHash: `0x${'a'.repeat(65)}` }],
  ['txHash', { txHash: `0x${'g'.repeat(64)}` }],
])('a payment is refused that names %s wrongly: %j', async (field, over) => {
  expectRefused(await owner.post(pay(NOWHERE), { chainId: '8453', txHash: hash(), ...over }), 400, field)
})

test('a payment needs a session, the owner or sponsor, and a mission that exists', async () => {
  const { id, receiptId } = await completed()
  const body = { chainId: '8453', txHash: hash() }
  expectRefused(await world.send('POST', pay(id), body), 401)
  for (const other of [contributor, verifier, await world.wallet(), await world.admin()])
    expectRefused(await other.post(pay(id), body), 403)
  for (const nowhere of [NOWHERE, 'nope', receiptId]) expectRefused(await owner.post(pay(nowhere), body), 404)
  expect(await payments(receiptId)).toEqual([])
})

test('a mission without a receipt takes no payment', async () => {
  const body = { chainId: '8453', txHash: hash() }
  const claimed = await claimedMission(owner, contributor)
  const { mission: proven } = await provenMission(owner, contributor)
  const verified = await verifiedMission(owner, contributor, verifier)
  for (const { id } of [claimed, proven, verified]) expectRefused(await owner.post(pay(id), body), 409)
})

test.each(['failed', 'abandoned'])(
  'partial work is paid too: on the receipt of a mission that is %s',
  async (outcome) => {
    const mission = await claimedMission(owner, contributor)
    const ended = await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome, statement: 'It ends.' })
    const reply = await owner.post(pay(mission.id), { chainId: '8453', txHash: hash() })
    expect(reply.status, reply.text).toBe(201)
    expect(await payments(ended.body.receipt.id)).toHaveLength(1)
  },
)

test('a receipt that names no contributor takes no payment', async () => {
  const mission = await seedMission(owner)
  await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'abandoned', statement: 'Nobody came.' })
  expectRefused(await owner.post(pay(mission.id), { chainId: '8453', txHash: hash() }), 409)
})
