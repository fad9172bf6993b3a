import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, signIn } from '@/tests/support/client'
import { verifierAccounts } from '@/tests/support/environment'
import { claimedMission, proofBody, provenMission, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const approve = { verdict: 'approve', reason: 'It is there.' }
const required = (title: string) => ({ title, required: true })
const optional = (title: string) => ({ title, required: false })

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier] = await Promise.all([world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const review = (proofId: string) => `/api/v1/proof/${proofId}/review`
const read = async (id: string) => (await world.get(`/api/v1/missions/${id}`)).body.mission
const ledger = async (wallet: string) => (await world.get(`/api/v1/rewards/wallet/${wallet}`)).body

/** A mission with a contributor of its own, so that balances begin at zero. */
async function proven(milestones = [required('First page')]) {
  contributor = await world.wallet()
  return provenMission(owner, contributor, { milestones })
}

async function prove(milestoneId: string): Promise<string> {
  const { status, body, text } = await contributor.post(`/api/v1/milestones/${milestoneId}/proof`, proofBody)
  expect(status, text).toBe(201)
  return body.proof.id
}

test('preparing a review answers 200 with the text to sign and changes nothing', async () => {
  const { mission, proof } = await proven()
  const { status, body } = await verifier.post(review(proof.id), approve)
  expect(status).toBe(200)
  expect(body).toEqual({
    signatureRequired: true,
    nonce: expect.any(String),
    message: expect.any(String),
    expiresAt: expect.any(String),
  })
  expect(await read(mission.id)).toMatchObject({
    state: 'PROOF_SUBMITTED',
    proofs: [{ status: 'submitted', reviews: [] }],
  })
})

test.each([
  ['approve', 'verified', 'VERIFIED', true, 10],
  ['request-changes', 'changes-requested', 'CHANGES_REQUESTED', false, 0],
  ['reject', 'rejected', 'CHANGES_REQUESTED', false, 0],
])('a signed %s makes the proof %s and the mission %s', async (verdict, status, state, verified, seeds) => {
  const { mission, proof } = await proven()
  const reply = await verifier.signed(review(proof.id), { verdict, reason: 'I looked.\nTwice.' })
  expect(reply.status).toBe(201)
  expect(reply.body.proof).toMatchObject({ id: proof.id, status })
  const [signed] = reply.body.proof.reviews
  expect(signed).toEqual({
    verdict,
    reason: 'I looked.\nTwice.',
    verifier: verifier.address,
    message: expect.any(String),
    signature: expect.any(String),
    signedAt: expect.any(String),
  })
  expect(await recoverMessageAddress(signed)).toBe(verifier.address)

  const record = await read(mission.id)
  expect(record).toMatchObject({ state, proofs: [reply.body.proof], milestones: [{ verified, status: 'Pending' }] })
  expect(record.history.at(-1)).toMatchObject({
    kind: 'proof-reviewed',
    actor: verifier.address,
    from: 'PROOF_SUBMITTED',
    to: state,
    data: { proofId: proof.id, status, review: { ...signed } },
  })
  expect((await ledger(contributor.address)).balance).toBe(seeds)
  expect((await ledger(contributor.address)).entries).toHaveLength(seeds === 0 ? 0 : 1)
})

test('a verified milestone earns its contributor 10 Seeds if it is required and 5 if not', async () => {
  const { mission, proof } = await proven([optional('An extra'), required('First page')])
  await verifier.signed(review(proof.id), approve)
  expect(await ledger(contributor.address)).toMatchObject({
    balance: 5,
    entries: [
      {
        kind: 'milestone-verified',
        amount: 5,
        missionId: mission.id,
        proofId: proof.id,
        challengeId: null,
        reversesId: null,
      },
    ],
  })
  await verifier.signed(review(await prove(mission.milestones[1].id)), approve)
  const { balance, entries } = await ledger(contributor.address)
  expect(balance).toBe(15)
  expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([10, 5])
  expect((await read(mission.id)).seeds.map(({ id }: { id: number }) => id)).toEqual(
    entries.map(({ id }: { id: number }) => id).reverse(),
  )
})

test('an approved optional milestone lets the mission grow, but never verifies it', async () => {
  const { mission, proof } = await proven([optional('An extra'), required('First page')])
  await verifier.signed(review(proof.id), approve)
  expect(await read(mission.id)).toMatchObject({
    state: 'GROWING',
    milestones: [{ verified: true }, { verified: false }],
  })
})

test('a mission is verified exactly when its last required milestone is', async () => {
  const { mission, proof } = await proven([required('First page'), optional('An extra'), required('Second page')])
  await verifier.signed(review(proof.id), approve)
  expect((await read(mission.id)).state).toBe('GROWING')
  await verifier.signed(review(await prove(mission.milestones[2].id)), approve)
  expect(await read(mission.id)).toMatchObject({
    state: 'VERIFIED',
    milestones: [{ verified: true }, { verified: false }, { verified: true }],
  })
})

test('a cancelled required milestone does not hold the mission back', async () => {
  const { mission, proof } = await proven([required('First page'), required('Second page')])
  await world.sql.query(`UPDATE "Milestone" SET status = 'Cancelled' WHERE id = $1`, [mission.milestones[1].id])
  await verifier.signed(review(proof.id), approve)
  expect((await read(mission.id)).state).toBe('VERIFIED')
})

test("the owner's remark that a milestone is delivered verifies nothing", async () => {
  const { mission, proof } = await proven([required('First page'), required('Second page')])
  await world.sql.query(`UPDATE "Milestone" SET status = 'Delivered' WHERE "missionId" = $1`, [mission.id])
  await verifier.signed(review(proof.id), approve)
  expect((await read(mission.id)).state).toBe('GROWING')
})

test('after changes requested in a growing mission the way goes on', async () => {
  const { mission, proof } = await proven([required('First page'), required('Second page')])
  await verifier.signed(review(proof.id), approve)
  const second = await prove(mission.milestones[1].id)
  await verifier.signed(review(second), { verdict: 'request-changes', reason: 'Almost.' })
  expect((await read(mission.id)).state).toBe('CHANGES_REQUESTED')
  await verifier.signed(review(await prove(mission.milestones[1].id)), approve)
  const { state, proofs } = await read(mission.id)
  expect(state).toBe('VERIFIED')
  expect(proofs.map(({ status }: { status: string }) => status)).toEqual(['verified', 'changes-requested', 'verified'])
  expect((await ledger(contributor.address)).balance).toBe(20)
})

test.each<[string, object]>([
  ['verdict', { verdict: undefined }],
  ['verdict', { verdict: 'changes-requested' }],
  ['verdict', { verdict: 'verified' }],
  ['verdict', { verdict: ['approve'] }],
  ['reason', { reason: undefined }],
  ['reason', { reason: '' }],
  ['reason', { reason: 'x'.repeat(2001) }],
  ['reason', { reason: undefined, explanation: 'The other word.' }],
])('a review is refused that names %s wrongly: %j', async (field, over) => {
  const { proof } = await proven()
  expectRefused(await verifier.post(review(proof.id), { ...approve, ...over }), 400, field)
})

test('a review needs a session, the role of a verifier and a proof that exists', async () => {
  const { proof } = await proven()
  expectRefused(await world.send('POST', review(proof.id), approve), 401)
  for (const other of [owner, contributor, await world.wallet(), await world.admin()])
    expectRefused(await other.post(review(proof.id), approve), 403)
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await verifier.post(review(nowhere), approve), 404)
})

test('the owner of a mission cannot review its proof, even as an allowlisted verifier', async () => {
  const owning = await signIn(world.base, verifierAccounts[1])
  const { proof } = await provenMission(owning, await world.wallet())
  for (const verdict of ['approve', 'reject', 'request-changes']) {
    expectRefused(await owning.post(review(proof.id), { verdict, reason: 'My own.' }), 403)
  }
  expect((await verifier.signed(review(proof.id), approve)).status).toBe(201)
})

test('the contributor cannot review their own proof, even as an allowlisted verifier', async () => {
  const contributing = await signIn(world.base, verifierAccounts[1])
  const { proof } = await provenMission(owner, contributing)
  for (const verdict of ['approve', 'reject', 'request-changes']) {
    expectRefused(await contributing.post(review(proof.id), { verdict, reason: 'My own.' }), 403)
  }
})

test('the submitter of a proof cannot review it, even if another wallet is the contributor by now', async () => {
  const submitting = await signIn(world.base, verifierAccounts[1])
  const { mission, proof } = await provenMission(owner, submitting)
  await world.sql.query('UPDATE "Mission" SET "contributorWallet" = $2 WHERE id = $1', [
    mission.id,
    (await world.wallet()).address,
  ])
  expectRefused(await submitting.post(review(proof.id), approve), 403)
})

test('a proof is reviewed once', async () => {
  const second = await world.verifier(1)
  for (const verdict of ['approve', 'reject', 'request-changes']) {
    const { proof } = await proven([required('First page'), required('Second page')])
    await verifier.signed(review(proof.id), { verdict, reason: 'First.' })
    expectRefused(await second.post(review(proof.id), { verdict: 'approve', reason: 'Second.' }), 409)
  }
})

test('an earlier attempt is not reviewed again while a later one waits', async () => {
  const { mission, proof } = await proven()
  await verifier.signed(review(proof.id), { verdict: 'reject', reason: 'No.' })
  await prove(mission.milestones[0].id)
  expectRefused(await verifier.post(review(proof.id), approve), 409)
})

test('of two verifiers who sign at once one review stands and the other is a conflict', async () => {
  const { mission, proof } = await proven()
  const second = await world.verifier(1)
  const steps = await Promise.all(
    [
      { by: verifier, body: approve },
      { by: second, body: { verdict: 'reject', reason: 'No.' } },
    ].map(async ({ by, body }) => {
      const { nonce, message } = (await by.post(review(proof.id), body)).body
      return { by, nonce, signature: await by.account.signMessage({ message }) }
    }),
  )
  const replies = await Promise.all(
    steps.map(({ by, nonce, signature }) => by.post(review(proof.id), { nonce, signature })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409])
  const { proofs, state } = await read(mission.id)
  expect(proofs[0].reviews).toHaveLength(1)
  expect(state).toBe(replies[0]?.status === 201 ? 'VERIFIED' : 'CHANGES_REQUESTED')
  expect((await ledger(contributor.address)).balance).toBe(replies[0]?.status === 201 ? 10 : 0)
})

test('one signature sent many times at once counts once', async () => {
  const { proof } = await proven()
  const { nonce, message } = (await verifier.post(review(proof.id), approve)).body
  const signature = await verifier.account.signMessage({ message })
  const replies = await Promise.all([1, 2, 3, 4].map(() => verifier.post(review(proof.id), { nonce, signature })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409])
  expect((await ledger(contributor.address)).balance).toBe(10)
})

test('the proof of a mission that has ended is not reviewed', async () => {
  const { mission, proof } = await proven()
  await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'abandoned', statement: 'Nobody needs it.' })
  expectRefused(await verifier.post(review(proof.id), approve), 409)
})

test('a mission that is verified or only claimed has nothing to review', async () => {
  contributor = await world.wallet()
  await claimedMission(owner, contributor)
  const { id } = await verifiedMission(owner, contributor, verifier)
  const { proofs } = await read(id)
  expectRefused(await (await world.verifier(1)).post(review(proofs[0].id), approve), 409)
})
