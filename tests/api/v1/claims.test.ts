import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { claimedMission, completedMission, convertedMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const MISSIONS = '/api/v1/missions'
const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

const claim = (id: string) => `${MISSIONS}/${id}/claim`
const read = async (id: string) => (await world.get(`${MISSIONS}/${id}`)).body.mission

test('any wallet but the owner claims an open mission and becomes its contributor', async () => {
  const contributor = await world.wallet()
  const { id } = await seedMission(owner)
  const { status, body } = await contributor.post(claim(id))
  expect(status).toBe(201)
  expect(body.mission).toMatchObject({ state: 'CLAIMED', contributorWallet: contributor.address })
  expect((await read(id)).history.at(-1)).toMatchObject({
    kind: 'mission-claimed',
    actor: contributor.address,
    from: 'SEED',
    to: 'CLAIMED',
  })
})

test('a claim needs a session', async () => {
  const { id } = await seedMission(owner)
  expectRefused(await world.send('POST', claim(id)), 401)
})

test.each([NOWHERE, 'nope'])('the id %s names no mission to claim', async (id) => {
  expectRefused(await owner.post(claim(id)), 404)
})

test('the owner cannot claim their own mission', async () => {
  const { id } = await seedMission(owner)
  expectRefused(await owner.post(claim(id)), 403)
  expect(await read(id)).toMatchObject({ state: 'SEED', contributorWallet: null })
})

test('a mission with a designated contributor is claimed by that wallet alone', async () => {
  const [designated, stranger] = [await world.wallet(), await world.wallet()]
  const { id } = await seedMission(owner, { contributorWallet: designated.address.toLowerCase() })
  expect(await read(id)).toMatchObject({ state: 'SEED', contributorWallet: designated.address })
  expectRefused(
    await stranger.post(claim(id), { wallet: designated.address, contributorWallet: designated.address }),
    403,
  )
  expectRefused(await owner.post(claim(id)), 403)
  expect((await designated.post(claim(id))).body.mission).toMatchObject({
    state: 'CLAIMED',
    contributorWallet: designated.address,
  })
})

test('a mission that an older version beside this one has reserved is claimed by that wallet alone too', async () => {
  const [designated, stranger] = [await world.wallet(), await world.wallet()]
  const { id } = await seedMission(owner, { contributorWallet: designated.address })
  await world.sql.query(`UPDATE "Mission" SET "designatedWallet" = NULL WHERE id = $1`, [id])
  expectRefused(await stranger.post(claim(id)), 403)
  expect((await designated.post(claim(id))).status).toBe(201)
})

test('being designated is not yet being the contributor: proof needs the claim first', async () => {
  const designated = await world.wallet()
  const { milestones } = await seedMission(owner, { contributorWallet: designated.address })
  const proof = { kind: 'Link', url: 'https://example.org/', note: 'Early.' }
  expectRefused(await designated.post(`/api/v1/milestones/${milestones[0].id}/proof`, proof), 409)
})

test.for(['designated', 'designated again'])(
  'whoever is %s and has not claimed is in no outcome and no receipt',
  async (how) => {
    const designated = await world.wallet()
    const { id } = await seedMission(owner, { contributorWallet: designated.address })
    if (how !== 'designated') {
      expect((await designated.post(claim(id))).status).toBe(201)
      expect((await designated.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' })).status).toBe(201)
    }
    const outcome = { outcome: 'failed', statement: 'They did not deliver.' }
    const ended = await owner.post(`/api/v1/missions/${id}/complete`, outcome)
    expect(ended.body.mission.contributorWallet).toBeNull()
    expect(ended.body.receipt.terms.contributorWallet).toBeNull()
    expect((await world.get(`/api/v1/receipts?contributor=${designated.address}`)).body.receipts).toEqual([])
    expect((await world.get(`/api/v1/missions?contributor=${designated.address}`)).body.missions).toEqual([])
    const payment = { chainId: '8453', txHash: `0x${'ab'.repeat(32)}` }
    expectRefused(await owner.post(`/api/v1/missions/${id}/payment`, payment), 409)
  },
)

test('a claimed mission cannot be claimed again, not even by its contributor', async () => {
  const contributor = await world.wallet()
  const { id } = await claimedMission(owner, contributor)
  expectRefused(await contributor.post(claim(id)), 409)
  expectRefused(await (await world.wallet()).post(claim(id)), 409)
  expect((await read(id)).contributorWallet).toBe(contributor.address)
})

test('of wallets that race to claim one wins and the others are a conflict', async () => {
  const { id } = await seedMission(owner)
  const racers = await Promise.all([world.wallet(), world.wallet(), world.wallet(), world.wallet()])
  const replies = await Promise.all(racers.map((racer) => racer.post(claim(id))))
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409])
  const winner = racers[replies.findIndex((reply) => reply.status === 201)]
  const { contributorWallet, history } = await read(id)
  expect(contributorWallet).toBe(winner?.address)
  expect(history).toHaveLength(2)
})

test('a mission from a challenge is claimed like any other', async () => {
  const { id } = await convertedMission(world, await world.wallet(), await world.verifier())
  expect((await (await world.wallet()).post(claim(id))).status).toBe(201)
})

test('a completed mission cannot be claimed', async () => {
  const { mission } = await completedMission(owner, await world.wallet(), await world.verifier())
  expectRefused(await (await world.wallet()).post(claim(mission.id)), 409)
})
