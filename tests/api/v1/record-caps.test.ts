import { afterAll, beforeAll, expect, test } from 'vitest'
import { DECISIONS_MAX, PROOFS_MAX, RESTORES_MAX, SIGNED_DECISIONS_PER_VERIFIER_MAX } from '@/lib/contract/limits'
import { findHistoryBlock } from '@/lib/history/queries'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { lengthenHistory } from '@/tests/support/long-history'
import { awaitingChallenge, claimedMission, decisionBody, proofBody, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Nobody can make a record, its history or its receipt endless.

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

test('a mission takes so many proofs, over all its milestones and whatever became of them', async () => {
  const milestones = [
    { title: 'One', required: true },
    { title: 'Two', required: true },
  ]
  const mission = await claimedMission(owner, contributor, { milestones })
  const [first, second] = mission.milestones
  await world.sql.query(
    `INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, note, status, "submittedBy", "submittedAt", "hiddenAt")
     SELECT gen_random_uuid(), $1, $2, 'Link', 'https://example.org/', 'No.', 'rejected', $3, now(), now()
     FROM generate_series(1, $4)`,
    [mission.id, first.id, contributor.address, PROOFS_MAX - 1],
  )
  const last = await contributor.post(`/api/v1/milestones/${second.id}/proof`, proofBody)
  expect(last.status, last.text).toBe(201)
  await verifier.signed(`/api/v1/proof/${last.body.proof.id}/review`, { verdict: 'reject', reason: 'No.' })
  expectRefused(await contributor.post(`/api/v1/milestones/${first.id}/proof`, proofBody), 409)
})

test('a challenge takes so many decisions, rejected ones included', async () => {
  const { id } = await awaitingChallenge(world, owner)
  await world.sql.query(
    `INSERT INTO "Decision" (id, "challengeId", side, "decisionUrl", explanation, "submittedBy", "submittedAt", late, status)
     SELECT gen_random_uuid(), $1, 'A', 'https://example.org/', 'No.', $2, now(), false, 'rejected' FROM generate_series(1, $3)`,
    [id, owner.address, DECISIONS_MAX - 1],
  )
  const decide = () => owner.post(`/api/v1/challenges/${id}/decision`, decisionBody)
  expect((await decide()).status).toBe(201)
  await verifier.signed(`/api/v1/challenges/${id}/verify-decision`, { verdict: 'reject', explanation: 'No.' })
  expectRefused(await decide(), 409)
})

test('a verifier signs so many decisions on a project, however often it changes', async () => {
  const { id } = await seedMission(owner)
  await world.sql.query(
    `INSERT INTO "ProjectDecision" (id, "missionId", verdict, reason, "decidedBy", "decidedAt", signed, "contentHash")
     SELECT gen_random_uuid(), $1, 'approve', 'Yes.', $2, now(), true, lpad(n::text, 64, '0') FROM generate_series(1, $3) n`,
    [id, verifier.address, SIGNED_DECISIONS_PER_VERIFIER_MAX],
  )
  const prepare = (by: Actor) =>
    by.post(`/api/projects/${id}/verifications/prepare`, { verdict: 'approve', reason: 'Yes.' })
  expectRefused(await prepare(verifier), 409)
  expect((await prepare(await world.verifier(1))).status, 'nobody takes another’s room').toBe(200)
})

test('what was restored very often stays hidden in the end: hiding is always possible', async () => {
  const { id } = await seedMission(owner)
  await done(hide(admin, 'mission', id))
  await world.sql.query(
    `INSERT INTO "HistoryEvent" ("recordId", seq, kind, at, data, hash)
     SELECT $1, 1000 + n, 'record-restored', now(), '{}', '' FROM generate_series(1, $2) n`,
    [id, RESTORES_MAX - 1],
  )
  await done(restore(admin, 'mission', id))
  await done(hide(admin, 'mission', id))
  expectRefused(await restore(admin, 'mission', id), 409)
})

test('a page reads the newest fifty events of a record and its last proofs, and nothing more', async () => {
  const { getMissionPage } = await import('@/lib/projects/queries')
  const { id } = await claimedMission(owner, contributor)
  await lengthenHistory(world.sql, 'Mission', id, 198, 10)
  const page = await getMissionPage(id)
  expect(page.history.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => 151 + index))
  expect([page.historySeq, page.leftState]).toEqual([200, 'SEED'])
  const block = async (number: number) => (await findHistoryBlock('mission', id, number))?.events.map(({ seq }) => seq)
  expect(await block(1)).toEqual(Array.from({ length: 50 }, (_, index) => 1 + index))
  expect((await block(4))?.at(-1)).toBe(200)
  expect(await block(5)).toBeUndefined()
  const { history } = (await world.get(`/api/v1/missions/${id}`)).body.mission
  expect(history).toHaveLength(200)
})

test('what is hidden is withheld in the pages of a history too, and a hidden record has none', async () => {
  const { id, milestones } = await claimedMission(owner, contributor)
  const body = { ...proofBody, note: 'Not for everybody.' }
  const { proof } = (await contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, body)).body
  const text = async () => JSON.stringify(await findHistoryBlock('mission', id, 1))
  expect(await text()).toContain('Not for everybody.')
  await done(hide(admin, 'proof', proof.id))
  expect(await text()).not.toContain('Not for everybody.')
  expect(await text()).toContain('"withheld":true')
  await done(hide(admin, 'mission', id))
  expect(await findHistoryBlock('mission', id, 1)).toBeNull()
})
