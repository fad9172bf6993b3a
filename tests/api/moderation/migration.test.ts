import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHistory } from '@/lib/verify/check-history'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Json } from '@/tests/support/client'
import { claimedMission, dayFromNow, proofBody, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const MIGRATION = path.resolve(import.meta.dirname, '../../../prisma/migrations/0009_true_receipts/migration.sql')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a database with missions that a hidden proof had left verified is brought to the rule, on record', async () => {
  const [owner, contributor, verifier, admin, stranger] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.admin(),
    world.wallet(),
  ])
  const milestones = [
    { title: 'First', required: true },
    { title: 'Second', required: true },
  ]
  const verified = async (count: number): Promise<{ mission: Json; proofs: string[] }> => {
    const mission = await claimedMission(owner, contributor, { milestones, contributorWallet: contributor.address })
    const proofs: string[] = []
    for (const { id } of mission.milestones.slice(0, count)) {
      const { proof } = (await contributor.post(`/api/v1/milestones/${id}/proof`, proofBody)).body
      const review = { verdict: 'approve', reason: 'Yes.' }
      expect((await verifier.signed(`/api/v1/proof/${proof.id}/review`, review)).status).toBe(201)
      proofs.push(proof.id)
    }
    return { mission, proofs }
  }
  const [whole, half, ended, untouched] = [await verified(2), await verified(1), await verified(2), await verified(2)]
  await owner.post(`/api/v1/missions/${ended.mission.id}/complete`, { outcome: 'completed', statement: 'Done.' })
  const old = await seedMission(owner)
  await world.sql.query(`UPDATE "Mission" SET deadline = $2::date WHERE id = $1`, [old.id, dayFromNow(-1)])
  expect((await stranger.post(`/api/projects/${old.id}/outcome`, { outcome: 'expired', statement: 'x' })).status).toBe(
    201,
  )

  // As an earlier version left it: the proof hidden, and its milestone verified all the same.
  const before =
    await world.sql.query(`SELECT id, state, "verifiedProofId" FROM "Milestone" s JOIN (SELECT id AS "missionId", state FROM "Mission") m
    USING ("missionId")`)
  for (const proof of [whole.proofs[0], half.proofs[0], ended.proofs[1]]) await done(hide(admin, 'proof', proof ?? ''))
  for (const row of before.rows)
    await world.sql.query(`UPDATE "Milestone" SET "verifiedProofId" = $2 WHERE id = $1`, [row.id, row.verifiedProofId])
  await world.sql.query(`UPDATE "Mission" SET state = 'VERIFIED' WHERE id = $1`, [whole.mission.id])
  await world.sql.query('ALTER TABLE "Mission" DROP COLUMN "designatedWallet", DROP COLUMN "recordedBy"')
  await world.sql.query(readFileSync(MIGRATION, 'utf8'))

  const read = async (id: string): Promise<Json> => (await world.get(`/api/v1/missions/${id}`)).body.mission
  const standing = async ({ mission }: { mission: Json }) => {
    const { state, milestones: now, history } = await read(mission.id)
    // What tells of a hidden proof is withheld; every other event, the migration's too, must have its hash.
    expect(checkHistory('Mission', history).result).not.toBe('invalid')
    return [state, ...now.map((milestone: Json) => milestone.verified), history.at(-1).kind]
  }
  expect(await standing(whole)).toEqual(['GROWING', false, true, 'verification-withdrawn'])
  expect(await standing(half)).toEqual(['GROWING', false, false, 'verification-withdrawn'])
  expect(await standing(ended)).toEqual(['COMPLETED', true, false, 'verification-withdrawn'])
  expect(await standing(untouched)).toEqual(['VERIFIED', true, true, 'proof-reviewed'])
  const [, , event] = (await read(whole.mission.id)).history.slice(-3)
  expect([event.from, event.to, event.actor, event.data]).toEqual([
    'VERIFIED',
    'GROWING',
    null,
    { milestoneIds: [whole.mission.milestones[0].id] },
  ])
  await done(restore(admin, 'proof', whole.proofs[0] ?? ''))
  expect(await standing(whole)).toEqual(['VERIFIED', true, true, 'record-restored'])

  expect((await read(ended.mission.id)).recordedBy).toBe(owner.address)
  expect((await read(old.id)).recordedBy).toBe(stranger.address)
  expect((await read(whole.mission.id)).recordedBy).toBeNull()
  expectRefused(await stranger.post(`/api/v1/missions/${whole.mission.id}/claim`), 403)
})
