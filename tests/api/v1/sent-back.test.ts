import { afterAll, beforeAll, expect, test } from 'vitest'
import { listInProgress } from '@/lib/review/signed'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { rowsReadBy } from '@/tests/support/plan'
import { unsoundIn } from '@/tests/support/sound'
import { decidedChallenge, decisionBody, proofBody, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What a verifier sent back is listed until somebody answers, which for many records nobody ever does.

/** More than are shown, and records enough that reading them all would be seen. */
const ABANDONED = 1_000
const SHOWN = 50

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

async function sentBackMission(verdict: 'reject' | 'request-changes' = 'request-changes'): Promise<Json> {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: 'Not yet.' }))
  return { ...mission, proof }
}

async function rejectDecision(id: string): Promise<void> {
  const verdict = { verdict: 'reject', explanation: 'The post says otherwise.' }
  await done(verifier.signed(`/api/v1/challenges/${id}/verify-decision`, verdict))
}

/** The records that are listed, each once, as the tables say that they must be. */
async function listed(): Promise<string[]> {
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
  return (await listInProgress()).items.map(({ recordId }) => recordId)
}

test('a mission is listed from a review that asks for more until the next proof, or its end', async () => {
  const [answered, ended] = [await sentBackMission('reject'), await sentBackMission()]
  expect((await listInProgress()).items).toEqual([
    expect.objectContaining({ kind: 'proof', recordId: answered.id, verdict: 'reject', words: 'Not yet.' }),
    expect.objectContaining({ kind: 'proof', recordId: ended.id, verdict: 'request-changes' }),
  ])
  await done(contributor.post(`/api/v1/milestones/${answered.milestones[0].id}/proof`, proofBody))
  expect(await listed()).toEqual([ended.id])
  await done(owner.post(`/api/v1/missions/${ended.id}/complete`, { outcome: 'failed', statement: 'Over.' }))
  expect(await listed()).toEqual([])
})

test('a challenge is listed from the rejection of its decision until the next one; one that was withdrawn is no rejection', async () => {
  const { id } = await decidedChallenge(world, owner)
  const at = `/api/v1/challenges/${id}`
  expect(await listed()).toEqual([])
  await rejectDecision(id)
  expect(await listed()).toEqual([id])
  await done(owner.post(`${at}/decision`, decisionBody))
  expect(await listed()).toEqual([])
  await done(owner.post(`${at}/decision/withdraw`, { reason: 'The wrong post.' }))
  expect(await listed()).toEqual([])
  await done(owner.post(`${at}/decision`, decisionBody))
  await rejectDecision(id)
  expect(await listed()).toEqual([id])
  await done(owner.post(`${at}/cancel`, { reason: 'Over.' }))
  expect(await listed()).toEqual([])
})

test('what a moderator hides is not listed, and is again where it was', async () => {
  const admin = await world.admin()
  const first = await sentBackMission()
  const second = await sentBackMission()
  const { body } = await contributor.post(`/api/v1/milestones/${second.milestones[0].id}/proof`, proofBody)
  await done(hide(admin, 'proof', body.proof.id))
  expect(await listed()).toEqual([first.id, second.id])
  await done(hide(admin, 'proof', second.proof.id))
  expect(await listed()).toEqual([first.id])
  await done(hide(admin, 'mission', first.id))
  expect(await listed()).toEqual([])
  await done(restore(admin, 'proof', second.proof.id))
  await done(restore(admin, 'mission', first.id))
  expect(await listed()).toEqual([first.id, second.id])
  for (const { id } of [first, second])
    await done(owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'failed', statement: 'Over.' }))
})

test('where the proof that was sent back is hidden, an earlier approval is not what sent the mission back', async () => {
  const admin = await world.admin()
  const milestones = ['First', 'Second'].map((title) => ({ title, required: true }))
  const { mission, proof } = await provenMission(owner, contributor, { milestones })
  await done(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' }))
  const { body } = await contributor.post(`/api/v1/milestones/${mission.milestones[1].id}/proof`, proofBody)
  await done(
    verifier.signed(`/api/v1/proof/${body.proof.id}/review`, { verdict: 'request-changes', reason: 'Not yet.' }),
  )
  expect(await listed()).toEqual([mission.id])
  await done(hide(admin, 'proof', body.proof.id))
  expect(await listed()).toEqual([])
  await done(restore(admin, 'proof', body.proof.id))
  expect(await listed()).toEqual([mission.id])
  await done(owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'failed', statement: 'Over.' }))
})

/** A mission of two milestones with a proof of the first, which a moderator hid while it waited. */
async function hiddenWhileWaiting(admin: Actor): Promise<Json> {
  const milestones = ['First', 'Second'].map((title) => ({ title, required: true }))
  const { mission, proof } = await provenMission(owner, contributor, { milestones })
  await done(hide(admin, 'proof', proof.id))
  return { ...mission, proof }
}

async function judgeProof(proofId: string, verdict: string, reason: string): Promise<void> {
  await done(verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason }))
}

test('the newest verdict is listed, also where it is about a proof that is older than others: one that was restored', async () => {
  const admin = await world.admin()
  const first = await hiddenWhileWaiting(admin)
  const second = await hiddenWhileWaiting(admin)
  const judgements = [
    [first, 0, 'reject'],
    [second, 1, 'approve'],
  ] as const
  for (const [mission, milestone, verdict] of judgements) {
    const { body } = await contributor.post(`/api/v1/milestones/${mission.milestones[milestone].id}/proof`, proofBody)
    await judgeProof(body.proof.id, verdict, 'Judged meanwhile.')
  }
  for (const { proof } of [first, second]) {
    await done(restore(admin, 'proof', proof.id))
    await judgeProof(proof.id, 'request-changes', 'Judged last.')
  }
  expect(await listed()).toEqual([first.id, second.id])
  expect((await listInProgress()).items.map(({ words }) => words)).toEqual(['Judged last.', 'Judged last.'])
  for (const { id } of [first, second])
    await done(owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'failed', statement: 'Over.' }))
})

test('however many were never taken up again, only those that are shown are read', async () => {
  const { id } = await sentBackMission()
  await world.sql.query(
    `WITH made AS (INSERT INTO "Mission" SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'state', 'PROOF_SUBMITTED'))).*
        FROM "Mission" r, generate_series(1, ${ABANDONED}) WHERE r.id = $1 RETURNING id),
      proofs AS (INSERT INTO "Proof" SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'missionId', made.id))).*
        FROM "Proof" p, made WHERE p."missionId" = $1 RETURNING id)
      INSERT INTO "SignedVerdict" SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'subjectId', proofs.id))).*
        FROM "SignedVerdict" v JOIN "Proof" p ON p.id = v."subjectId" AND p."missionId" = $1, proofs`,
    [id],
  )
  await world.sql.query(`UPDATE "Mission" SET state = 'CHANGES_REQUESTED' WHERE state = 'PROOF_SUBMITTED'`)
  for (const table of ['Mission', 'Proof', 'SignedVerdict', 'SentBack'])
    await world.sql.query(`VACUUM (ANALYZE) "${table}"`)
  const sent = recordStatements()
  const { items, isMore } = await listInProgress()
  expect([items.length, isMore]).toEqual([SHOWN, true])
  // A row of the list, the verdict, the proof, its milestone and mission of each, and what is next to them where they stand.
  expect(await rowsReadBy(world.sql, sent.at(-1) ?? '', [])).toBeLessThan(ABANDONED)
})
