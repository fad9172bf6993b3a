import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, eventsOf, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, created, proofBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A mission that a restored proof verified while nobody held it: nobody holds it then either.

let world: World
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[verifier, admin] = await Promise.all([world.verifier(), world.admin()])
})
afterAll(() => world.close())

const MILESTONES = [
  { title: 'The guide', required: true },
  { title: 'A translation', required: false },
]
const MISSIONS = '/api/v1/missions'
const read = async (id: string): Promise<Json> => (await world.get(`${MISSIONS}/${id}`)).body.mission
const claim = (who: Actor, id: string) => who.post(`${MISSIONS}/${id}/claim`)
const prove = (who: Actor, mission: Json, which: number) =>
  who.post(`/api/v1/milestones/${mission.milestones[which].id}/proof`, proofBody)
/** The proof of the required milestone is approved, then hidden; its contributor gives the mission back. */
async function givenBack(owner: Actor, contributor: Actor, over: object = {}): Promise<{ mission: Json; proof: Json }> {
  const mission = await claimedMission(owner, contributor, { milestones: MILESTONES, ...over })
  const { proof } = await created(prove(contributor, mission, 0))
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Looked.' }))
  await done(hide(admin, 'proof', proof.id))
  await created(contributor.post(`${MISSIONS}/${mission.id}/release`, { reason: 'No time.' }))
  return { mission, proof }
}

test('it can be claimed again once that proof is hidden again', async () => {
  const [owner, first, second] = [await world.wallet(), await world.wallet(), await world.wallet()]
  const { mission, proof } = await givenBack(owner, first)
  await done(restore(admin, 'proof', proof.id))
  await done(hide(admin, 'proof', proof.id))
  expect((await eventsOf(world, mission.id)).slice(-2)).toEqual([
    'record-restored SEED VERIFIED',
    'record-hidden VERIFIED SEED',
  ])
  expect((await created(claim(second, mission.id))).mission).toMatchObject({
    state: 'CLAIMED',
    contributorWallet: second.address,
  })
})

test('whoever it is reserved for holds it only with a claim, and stands in no receipt without one', async () => {
  const [owner, designated] = [await world.wallet(), await world.wallet()]
  const { mission, proof } = await givenBack(owner, designated, { contributorWallet: designated.address })
  await done(restore(admin, 'proof', proof.id))
  expect(await read(mission.id)).toMatchObject({ state: 'VERIFIED', contributorWallet: null, eligibleVerifiers: null })
  expectRefused(await prove(designated, mission, 1), 403)
  await done(hide(admin, 'proof', proof.id))
  expect(await read(mission.id)).toMatchObject({ state: 'SEED', contributorWallet: designated.address })
  expectRefused(await prove(designated, mission, 0), 409)
  expectRefused(await claim(await world.wallet(), mission.id), 403)
  await done(restore(admin, 'proof', proof.id))
  const failed = { outcome: 'failed', statement: 'It is over.' }
  const { receipt } = await created(owner.post(`${MISSIONS}/${mission.id}/complete`, failed))
  expect(receipt.terms.contributorWallet).toBeNull()
})

test('whoever it is reserved for claims it again after the proof is hidden again', async () => {
  const [owner, designated] = [await world.wallet(), await world.wallet()]
  const { mission, proof } = await givenBack(owner, designated, { contributorWallet: designated.address })
  await done(restore(admin, 'proof', proof.id))
  await done(hide(admin, 'proof', proof.id))
  await created(claim(designated, mission.id))
  await created(prove(designated, mission, 0))
})

test('a proof without a review is not restored there: nobody could hand in the next one', async () => {
  const [owner, first] = [await world.wallet(), await world.wallet()]
  const mission = await claimedMission(owner, first, { milestones: MILESTONES })
  const waiting = (await created(prove(first, mission, 1))).proof
  await done(hide(admin, 'proof', waiting.id))
  const { proof } = await created(prove(first, mission, 0))
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Looked.' }))
  await done(hide(admin, 'proof', proof.id))
  await created(first.post(`${MISSIONS}/${mission.id}/release`, { reason: 'No time.' }))
  await done(restore(admin, 'proof', proof.id))
  expect((await read(mission.id)).state).toBe('VERIFIED')
  const refused = await restore(admin, 'proof', waiting.id)
  expectRefused(refused, 409)
  expect(refused.body.error.message).toContain('Nobody holds this mission')
  await done(hide(admin, 'proof', proof.id))
  await created(claim(first, mission.id))
  await done(restore(admin, 'proof', waiting.id))
  expect((await read(mission.id)).state).toBe('PROOF_SUBMITTED')
})
