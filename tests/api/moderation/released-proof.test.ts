import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, eventsOf, expectLedger, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { created, proofBody, provenMission, verifiedMission } from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'
import { openWorld, type World } from '@/tests/support/world'

// A moderator acts on a proof whose contributor gave the claim back.

let world: World
let owner: Actor
let first: Actor
let second: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, first, second] = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
  ;[verifier, admin] = await Promise.all([world.verifier(), world.admin()])
})
afterAll(() => world.close())

const twoMilestones = {
  milestones: [
    { title: 'First page', required: true },
    { title: 'Second page', required: true },
  ],
}
const MISSIONS = '/api/v1/missions'
const read = async (id: string): Promise<Json> => (await world.get(`${MISSIONS}/${id}`)).body.mission
const release = (who: Actor, id: string) => who.post(`${MISSIONS}/${id}/release`, { reason: 'No time.' })
const claim = (who: Actor, id: string) => who.post(`${MISSIONS}/${id}/claim`)
const prove = (who: Actor, mission: Json, which: number) =>
  created(who.post(`/api/v1/milestones/${mission.milestones[which].id}/proof`, proofBody))
const review = (proofId: string, verdict: string) =>
  created(verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason: 'Looked.' }))

test('nobody holds the mission: an unreviewed one cannot wait, and holds up nobody', async () => {
  const { mission, proof } = await provenMission(owner, first)
  await done(hide(admin, 'proof', proof.id))
  await created(release(first, mission.id))
  expectRefused(await restore(admin, 'proof', proof.id), 409)
  await created(claim(second, mission.id))
  await prove(second, mission, 0)
  expectRefused(await restore(admin, 'proof', proof.id), 409)
})

test('whoever holds the mission when it is reviewed is told, beside whoever submitted it', async () => {
  const [one, next] = [await world.wallet(), await world.wallet()]
  const { mission, proof } = await provenMission(owner, one)
  await done(hide(admin, 'proof', proof.id))
  await created(release(one, mission.id))
  await created(claim(next, mission.id))
  await done(restore(admin, 'proof', proof.id))
  await review(proof.id, 'approve')
  for (const wallet of [one, next]) {
    const { notifications } = (await wallet.get('/api/v1/notifications')).body
    expect(notifications.filter(({ kind }: Json) => kind === 'proof-reviewed')).toHaveLength(1)
  }
})

test('a verified one goes with its Seeds and comes back, and the mission stays to be claimed', async () => {
  const one = await world.wallet()
  const { mission, proof } = await provenMission(owner, one, twoMilestones)
  await review(proof.id, 'approve')
  await created(release(one, mission.id))
  await done(hide(admin, 'proof', proof.id))
  expect(await read(mission.id)).toMatchObject({ state: 'SEED', milestones: [{ verified: false }, {}] })
  await expectLedger(world, one.address, 0)
  await done(restore(admin, 'proof', proof.id))
  expect(await read(mission.id)).toMatchObject({ state: 'SEED', milestones: [{ verified: true }, {}] })
  await expectLedger(world, one.address, 10)
})

test.each([false, true])(
  'one that makes every required milestone verified again makes the mission verified (claimed anew: %s)',
  async (isClaimed) => {
    const mission = await verifiedMission(owner, first, verifier)
    const { proofs } = await read(mission.id)
    await done(hide(admin, 'proof', proofs[0].id))
    await created(release(first, mission.id))
    if (isClaimed) await created(claim(second, mission.id))
    await done(restore(admin, 'proof', proofs[0].id))
    expect((await read(mission.id)).state).toBe('VERIFIED')
    expect((await eventsOf(world, mission.id)).at(-1)).toBe(
      `record-restored ${isClaimed ? 'CLAIMED' : 'SEED'} VERIFIED`,
    )
    await created(owner.post(`${MISSIONS}/${mission.id}/complete`, { outcome: 'completed', statement: 'Done.' }))
  },
)

test('a file joins nobody else’s proof', async () => {
  const { mission, proof } = await provenMission(owner, first)
  await done(hide(admin, 'proof', proof.id))
  await created(release(first, mission.id))
  await created(claim(second, mission.id))
  await done(restore(admin, 'proof', proof.id))
  expect((await read(mission.id)).state).toBe('PROOF_SUBMITTED')
  expectRefused(await sendUpload(world.base, second, mission.id, fileBody('x', proof.id)), 403)
  await review(proof.id, 'approve')
  expect((await read(mission.id)).state).toBe('VERIFIED')
})
