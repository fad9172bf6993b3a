import { afterAll, beforeAll, expect, test } from 'vitest'
import { findGrowth, findGrowths } from '@/lib/history/growth'
import { getMissionPage } from '@/lib/projects/queries'
import { hide } from '@/tests/api/moderation/moderating'
import type { Actor } from '@/tests/support/client'
import { decidedChallenge, proofBody, provenMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What the vine of a record is drawn from: a letter for each event of its history.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

async function review(proof: string, verdict: 'approve' | 'reject' | 'request-changes'): Promise<void> {
  const { status, text } = await verifier.signed(`/api/v1/proof/${proof}/review`, { verdict, reason: 'I looked.' })
  expect(status, text).toBe(201)
}

test('a proof that is turned down leaves a bare tip, a verified milestone a flower', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await review(proof.id, 'request-changes')
  const again = await contributor.post(`/api/v1/milestones/${proof.milestoneId}/proof`, proofBody)
  await review(again.body.proof.id, 'approve')
  expect(await findGrowth(mission.id)).toEqual({ letters: 'llltlf', earlier: 0 })
})

test('a milestone that is verified no more has no flower', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await review(proof.id, 'approve')
  expect((await findGrowth(mission.id)).letters).toBe('lllf')
  await hide(await world.admin(), 'proof', proof.id)
  expect((await findGrowth(mission.id)).letters).not.toContain('f')
})

test('a decision that a verifier rejects is a bare tip, one that they verify a flower', async () => {
  const { id } = await decidedChallenge(world, owner)
  const path = `/api/v1/challenges/${id}/verify-decision`
  await verifier.signed(path, { verdict: 'reject', explanation: 'The post says otherwise.' })
  expect((await findGrowth(id)).letters).toMatch(/^l+t$/)
})

test('a list’s records are told of together, and what does not exist is left out', async () => {
  const [one, two] = [await seedMission(owner), await decidedChallenge(world, owner)]
  const growths = await findGrowths([one, two, { id: '00000000-0000-7000-8000-000000000000' }])
  expect([...growths.keys()].sort()).toEqual([one.id, two.id].sort())
  expect(growths.get(one.id)).toEqual({ letters: 'l', earlier: 0 })
  expect(await findGrowths([])).toEqual(new Map())
})

test('of a long history the newest events are told of each, the others counted', async () => {
  const { id } = await seedMission(owner)
  await world.sql.query(
    `INSERT INTO "HistoryEvent" ("recordId", seq, kind, at, data, hash)
      SELECT $1, n, 'file-added', now(), '{}', lpad(to_hex(n), 64, '0') FROM generate_series(2, 3000) n`,
    [id],
  )
  await world.sql.query(`UPDATE "Mission" SET "historySeq" = 3000 WHERE id = $1`, [id])
  const { letters, earlier } = await findGrowth(id)
  expect([letters.length, earlier]).toEqual([60, 2940])
  expect((await getMissionPage(id)).growth).toBe(letters)
})
