import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import {
  claimedMission,
  dayFromNow,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const txHash = `0x${'ab'.repeat(32)}`

/** docs/decisions.md#missions-milestones-proof, word for word. */
const VIEW = [
  'id',
  'missionId',
  'milestoneId',
  'kind',
  'url',
  'txHash',
  'chainId',
  'note',
  'status',
  'submittedBy',
  'submittedAt',
  'late',
  'check',
  'reviews',
  'files',
  'fileSums',
]
const twoMilestones = {
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

const proofOf = (milestoneId: string) => `/api/v1/milestones/${milestoneId}/proof`
const read = async (id: string) => (await world.get(`/api/v1/missions/${id}`)).body.mission
const review = (proofId: string, verdict: string) =>
  verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason: 'Looked at it.' })

test('the contributor submits proof, and it waits for a verifier', async () => {
  const { id, milestones } = await claimedMission(owner, contributor)
  const { status, body } = await contributor.post(proofOf(milestones[0].id), proofBody)
  expect(status).toBe(201)
  expect(Object.keys(body.proof)).toEqual(VIEW)
  expect(body.proof).toMatchObject({
    ...proofBody,
    missionId: id,
    milestoneId: milestones[0].id,
    txHash: null,
    chainId: null,
    status: 'submitted',
    submittedBy: contributor.address,
    check: { status: 'not-applicable' },
    late: false,
    reviews: [],
    files: [],
    fileSums: [],
  })
  const mission = await read(id)
  expect(mission).toMatchObject({
    state: 'PROOF_SUBMITTED',
    milestones: [{ verified: false, status: 'Pending' }],
    proofs: [body.proof],
  })
  expect(mission.history.at(-1)).toMatchObject({
    kind: 'proof-submitted',
    actor: contributor.address,
    from: 'CLAIMED',
    to: 'PROOF_SUBMITTED',
    data: { proofId: body.proof.id },
  })
})

test('a proof after the day of the deadline is taken, and marked late for good', async () => {
  const { id, milestones } = await claimedMission(owner, contributor)
  await world.sql.query(`UPDATE "Mission" SET deadline = $2::date WHERE id = $1`, [id, dayFromNow(-1)])
  const { body, status } = await contributor.post(proofOf(milestones[0].id), proofBody)
  expect([status, body.proof.late]).toEqual([201, true])
  expect((await read(id)).history.at(-1).data).toMatchObject({ late: true })
  const outcome = { outcome: 'failed', statement: 'Too late.' }
  const { receipt } = (await owner.post(`/api/v1/missions/${id}/complete`, outcome)).body
  expect(receipt.evidence).toMatchObject([{ late: true }])
})

test.each([
  ['Link', 'https://example.org/page', {}],
  ['Deliverable', 'https://example.org/page.pdf?v=2#top', {}],
  ['CodeHost', 'https://code.example/a/b/commit/0123abc', {}],
  ['CodeHost', `https://code.example/a/b/-/commit/${'F'.repeat(64)}`, {}],
  ['CodeHost', 'https://code.example/a/b/pull/1', {}],
  ['CodeHost', 'https://code.example/pull/1234567?w=1#files', {}],
  ['Transaction', 'https://scan.example/tx/1', { txHash, chainId: '8453' }],
  ['Link', 'https://scan.example/tx/1', { txHash, chainId: '1' }],
])('a %s proof at %s is accepted', async (kind, url, extra) => {
  const { milestones } = await claimedMission(owner, contributor)
  const { status, body, text } = await contributor.post(proofOf(milestones[0].id), {
    kind,
    url,
    note: 'Here.',
    ...extra,
  })
  expect(status, text).toBe(201)
  expect(body.proof).toMatchObject({ kind, url, ...extra })
})

test('a transaction is named, not verified: no provider knows it, and its check says so', async () => {
  const { milestones } = await claimedMission(owner, contributor)
  const sent = {
    kind: 'Transaction',
    url: 'https://scan.example/1',
    txHash: txHash.toUpperCase().replace('X', 'x'),
    chainId: 8453,
    note: 'Paid.',
  }
  const { proof } = (await contributor.post(proofOf(milestones[0].id), sent)).body
  expect(proof).toMatchObject({
    status: 'submitted',
    txHash,
    chainId: '8453',
    check: { status: 'unavailable', txHash, chainId: '8453', checkedAt: null },
  })
})

const codeHost = (path: string) => ({ kind: 'CodeHost', url: `https://code.example${path}` })
const transaction = { kind: 'Transaction', txHash, chainId: '8453' }

