import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { completedMission, conversionBody, decidedChallenge, decisionBody, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Hidden equals absent: reads 404, writes 410, not in lists; nothing is deleted (docs/decisions.md#moderation).

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const hide = (table: string, id: string) =>
  world.sql.query(`UPDATE "${table}" SET "hiddenAt" = now() WHERE id = $1`, [id])
const approve = { verdict: 'approve', explanation: 'Yes.', reason: 'Yes.' }

test('a hidden challenge is absent from reads and lists, and every write to it is 410', async () => {
  const { id } = await decidedChallenge(world, owner)
  const at = `/api/v1/challenges/${id}`
  const prepared = await verifier.post(`${at}/verify-decision`, approve)
  await hide('Challenge', id)

  expectRefused(await world.get(at), 404)
  for (const query of ['', `?owner=${owner.address}`, '?state=DECISION_SUBMITTED', '?q=greeting']) {
    const { challenges } = (await world.get(`/api/v1/challenges${query}`)).body
    expect(
      challenges.filter((challenge: { id: string }) => challenge.id === id),
      query,
    ).toEqual([])
  }
  expectRefused(await contributor.post(`${at}/submissions`, { side: 'A', url: 'https://example.org/' }), 410)
  expectRefused(await owner.post(`${at}/decision`, decisionBody), 410)
  expectRefused(await owner.post(`${at}/convert`, conversionBody()), 410)
  expectRefused(await owner.post(`${at}/cancel`, { reason: 'Over.' }), 410)
  expectRefused(await verifier.post(`${at}/verify-decision`, approve), 410)
  const { nonce, message } = prepared.body
  const signature = await verifier.account.signMessage({ message })
  expectRefused(await verifier.post(`${at}/verify-decision`, { nonce, signature }), 410)
})

test('a hidden mission is absent from reads and lists, and every write to it is 410', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  const at = `/api/v1/missions/${mission.id}`
  await hide('Mission', mission.id)

  for (const part of ['', '/milestones', '/proof']) expectRefused(await world.get(at + part), 404)
  for (const query of [
    '',
    `?owner=${owner.address}`,
    '?state=PROOF_SUBMITTED',
    `?contributor=${contributor.address}`,
    '?q=newcomer',
  ]) {
    const { missions } = (await world.get(`/api/v1/missions${query}`)).body
    expect(
      missions.filter((found: { id: string }) => found.id === mission.id),
      query,
    ).toEqual([])
  }
  expectRefused(await contributor.post(`${at}/claim`), 410)
  expectRefused(
    await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, {
      kind: 'Link',
      url: 'https://example.org/',
      note: 'x',
    }),
    410,
  )
  expectRefused(await verifier.post(`/api/v1/proof/${proof.id}/review`, approve), 410)
  expectRefused(await owner.post(`${at}/complete`, { outcome: 'failed', statement: 'Over.' }), 410)
  expectRefused(await owner.post(`${at}/payment`, { chainId: '1', txHash: `0x${'ab'.repeat(32)}` }), 410)
})

test('a hidden proof is absent from its mission, and its review is 410', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await hide('Proof', proof.id)
  expect((await world.get(`/api/v1/missions/${mission.id}/proof`)).body).toEqual({ proofs: [] })
  expect((await world.get(`/api/v1/missions/${mission.id}`)).body.mission.proofs).toEqual([])
  expectRefused(await verifier.post(`/api/v1/proof/${proof.id}/review`, approve), 410)
})

test("a hidden mission's receipt is not found, and takes no payment", async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  await hide('Mission', mission.id)
  expectRefused(await world.get(`/api/v1/receipts/${receipt.id}`), 404)
  expectRefused(
    await owner.post(`/api/v1/missions/${mission.id}/payment`, { chainId: '1', txHash: `0x${'cd'.repeat(32)}` }),
    410,
  )
})
