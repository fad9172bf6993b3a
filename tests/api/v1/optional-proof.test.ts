import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, eventsOf, expectLedger, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { proofBody, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What is optional can still be proven while a verified mission waits for its outcome.

let world: World
let owner: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier, admin] = await Promise.all([world.wallet(), world.verifier(), world.admin()])
})
afterAll(() => world.close())

const [REQUIRED, EXTRA, MORE] = [0, 1, 2]
const milestones = [
  { title: 'The page is public', required: true },
  { title: 'It is translated', required: false },
  { title: 'It is printed', required: false },
]
async function verified() {
  const contributor = await world.wallet()
  return { contributor, mission: await verifiedMission(owner, contributor, verifier, { milestones }) }
}
const read = async (id: string): Promise<Json> => (await world.get(`/api/v1/missions/${id}`)).body.mission
const submit = (who: Actor, mission: Json, which: number) =>
  who.post(`/api/v1/milestones/${mission.milestones[which].id}/proof`, proofBody)
async function submitted(who: Actor, mission: Json, which: number): Promise<string> {
  const { status, text, body } = await submit(who, mission, which)
  expect(status, text).toBe(201)
  return body.proof.id
}
const sign = (proofId: string, verdict: string) =>
  verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason: 'Looked.' })
const complete = (id: string) =>
  owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' })

test('an optional milestone is proven and verified, with its Seeds, and the mission stays verified', async () => {
  const { contributor, mission } = await verified()
  const proofId = await submitted(contributor, mission, EXTRA)
  expect((await read(mission.id)).state).toBe('VERIFIED')
  expect((await sign(proofId, 'approve')).body.proof.status).toBe('verified')
  const after = await read(mission.id)
  expect([after.state, after.milestones.map(({ verified }: Json) => verified)]).toEqual([
    'VERIFIED',
    [true, true, false],
  ])
  expect((await eventsOf(world, mission.id)).slice(-2)).toEqual([
    'proof-submitted VERIFIED VERIFIED',
    'proof-reviewed VERIFIED VERIFIED',
  ])
  await expectLedger(world, contributor.address, 15)
  const { receipt } = (await complete(mission.id)).body
  expect(receipt.terms.milestones.map(({ verified }: Json) => verified)).toEqual([true, true, false])
})

test.each(['reject', 'request-changes'])(
  'a verdict of %s leaves it verified, and another attempt is taken',
  async (verdict) => {
    const { contributor, mission } = await verified()
    await sign(await submitted(contributor, mission, EXTRA), verdict)
    expect((await read(mission.id)).state).toBe('VERIFIED')
    await submitted(contributor, mission, EXTRA)
  },
)

test('one waits at a time, none for what is verified, and only the contributor’s', async () => {
  const { contributor, mission } = await verified()
  expectRefused(await submit(contributor, mission, REQUIRED), 409)
  expectRefused(await submit(owner, mission, EXTRA), 403)
  await submitted(contributor, mission, EXTRA)
  expectRefused(await submit(contributor, mission, MORE), 409)
  const { listWaiting } = await import('@/lib/review/queries')
  expect((await listWaiting({})).items.map((item) => 'missionId' in item && item.missionId)).toContain(mission.id)
})

test('the owner completes meanwhile: the proof stays submitted, and nobody reviews it any more', async () => {
  const { contributor, mission } = await verified()
  const proofId = await submitted(contributor, mission, EXTRA)
  const step = (await verifier.post(`/api/v1/proof/${proofId}/review`, { verdict: 'approve', reason: 'Yes.' })).body
  const { receipt } = (await complete(mission.id)).body
  expect(receipt.evidence.at(-1)).toMatchObject({ proofId, status: 'submitted' })
  const signature = await verifier.account.signMessage({ message: step.message })
  expectRefused(await verifier.post(`/api/v1/proof/${proofId}/review`, { nonce: step.nonce, signature }), 409)
  await expectLedger(world, contributor.address, 30)
})

test('hidden and restored it moves nothing, and waits again', async () => {
  const { contributor, mission } = await verified()
  const proofId = await submitted(contributor, mission, EXTRA)
  await done(hide(admin, 'proof', proofId))
  const second = await submitted(contributor, mission, MORE)
  expectRefused(await restore(admin, 'proof', proofId), 409)
  await sign(second, 'reject')
  await done(restore(admin, 'proof', proofId))
  expect((await read(mission.id)).state).toBe('VERIFIED')
  expectRefused(await submit(contributor, mission, MORE), 409)
  expect((await sign(proofId, 'approve')).status).toBe(201)
  await done(hide(admin, 'proof', proofId))
  expect(await read(mission.id)).toMatchObject({ state: 'VERIFIED', milestones: [{}, { verified: false }, {}] })
  await done(restore(admin, 'proof', proofId))
  expect(await read(mission.id)).toMatchObject({ state: 'VERIFIED', milestones: [{}, { verified: true }, {}] })
})

test.each([
  ['approve', 'GROWING'],
  ['reject', 'CHANGES_REQUESTED'],
])('while it waits the required proof is hidden: it holds the mission, and %s leads to %s', async (verdict, state) => {
  const { contributor, mission } = await verified()
  const [required] = (await read(mission.id)).proofs
  const proofId = await submitted(contributor, mission, EXTRA)
  await done(hide(admin, 'proof', required.id))
  expect((await read(mission.id)).state).toBe('PROOF_SUBMITTED')
  await done(hide(admin, 'proof', proofId))
  expect((await read(mission.id)).state).toBe('GROWING')
  await done(restore(admin, 'proof', proofId))
  await sign(proofId, verdict)
  expect((await read(mission.id)).state).toBe(state)
  await done(restore(admin, 'proof', required.id))
  expect((await read(mission.id)).state).toBe('VERIFIED')
})
