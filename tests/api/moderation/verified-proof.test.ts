import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { done, eventsOf, expectLedger, hide, lastEvent, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, completedMission, proofBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A milestone is verified only while the proof that a verifier approved is shown.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[verifier, admin] = await Promise.all([world.verifier(), world.admin()])
})
beforeEach(async () => {
  ;[owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const REQUIRED = { title: 'The guide', required: true }
const SECOND = { title: 'Its index', required: true }
const OPTIONAL = { title: 'A translation', required: false }

const begun = (...milestones: object[]) => claimedMission(owner, contributor, { milestones })
const read = async (id: string): Promise<Json> => (await world.get(`/api/v1/missions/${id}`)).body.mission
/** State and milestones in a line. */
async function standing(id: string): Promise<string> {
  const { state, milestones } = await read(id)
  return [state, ...milestones.map(({ verified }: Json) => (verified ? 'verified' : 'open'))].join(' ')
}

const submit = (mission: Json, milestone = 0) =>
  contributor.post(`/api/v1/milestones/${mission.milestones[milestone].id}/proof`, proofBody)
async function submitted(mission: Json, milestone = 0): Promise<string> {
  const reply = await submit(mission, milestone)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.proof.id
}
const review = (proofId: string, verdict: string) =>
  verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason: 'As I see it.' })
async function reviewed(proofId: string, verdict: string): Promise<void> {
  const reply = await review(proofId, verdict)
  expect(reply.status, reply.text).toBe(201)
}
async function approved(mission: Json, milestone = 0): Promise<string> {
  const proofId = await submitted(mission, milestone)
  await reviewed(proofId, 'approve')
  return proofId
}
const complete = (id: string, outcome = 'completed') =>
  owner.post(`/api/v1/missions/${id}/complete`, { outcome, statement: 'It is over.' })

test('a hidden proof is never verified in a receipt: the mission grows again, and a new proof completes it', async () => {
  const mission = await begun(REQUIRED)
  const first = await approved(mission)
  expect((await done(hide(admin, 'proof', first))).seeds).toBe(-10)
  expect(await standing(mission.id)).toBe('GROWING open')
  const refused = await complete(mission.id)
  expectRefused(refused, 409)
  expect(refused.body.error.message).toContain('every required milestone')
  await expectLedger(world, contributor.address, 0)

  const second = await approved(mission)
  const { receipt } = (await complete(mission.id)).body
  expect(receipt.evidence.map(({ proofId }: Json) => proofId)).toEqual([second])
  expect(receipt.terms.milestones[0].verified).toBe(true)
  expect(allHold(await checkReceipt(receipt))).toBe(true)
  await expectLedger(world, contributor.address, 30)
  expect(await eventsOf(world, mission.id)).toEqual([
    'mission-created SEED',
    'mission-claimed SEED CLAIMED',
    'proof-submitted CLAIMED PROOF_SUBMITTED',
    'proof-reviewed PROOF_SUBMITTED VERIFIED',
    'record-hidden VERIFIED GROWING',
    'proof-submitted GROWING PROOF_SUBMITTED',
    'proof-reviewed PROOF_SUBMITTED VERIFIED',
    'outcome-recorded VERIFIED COMPLETED',
    'receipt-issued',
  ])
})

test('the history tells which milestone was verified no more, and which was again', async () => {
  const mission = await begun(REQUIRED)
  const proof = await approved(mission)
  const milestone = { id: mission.milestones[0].id, verified: false }
  await done(hide(admin, 'proof', proof))
  const { kind, from, to, actor, data } = await lastEvent(world, mission.id)
  expect([kind, from, to, actor, data.milestone]).toEqual([
    'record-hidden',
    'VERIFIED',
    'GROWING',
    admin.address,
    milestone,
  ])
  await done(restore(admin, 'proof', proof))
  const again = await lastEvent(world, mission.id)
  expect([again.kind, again.from, again.to, again.data.milestone]).toEqual([
    'record-restored',
    'GROWING',
    'VERIFIED',
    { ...milestone, verified: true },
  ])
})

test('restored, it gives the verification back, with its Seeds, and the mission can be completed', async () => {
  const mission = await begun(REQUIRED)
  const proof = await approved(mission)
  await done(hide(admin, 'proof', proof))
  expect((await done(restore(admin, 'proof', proof))).seeds).toBe(10)
  expect(await standing(mission.id)).toBe('VERIFIED verified')
  const { receipt } = (await complete(mission.id)).body
  expect(allHold(await checkReceipt(receipt))).toBe(true)
  await expectLedger(world, contributor.address, 30)
})

test('restored after another has taken its place it gives nothing back, and earns nothing', async () => {
  const mission = await begun(REQUIRED)
  const first = await approved(mission)
  await done(hide(admin, 'proof', first))
  const second = await approved(mission)
  expect((await done(restore(admin, 'proof', first))).seeds).toBe(0)
  expect(await standing(mission.id)).toBe('VERIFIED verified')
  await expectLedger(world, contributor.address, 10)
  // Hiding and restoring the whole mission does not credit it either.
  await done(hide(admin, 'mission', mission.id))
  expect((await done(restore(admin, 'mission', mission.id))).seeds).toBe(10)
  await expectLedger(world, contributor.address, 10)
  // Only what verifies the milestone takes that away.
  await done(hide(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('VERIFIED verified')
  await done(hide(admin, 'proof', second))
  expect(await standing(mission.id)).toBe('GROWING open')
  await expectLedger(world, contributor.address, 0)
})

test('while another proof of the milestone waits it cannot be restored; once that is turned down it can', async () => {
  const mission = await begun(REQUIRED)
  const first = await approved(mission)
  await done(hide(admin, 'proof', first))
  const second = await submitted(mission)
  expectRefused(await restore(admin, 'proof', first), 409)
  await reviewed(second, 'request-changes')
  expect(await standing(mission.id)).toBe('CHANGES_REQUESTED open')
  await done(restore(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('VERIFIED verified')
})

test('hidden while another milestone’s proof waits, the review counts what is verified then', async () => {
  const mission = await begun(REQUIRED, SECOND)
  const first = await approved(mission, 0)
  const second = await submitted(mission, 1)
  await done(hide(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('PROOF_SUBMITTED open open')
  await reviewed(second, 'approve')
  expect(await standing(mission.id)).toBe('GROWING open verified')
  await done(restore(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('VERIFIED verified verified')
})

test.each([
  ['approve', 'VERIFIED verified verified'],
  ['reject', 'VERIFIED verified open'],
  ['request-changes', 'VERIFIED verified open'],
])(
  'restored while an optional proof waits, the mission is verified whatever its verdict: %s',
  async (verdict, after) => {
    const mission = await begun(REQUIRED, OPTIONAL)
    const first = await approved(mission, 0)
    await done(hide(admin, 'proof', first))
    const second = await submitted(mission, 1)
    await done(restore(admin, 'proof', first))
    expect(await standing(mission.id)).toBe('PROOF_SUBMITTED verified open')
    await reviewed(second, verdict)
    expect(await standing(mission.id)).toBe(after)
    expect((await complete(mission.id)).status).toBe(201)
  },
)

test('and so it is when the waiting proof is hidden', async () => {
  const mission = await begun(REQUIRED, OPTIONAL)
  const first = await approved(mission, 0)
  await done(hide(admin, 'proof', first))
  const second = await submitted(mission, 1)
  await done(restore(admin, 'proof', first))
  await done(hide(admin, 'proof', second))
  expect(await standing(mission.id)).toBe('VERIFIED verified open')
})

test('a proof of an optional milestone takes its own verification away and moves nothing', async () => {
  const mission = await begun(REQUIRED, OPTIONAL)
  const optional = await approved(mission, 1)
  await approved(mission, 0)
  expect((await done(hide(admin, 'proof', optional))).seeds).toBe(-5)
  expect(await standing(mission.id)).toBe('VERIFIED verified open')
  const { receipt } = (await complete(mission.id)).body
  expect(receipt.terms.milestones.map(({ verified }: Json) => verified)).toEqual([true, false])
  expect(allHold(await checkReceipt(receipt))).toBe(true)
  await expectLedger(world, contributor.address, 30)
})

test('a proof that was never reviewed waits again once the one that verified its milestone is hidden', async () => {
  const mission = await begun(REQUIRED)
  const first = await submitted(mission)
  await done(hide(admin, 'proof', first))
  const second = await approved(mission)
  expectRefused(await restore(admin, 'proof', first), 409)
  expect(await standing(mission.id)).toBe('VERIFIED verified')
  await done(hide(admin, 'proof', second))
  expect(await standing(mission.id)).toBe('GROWING open')
  await done(restore(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('PROOF_SUBMITTED open')
  expectRefused(await submit(mission), 409)
  await done(hide(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('GROWING open')
  await done(restore(admin, 'proof', first))
  await reviewed(first, 'approve')
  expect(await standing(mission.id)).toBe('VERIFIED verified')
  expect((await done(restore(admin, 'proof', second))).seeds).toBe(0)
  await expectLedger(world, contributor.address, 10)
})

test('one that waits for an optional milestone holds the mission when the one that verified it is hidden', async () => {
  const mission = await begun(REQUIRED, OPTIONAL)
  const first = await approved(mission, 0)
  const second = await submitted(mission, 1)
  expect(await standing(mission.id)).toBe('VERIFIED verified open')
  await done(hide(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('PROOF_SUBMITTED open open')
  await reviewed(second, 'approve')
  expect(await standing(mission.id)).toBe('GROWING open verified')
})

test('a milestone that is verified or cancelled is not approved a second time, so nothing is credited twice', async () => {
  const mission = await begun(REQUIRED, OPTIONAL)
  const optional = await submitted(mission, 1)
  await done(hide(admin, 'proof', optional))
  const cancel = { status: 'Cancelled' }
  const path = `/api/projects/${mission.id}/milestones/${mission.milestones[1].id}`
  expect((await owner.patch(path, cancel)).status).toBe(201)
  const first = await approved(mission, 0)
  expectRefused(await restore(admin, 'proof', optional), 409)
  // The first version restored it all the same, and its records live on.
  await world.sql.query(`UPDATE "Proof" SET "hiddenAt" = NULL WHERE id = $1`, [optional])
  await done(hide(admin, 'proof', first))
  expect(await standing(mission.id)).toBe('PROOF_SUBMITTED open open')
  expectRefused(await review(optional, 'approve'), 409)
  await reviewed(optional, 'reject')
  expect(await standing(mission.id)).toBe('CHANGES_REQUESTED open open')
})

test('its milestone is not cancelled while it is hidden, and is verified again when it is restored', async () => {
  const mission = await begun(REQUIRED, OPTIONAL)
  const optional = await approved(mission, 1)
  const cancel = () =>
    owner.patch(`/api/projects/${mission.id}/milestones/${mission.milestones[1].id}`, { status: 'Cancelled' })
  await done(hide(admin, 'proof', optional))
  const refused = await cancel()
  expectRefused(refused, 409)
  expect(refused.body.error.message).toContain('A moderator hid an approved proof')
  expect((await done(restore(admin, 'proof', optional))).seeds).toBe(5)
  expect(await standing(mission.id)).toBe('GROWING open verified')
  await expectLedger(world, contributor.address, 5)

  // The first version cancelled it all the same, and its records live on: nothing is given back.
  await done(hide(admin, 'proof', optional))
  await world.sql.query(`UPDATE "Milestone" SET status = 'Cancelled' WHERE id = $1`, [mission.milestones[1].id])
  expect((await done(restore(admin, 'proof', optional))).seeds).toBe(0)
  expect(await standing(mission.id)).toBe('GROWING open open')
})

test('a receipt stays true to what it held when its proof is hidden afterwards', async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const { proofId } = receipt.evidence[0]
  await done(hide(admin, 'proof', proofId))
  expect(await standing(mission.id)).toBe('COMPLETED open')
  const kept = (await world.get(`/api/v1/receipts/${receipt.id}`)).body.receipt
  expect(kept).toEqual(receipt)
  expect(allHold(await checkReceipt(kept))).toBe(true)
  await expectLedger(world, contributor.address, 20)
  await done(restore(admin, 'proof', proofId))
  expect(await standing(mission.id)).toBe('COMPLETED verified')
  await expectLedger(world, contributor.address, 30)
})

test('of a hidden mission it moves as of a shown one', async () => {
  const mission = await begun(REQUIRED)
  const proof = await approved(mission)
  await done(hide(admin, 'mission', mission.id))
  await done(hide(admin, 'proof', proof))
  await done(restore(admin, 'mission', mission.id))
  expect(await standing(mission.id)).toBe('GROWING open')
  expect((await done(restore(admin, 'proof', proof))).seeds).toBe(10)
  await expectLedger(world, contributor.address, 10)
})

test('a receipt is refused, and never false, where a proof was hidden behind the service’s back', async () => {
  const mission = await begun(REQUIRED, OPTIONAL)
  await approved(mission, 1)
  const proof = await approved(mission, 0)
  await world.sql.query(`UPDATE "Proof" SET "hiddenAt" = now() WHERE id = $1`, [proof])
  expectRefused(await complete(mission.id), 409)
  const { receipt } = (await complete(mission.id, 'failed')).body
  expect(receipt.terms.milestones.map(({ verified }: Json) => verified)).toEqual([false, true])
  expect(allHold(await checkReceipt(receipt))).toBe(true)
})

test('the owner is told what a hidden or restored proof does to the mission, and its contributor of the proof alone', async () => {
  const newest = async (who: Actor): Promise<Json> => (await who.get('/api/v1/notifications')).body.notifications[0]
  const mission = await begun(REQUIRED, OPTIONAL)
  const [first, translation] = [await approved(mission), await approved(mission, 1)]
  const href = `/missions/${mission.id}`
  const told = async (kind: string, title: string, body: string) =>
    expect(await newest(owner)).toMatchObject({ kind, title, body, href })
  const [was, hidden] = [`A milestone of “${mission.title}” is`, 'A moderator hid a proof of your mission']

  await done(hide(admin, 'proof', translation))
  await told('record-hidden', hidden, `${was} not verified any more. The moderator wrote: It leads to malware.`)
  await done(restore(admin, 'proof', translation))
  const shown = 'A proof of your mission is shown again'
  await told('record-restored', shown, `${was} verified again. The moderator wrote: It was harmless.`)
  await done(hide(admin, 'proof', first))
  await told(
    'record-hidden',
    hidden,
    `“${mission.title}” is now “In progress”. The moderator wrote: It leads to malware.`,
  )
  await done(restore(admin, 'proof', first))
  await told('record-restored', shown, `“${mission.title}” is now “Verified”. The moderator wrote: It was harmless.`)

  const { rows } = await world.sql.query(
    `SELECT title FROM "Notification" WHERE wallet = $1 AND kind LIKE 'record-%' ORDER BY id`,
    [contributor.address],
  )
  const own = ['A moderator hid a record of yours', 'A record of yours is shown again']
  expect(rows.map(({ title }) => title)).toEqual([...own, ...own])
})

test('nobody is told of an effect where another approved proof holds the milestone', async () => {
  const mission = await begun(REQUIRED, SECOND)
  const first = await approved(mission)
  await done(hide(admin, 'proof', first))
  await approved(mission)
  await done(restore(admin, 'proof', first))
  const { rows } = await world.sql.query(
    `SELECT kind FROM "Notification" WHERE wallet = $1 AND kind LIKE 'record-%' ORDER BY id`,
    [owner.address],
  )
  expect(rows).toEqual([{ kind: 'record-hidden' }])
})