test.each<[string, object]>([
  ['kind', { kind: undefined }],
  ['kind', { kind: 'link' }],
  ['kind', { kind: 'Video' }],
  ['url', { url: undefined }],
  ['url', { url: 'http://example.org/proof' }],
  ['url', { url: 'not a url' }],
  ['url', codeHost('')],
  ['url', codeHost('/a/b')],
  ['url', codeHost('/a/b/commit/')],
  ['url', codeHost('/a/b/commit/012345')],
  ['url', codeHost(`/a/b/commit/${'a'.repeat(65)}`)],
  ['url', codeHost('/a/b/commit/ghijklm')],
  ['url', codeHost('/a/b/commit/0123abc/files')],
  ['url', codeHost('/a/b/commit/0123abc/')],
  ['url', codeHost('/a/b/commits/0123abc')],
  ['url', codeHost('/a/b/pull/')],
  ['url', codeHost('/a/b/pull/12a')],
  ['url', codeHost('/a/b/pull/12/files')],
  ['url', codeHost('/a/b?x=/pull/12')],
  ['url', codeHost('/a/b#/pull/12')],
  ['url', codeHost('/a/b/xpull/12')],
  ['url', { kind: 'CodeHost', url: 'ftp://code.example/pull/12' }],
  ['txHash', { ...transaction, txHash: undefined }],
  ['chainId', { ...transaction, chainId: undefined }],
  ['txHash', { ...transaction, txHash: '0x12' }],
  ['txHash', { txHash: `${txHash}00` }],
  ['chainId', { ...transaction, chainId: '0' }],
  ['chainId', { ...transaction, chainId: '08453' }],
  ['chainId', { ...transaction, chainId: 'base' }],
  ['chainId', { ...transaction, chainId: 0 }],
  ['note', { note: undefined }],
  ['note', { note: '   ' }],
  ['note', { note: 'x'.repeat(4001) }],
])('proof is refused that names %s wrongly: %j', async (field, over) => {
  const { id, milestones } = await claimedMission(owner, contributor)
  expectRefused(await contributor.post(proofOf(milestones[0].id), { ...proofBody, ...over }), 400, field)
  expect((await read(id)).state).toBe('CLAIMED')
})

test('proof needs a session, the contributor and a milestone that exists', async () => {
  const { milestones } = await claimedMission(owner, contributor)
  const path = proofOf(milestones[0].id)
  expectRefused(await world.send('POST', path, proofBody), 401)
  for (const other of [owner, verifier, await world.wallet(), await world.admin()]) {
    expectRefused(
      await other.post(path, { ...proofBody, submittedBy: contributor.address, wallet: contributor.address }),
      403,
    )
  }
  for (const nowhere of [NOWHERE, 'nope', milestones[0].id.slice(0, -1)]) {
    expectRefused(await contributor.post(proofOf(nowhere), proofBody), 404)
  }
})

test("a mission's contributor cannot submit proof for another mission's milestone", async () => {
  const { milestones } = await claimedMission(owner, await world.wallet())
  await claimedMission(owner, contributor)
  expectRefused(await contributor.post(proofOf(milestones[0].id), proofBody), 403)
})

test('an unclaimed mission takes no proof', async () => {
  const { milestones } = await seedMission(owner)
  expectRefused(await contributor.post(proofOf(milestones[0].id), proofBody), 403)
})

test('while one proof waits another is a conflict, for the same and for another milestone', async () => {
  const { mission } = await provenMission(owner, contributor, twoMilestones)
  for (const { id } of mission.milestones) expectRefused(await contributor.post(proofOf(id), proofBody), 409)
  expect((await read(mission.id)).proofs).toHaveLength(1)
})

test('of proofs that race one is recorded and the others are a conflict', async () => {
  const { id, milestones } = await claimedMission(owner, contributor, twoMilestones)
  const replies = await Promise.all(
    [0, 1, 0, 1].map((index) => contributor.post(proofOf(milestones[index].id), proofBody)),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409])
  expect((await read(id)).proofs).toHaveLength(1)
})

test.each(['request-changes', 'reject'])(
  'after %s the contributor tries again, and the milestone keeps every attempt',
  async (verdict) => {
    const { mission, proof } = await provenMission(owner, contributor)
    await review(proof.id, verdict)
    const second = await contributor.post(proofOf(mission.milestones[0].id), { ...proofBody, note: 'Better now.' })
    expect(second.status).toBe(201)
    const { state, proofs, history } = await read(mission.id)
    expect(state).toBe('PROOF_SUBMITTED')
    expect(history.at(-1)).toMatchObject({ from: 'CHANGES_REQUESTED', to: 'PROOF_SUBMITTED' })
    expect(proofs.map(({ id }: { id: string }) => id)).toEqual([proof.id, second.body.proof.id])
    expect(proofs[0]).toMatchObject({
      status: verdict === 'reject' ? 'rejected' : 'changes-requested',
      reviews: [{ verdict }],
    })
  },
)

test('a growing mission takes proof for the milestone that remains, and none for the verified one', async () => {
  const { mission, proof } = await provenMission(owner, contributor, twoMilestones)
  await review(proof.id, 'approve')
  expect((await read(mission.id)).state).toBe('GROWING')
  expectRefused(await contributor.post(proofOf(mission.milestones[0].id), proofBody), 409)
  expect((await contributor.post(proofOf(mission.milestones[1].id), proofBody)).status).toBe(201)
})

test('a verified mission takes no more proof for what is required', async () => {
  const { id } = await verifiedMission(owner, contributor, verifier)
  const { state, milestones } = await read(id)
  expect(state).toBe('VERIFIED')
  for (const milestone of milestones) expectRefused(await contributor.post(proofOf(milestone.id), proofBody), 409)
})

test('a milestone named in upper case is the same milestone, also in the history', async () => {
  const { id, milestones } = await claimedMission(owner, contributor)
  const { status, body } = await contributor.post(proofOf(milestones[0].id.toUpperCase()), proofBody)
  expect(status).toBe(201)
  expect(body.proof.milestoneId).toBe(milestones[0].id)
  expect((await read(id)).history.at(-1).data.milestoneId).toBe(milestones[0].id)
})

test('a cancelled milestone takes no proof', async () => {
  const { milestones } = await claimedMission(owner, contributor, {
    milestones: [
      { title: 'First page', required: true },
      { title: 'An extra', required: false },
    ],
  })
  await world.sql.query(`UPDATE "Milestone" SET status = 'Cancelled' WHERE id = $1`, [milestones[1].id])
  expectRefused(await contributor.post(proofOf(milestones[1].id), proofBody), 409)
})
