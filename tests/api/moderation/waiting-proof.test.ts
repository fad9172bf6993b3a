import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, eventsOf, expectLedger, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, proofBody, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A proof that waits for its review holds its mission: hidden, it lets go of it; restored, it takes its place if it is free.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.admin(),
  ])
})
afterAll(() => world.close())

const twoMilestones = {
  milestones: [
    { title: 'First', required: true },
    { title: 'Second', required: true },
  ],
}

const stateOf = async (id: string): Promise<string> => (await world.get(`/api/v1/missions/${id}`)).body.mission.state
const submit = (mission: Json, milestone = 0) =>
  contributor.post(`/api/v1/milestones/${mission.milestones[milestone].id}/proof`, proofBody)
async function submitted(mission: Json, milestone = 0): Promise<string> {
  const reply = await submit(mission, milestone)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.proof.id
}
async function reviewed(proofId: string, verdict: string): Promise<void> {
  const reply = await verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason: 'As I see it.' })
  expect(reply.status, reply.text).toBe(201)
}
const fail = (id: string) =>
  owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'failed', statement: 'It is over.' })

test('hidden, it leaves its mission where it was submitted; restored, it waits again and can be reviewed', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  const prepared = await verifier.post(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Yes.' })
  await done(hide(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('CLAIMED')
  const { nonce, message } = prepared.body
  const step = { nonce, signature: await verifier.account.signMessage({ message }) }
  expectRefused(await verifier.post(`/api/v1/proof/${proof.id}/review`, step), 410)
  await done(restore(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('PROOF_SUBMITTED')
  expect((await verifier.post(`/api/v1/proof/${proof.id}/review`, step)).status).toBe(201)
  expect(await eventsOf(world, mission.id)).toEqual([
    'mission-created SEED',
    'mission-claimed SEED CLAIMED',
    'proof-submitted CLAIMED PROOF_SUBMITTED',
    'record-hidden PROOF_SUBMITTED CLAIMED',
    'record-restored CLAIMED PROOF_SUBMITTED',
    'proof-reviewed PROOF_SUBMITTED VERIFIED',
  ])
})

test('hidden a second time, it goes back to where it was restored', async () => {
  const { mission, proof } = await provenMission(owner, contributor, twoMilestones)
  await done(hide(admin, 'proof', proof.id))
  await reviewed(await submitted(mission, 1), 'approve')
  expect(await stateOf(mission.id)).toBe('GROWING')
  await done(restore(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('PROOF_SUBMITTED')
  await done(hide(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('GROWING')
})

test('where changes were requested, it goes back there', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await reviewed(proof.id, 'request-changes')
  const second = await submitted(mission)
  await done(hide(admin, 'proof', second))
  expect(await stateOf(mission.id)).toBe('CHANGES_REQUESTED')
})

test('while another waits it cannot be restored, and afterwards it can', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  const other = await submitted(mission)
  expectRefused(await restore(admin, 'proof', proof.id), 409)
  await reviewed(other, 'reject')
  await done(restore(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('PROOF_SUBMITTED')
  expectRefused(await submit(mission), 409)
})

test('restored behind newer ones that were sent back, it stands on the page of its mission, where it is reviewed', async () => {
  const { getMissionPage } = await import('@/lib/projects/queries')
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  const others: string[] = []
  for (const verdict of ['reject', 'request-changes', 'reject']) {
    const other = await submitted(mission)
    await reviewed(other, verdict)
    others.push(other)
  }
  const shown = async () => (await getMissionPage(mission.id)).proofs.map(({ id }) => id)
  expect(await shown()).toEqual(others)
  await done(restore(admin, 'proof', proof.id))
  expect(await shown()).toEqual([proof.id, ...others.slice(1)])
})

test('while the mission runs it cannot wait for a milestone that was verified meanwhile', async () => {
  const { mission, proof } = await provenMission(owner, contributor, twoMilestones)
  await done(hide(admin, 'proof', proof.id))
  await reviewed(await submitted(mission, 0), 'approve')
  expectRefused(await restore(admin, 'proof', proof.id), 409)
  expect(await stateOf(mission.id)).toBe('GROWING')
  await reviewed(await submitted(mission, 1), 'approve')
  expectRefused(await restore(admin, 'proof', proof.id), 409)
  expect(await stateOf(mission.id)).toBe('VERIFIED')
  const completed = await owner.post(`/api/v1/missions/${mission.id}/complete`, {
    outcome: 'completed',
    statement: 'Done.',
  })
  expect(completed.status, completed.text).toBe(201)
  await done(restore(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('COMPLETED')
  await expectLedger(world, contributor.address, await sumOf(contributor))
})

test('of a verified mission it waits for an optional milestone, and never where it would hold one up for nothing', async () => {
  const { mission, proof } = await provenMission(owner, contributor, {
    milestones: [
      { title: 'The guide', required: true },
      { title: 'A translation', required: false },
      { title: 'An index', required: false },
    ],
  })
  await done(hide(admin, 'proof', proof.id))
  await reviewed(await submitted(mission, 0), 'approve')
  const translation = await submitted(mission, 1)
  await done(hide(admin, 'proof', translation))
  expectRefused(await restore(admin, 'proof', proof.id), 409)
  await done(restore(admin, 'proof', translation))
  expectRefused(await submit(mission, 2), 409)
  await done(hide(admin, 'proof', translation))
  await reviewed(await submitted(mission, 1), 'approve')
  expectRefused(await restore(admin, 'proof', translation), 409)
  await reviewed(await submitted(mission, 2), 'approve')
  expect(await stateOf(mission.id)).toBe('VERIFIED')
})

const sumOf = async (who: Actor): Promise<number> =>
  (
    await world.sql.query(`SELECT coalesce(sum(amount), 0)::int AS sum FROM "SeedEntry" WHERE wallet = $1`, [
      who.address,
    ])
  ).rows[0].sum

test('of a mission that has ended it is hidden and restored, and nothing moves', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  expect((await fail(mission.id)).status).toBe(201)
  await done(hide(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('FAILED')
  await done(restore(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('FAILED')
})

test('restored into a mission that has ended beside another waiting one, it is refused, never a fault', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  await submitted(mission)
  const other = (await world.get(`/api/v1/missions/${mission.id}`)).body.mission.proofs.at(-1)
  const whileOpen = await restore(admin, 'proof', proof.id)
  expectRefused(whileOpen, 409)
  expect(whileOpen.body.error.message).toContain('when that is reviewed')
  await fail(mission.id)
  // Nobody reviews that one any more.
  const refused = await restore(admin, 'proof', proof.id)
  expectRefused(refused, 409)
  expect(refused.body.error.message).toBe(
    'The mission has ended, and another proof that was never reviewed is shown. Only one can be: hide that one first.',
  )
  await done(hide(admin, 'proof', other.id))
  await done(restore(admin, 'proof', proof.id))
})

test('a proof that was turned down moves nothing', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await reviewed(proof.id, 'reject')
  await done(hide(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('CHANGES_REQUESTED')
  await done(restore(admin, 'proof', proof.id))
  expect(await stateOf(mission.id)).toBe('CHANGES_REQUESTED')
})

test('of a hidden mission it moves as of a shown one', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'mission', mission.id))
  await done(hide(admin, 'proof', proof.id))
  expectRefused(await submit(mission), 410)
  await done(restore(admin, 'mission', mission.id))
  expect(await stateOf(mission.id)).toBe('CLAIMED')
  await submitted(mission)
})

test('a file goes and comes with its proof', async () => {
  const mission = await claimedMission(owner, contributor)
  const proof = await submitted(mission)
  await world.sql.query(
    `INSERT INTO "EvidenceFile" (id, "missionId", "proofId", "contentType", bytes, sha256, "uploadedBy", "uploadedAt")
     VALUES (gen_random_uuid(), $1, $2, 'text/plain', 1, repeat('a', 64), $3, now())`,
    [mission.id, proof, contributor.address],
  )
  const files = async (): Promise<number> => (await world.get(`/api/v1/missions/${mission.id}/files`)).body.files.length
  await done(hide(admin, 'proof', proof))
  expect(await files()).toBe(0)
  await done(restore(admin, 'proof', proof))
  expect(await files()).toBe(1)
})
