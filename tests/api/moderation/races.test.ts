import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { hide, restore } from '@/tests/api/moderation/moderating'
import { type Actor, type Json, type Reply, repeatWhenUnavailable } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { expectOneWinner, look, rounds, statuses, turned } from '@/tests/support/race'
import {
  claimedMission,
  completedMission,
  conversionBody,
  proofBody,
  provenMission,
  seedMission,
  verifiedChallenge,
  verifiedMission,
} from '@/tests/support/story'

// A moderator's action against everybody else's, on two instances: one after the other in the end, whichever comes first.

const COUNT = 25

let cluster: Cluster
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
  owner = await cluster.wallet()
  contributor = await cluster.wallet()
  verifier = await cluster.verifier()
  admin = await cluster.admin()
})
afterAll(() => cluster.close())

const at = (who: Actor, place: number): Actor => cluster.everywhere(who)[place % cluster.instances.length] ?? who

/** Both at once, each at another instance, begun in turns; in the first two rounds one after the other, either way. */
async function against(round: number, one: () => Promise<Reply>, other: () => Promise<Reply>): Promise<[Reply, Reply]> {
  if (round === 0) return [await one(), await other()]
  if (round % 2 === 0) return Promise.all([one(), other()])
  const begun = other()
  if (round === 1) await begun
  const [first, second] = await Promise.all([one(), begun])
  return [first, second]
}

/** The events of a record, each chained to the one before. */
async function wholeHistory(recordId: string): Promise<string[]> {
  const { rows } = await cluster.sql.query(
    `SELECT seq, kind, "prevHash", hash FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq`,
    [recordId],
  )
  rows.forEach((row, place) => {
    expect([row.seq, row.prevHash]).toEqual([place + 1, place === 0 ? null : rows[place - 1].hash])
  })
  return rows.map(({ kind }) => kind)
}

const openSeeds = async (missionId: string): Promise<number> =>
  (
    await look(cluster, `SELECT coalesce(sum(amount), 0)::int AS sum FROM "SeedEntry" WHERE "missionId" = $1`, [
      missionId,
    ])
  ).sum
const isHidden = async (table: string, id: string): Promise<boolean> =>
  (await look(cluster, `SELECT "hiddenAt" IS NOT NULL AS hidden FROM "${table}" WHERE id = $1`, [id])).hidden

async function step(path: string, body: object): Promise<Json> {
  const { nonce, message } = (await verifier.post(path, body)).body
  return { nonce, signature: await verifier.account.signMessage({ message }) }
}

test('hiding a mission against claiming it: the claim is before it or 410', async () => {
  const missions = await rounds(() => seedMission(owner), COUNT)
  await rounds(async (round) => {
    const { id } = missions[round]
    const [claim, hidden] = await against(
      round,
      () => at(contributor, 0).post(`/api/v1/missions/${id}/claim`),
      () => hide(at(admin, 1), 'mission', id),
    )
    expect(hidden.status, hidden.text).toBe(201)
    expect([201, 410], claim.text).toContain(claim.status)
    const claimed = claim.status === 201 ? ['mission-claimed'] : []
    expect(await wholeHistory(id)).toEqual(['mission-created', ...claimed, 'record-hidden'])
  }, COUNT)
})

test.each([
  ['the mission', 'mission'],
  ['the proof', 'proof'],
])('hiding %s against approving the proof: what it earned is reversed, or never earned', async (_what, type) => {
  const prepared = await rounds(async () => {
    const { mission, proof } = await provenMission(owner, contributor)
    const path = `/api/v1/proof/${proof.id}/review`
    return { mission, proof, path, signed: await step(path, { verdict: 'approve', reason: 'Yes.' }) }
  }, COUNT)
  await rounds(async (round) => {
    const { mission, proof, path, signed } = prepared[round] ?? expect.fail()
    const [review, hidden] = await against(
      round,
      () => at(verifier, 0).post(path, signed),
      () => hide(at(admin, 1), type, type === 'proof' ? proof.id : mission.id),
    )
    expect(hidden.status, hidden.text).toBe(201)
    expect([201, 410], review.text).toContain(review.status)
    const approved = review.status === 201
    expect(hidden.body.moderation.seeds).toBe(approved ? -10 : 0)
    expect(await openSeeds(mission.id)).toBe(0)
    expect((await wholeHistory(mission.id)).slice(3)).toEqual([
      ...(approved ? ['proof-reviewed'] : []),
      'record-hidden',
    ])
    const { state } = await look(cluster, `SELECT state FROM "Mission" WHERE id = $1`, [mission.id])
    const shown = approved ? 'VERIFIED' : 'PROOF_SUBMITTED'
    expect(state).toBe(type === 'mission' ? shown : approved ? 'GROWING' : 'CLAIMED')
  }, COUNT)
})

test('hiding a mission against completing it: all that it earned is reversed', async () => {
  const missions = await rounds(() => verifiedMission(owner, contributor, verifier), COUNT)
  await rounds(async (round) => {
    const { id } = missions[round]
    const [completed, hidden] = await against(
      round,
      () => at(owner, 0).post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' }),
      () => hide(at(admin, 1), 'mission', id),
    )
    expect(hidden.status, hidden.text).toBe(201)
    expect([201, 410], completed.text).toContain(completed.status)
    expect(hidden.body.moderation.seeds).toBe(completed.status === 201 ? -30 : -10)
    expect(await openSeeds(id)).toBe(0)
    const told = (
      await cluster.sql.query(
        `SELECT 1 FROM "Notification" WHERE href LIKE '/receipts/%' AND "hiddenAt" IS NULL
      AND href IN (SELECT '/receipts/' || id FROM "Receipt" WHERE "missionId" = $1)`,
        [id],
      )
    ).rows
    expect(told).toEqual([])
  }, COUNT)
})

/** A mission's state, and whether its milestones are verified. */
const standing = async (id: string): Promise<string> =>
  (
    await look(
      cluster,
      `SELECT concat_ws(' ', m.state, (SELECT string_agg(CASE WHEN s."verifiedProofId" IS NULL THEN 'open' ELSE 'verified' END, ' ' ORDER BY s.position)
        FROM "Milestone" s WHERE s."missionId" = m.id)) AS told FROM "Mission" m WHERE m.id = $1`,
      [id],
    )
  ).told

const verifyingProof = async (id: string): Promise<string> =>
  (
    await look(
      cluster,
      `SELECT "verifiedProofId" AS id FROM "Milestone" WHERE "missionId" = $1 ORDER BY position LIMIT 1`,
      [id],
    )
  ).id

test('hiding the proof against completing its mission: no receipt calls verified what it holds no review of', async () => {
  const missions = await rounds(() => verifiedMission(owner, contributor, verifier), COUNT)
  await rounds(async (round) => {
    const { id } = missions[round]
    const proofId = await verifyingProof(id)
    const [completed, hidden] = await against(
      round,
      () => at(owner, 0).post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' }),
      () => hide(at(admin, 1), 'proof', proofId),
    )
    expect(hidden.status, hidden.text).toBe(201)
    expect([201, 409], completed.text).toContain(completed.status)
    expect(await openSeeds(id)).toBe(completed.status === 201 ? 20 : 0)
    expect(await standing(id)).toBe(completed.status === 201 ? 'COMPLETED open' : 'GROWING open')
    if (completed.status !== 201) return
    const { receipt } = completed.body
    expect(receipt.verifierDecisions.map((decision: Json) => decision.proofId)).toEqual([proofId])
    expect(allHold(await checkReceipt(receipt))).toBe(true)
  }, COUNT)
})

test('hiding one proof against approving the last other: the mission is verified only by what is shown', async () => {
  const prepared = await rounds(async () => {
    const mission = await claimedMission(owner, contributor, {
      milestones: [
        { title: 'First', required: true },
        { title: 'Second', required: true },
      ],
    })
    const prove = async (place: number): Promise<string> =>
      (await contributor.post(`/api/v1/milestones/${mission.milestones[place].id}/proof`, proofBody)).body.proof.id
    const first = await prove(0)
    const approve = { verdict: 'approve', reason: 'Yes.' }
    expect((await verifier.signed(`/api/v1/proof/${first}/review`, approve)).status).toBe(201)
    const path = `/api/v1/proof/${await prove(1)}/review`
    return { id: mission.id, first, path, signed: await step(path, approve) }
  }, COUNT)
  await rounds(async (round) => {
    const { id, first, path, signed } = prepared[round] ?? expect.fail()
    const [review, hidden] = await against(
      round,
      () => at(verifier, 0).post(path, signed),
      () => hide(at(admin, 1), 'proof', first),
    )
    expect(statuses([review, hidden]), review.text + hidden.text).toEqual([201, 201])
    expect(await standing(id)).toBe('GROWING open verified')
    expect(await openSeeds(id)).toBe(10)
  }, COUNT)
})

test('restoring a verified proof against approving another in its place: one verifies, and one earns', async () => {
  const prepared = await rounds(async () => {
    const { id, milestones } = await verifiedMission(owner, contributor, verifier)
    const first = await verifyingProof(id)
    expect((await hide(admin, 'proof', first)).status).toBe(201)
    const second = (await contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody)).body.proof.id
    const path = `/api/v1/proof/${second}/review`
    return { id, first, second, path, signed: await step(path, { verdict: 'approve', reason: 'Yes.' }) }
  }, COUNT)
  await rounds(async (round) => {
    const { id, first, second, path, signed } = prepared[round] ?? expect.fail()
    const [review, back] = await against(
      round,
      () => at(verifier, 0).post(path, signed),
      () => restore(at(admin, 1), 'proof', first),
    )
    expect(review.status, review.text).toBe(201)
    expect([201, 409], back.text).toContain(back.status)
    expect([await standing(id), await verifyingProof(id)]).toEqual(['VERIFIED verified', second])
    expect(await openSeeds(id)).toBe(10)
  }, COUNT)
})

test('hiding a challenge against converting it: a mission stands, or nothing came of it', async () => {
  const made = await rounds(async () => {
    const someone = await cluster.wallet()
    return { someone, challenge: await verifiedChallenge(cluster, someone, verifier) }
  }, COUNT)
  await rounds(async (round) => {
    const { someone, challenge } = made[round] ?? expect.fail()
    const [converted, hidden] = await against(
      round,
      () => at(someone, 0).post(`/api/v1/challenges/${challenge.id}/convert`, conversionBody()),
      () => hide(at(admin, 1), 'challenge', challenge.id),
    )
    expect(hidden.status, hidden.text).toBe(201)
    expect([201, 410], converted.text).toContain(converted.status)
    expect(await isHidden('Challenge', challenge.id)).toBe(true)
    expect((await wholeHistory(challenge.id)).at(-1)).toBe('record-hidden')
    if (converted.status === 201) {
      expect(await wholeHistory(converted.body.mission.id)).toEqual(['mission-created', 'record-hidden'])
      expect(
        (await cluster.get(`/api/v1/missions/${converted.body.mission.id}`)).body.mission.source.challengeId,
      ).toBeNull()
    }
  }, COUNT)
})

test('of moderators who hide one record at once, one does, and its Seeds are reversed once', async () => {
  const missions = await rounds(() => completedMission(owner, contributor, verifier), COUNT)
  await rounds(async (round) => {
    const { id } = missions[round]?.mission ?? {}
    const winner = expectOneWinner(
      await Promise.all([0, 1, 2, 3].map((place) => hide(at(admin, place), 'mission', id, `As ${place} says.`))),
    )
    expect(winner.body.moderation.seeds).toBe(-30)
    expect(await openSeeds(id)).toBe(0)
    expect((await wholeHistory(id)).filter((kind) => kind === 'record-hidden')).toHaveLength(1)
    const { rows } = await cluster.sql.query(`SELECT reason FROM "Hiding" WHERE "recordId" = $1`, [id])
    expect(rows).toEqual([{ reason: winner.body.moderation.reason }])
  }, COUNT)
})

test('hiding and restoring at once: the ledger says what is shown', async () => {
  const missions = await rounds(() => completedMission(owner, contributor, verifier), COUNT)
  await rounds(async (round) => {
    const { id } = missions[round]?.mission ?? {}
    const replies = await Promise.all(
      turned([hide, restore, hide, restore], round).map((act, place) => act(at(admin, place), 'mission', id)),
    )
    for (const reply of replies) expect([201, 409], reply.text).toContain(reply.status)
    expect(statuses(replies)).toContain(201)
    expect(await openSeeds(id)).toBe((await isHidden('Mission', id)) ? 0 : 30)
    await wholeHistory(id)
  }, COUNT)
})

test('restoring a waiting proof against submitting another: one waits', async () => {
  const made = await rounds(async () => {
    const { mission, proof } = await provenMission(owner, contributor)
    expect((await hide(admin, 'proof', proof.id)).status).toBe(201)
    return { mission, proof }
  }, COUNT)
  await rounds(async (round) => {
    const { mission, proof } = made[round] ?? expect.fail()
    const [back, other] = await against(
      round,
      () => restore(at(admin, 0), 'proof', proof.id),
      () => at(contributor, 1).post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody),
    )
    expect(statuses([back, other]), back.text + other.text).toEqual([201, 409])
    const waiting = `SELECT count(*)::int AS n FROM "Proof" WHERE "missionId" = $1 AND status = 'submitted' AND "hiddenAt" IS NULL`
    expect((await look(cluster, waiting, [mission.id])).n).toBe(1)
  }, COUNT)
})

test('hiding a proof and its mission at once, from either side, reverses everything once', async () => {
  const made = await rounds(() => completedMission(owner, contributor, verifier), COUNT)
  await rounds(async (round) => {
    const { mission, receipt } = made[round] ?? expect.fail()
    const [one, other] = await against(
      round,
      () => hide(at(admin, 0), 'mission', mission.id),
      () => hide(at(admin, 1), 'proof', receipt.evidence[0].proofId),
    )
    expect(statuses([one, other])).toEqual([201, 201])
    expect(one.body.moderation.seeds + other.body.moderation.seeds).toBe(-30)
    expect(await openSeeds(mission.id)).toBe(0)
  }, COUNT)
})

test('a report against hiding what it is about: none is left open', async () => {
  const missions = await rounds(() => claimedMission(owner, contributor), COUNT)
  const reporter = await cluster.wallet()
  await rounds(async (round) => {
    const { id } = missions[round]
    const [reported, hidden] = await against(
      round,
      () => at(reporter, 0).post('/api/moderation/reports', { recordType: 'mission', recordId: id, reason: 'Look.' }),
      () => hide(at(admin, 1), 'mission', id),
    )
    expect(hidden.status, hidden.text).toBe(201)
    expect([201, 410], reported.text).toContain(reported.status)
    const { rows } = await cluster.sql.query(`SELECT state FROM "Report" WHERE "recordId" = $1`, [id])
    expect(rows).toEqual(reported.status === 201 ? [{ state: 'hidden' }] : [])
  }, COUNT)
})

test('reading all notifications while what they lead to is hidden ends well for both', async () => {
  const missions = await rounds(() => provenMission(owner, contributor), COUNT)
  await rounds(async (round) => {
    const { mission } = missions[round] ?? expect.fail()
    const [read, hidden] = await against(
      round,
      () => at(owner, 0).post('/api/v1/notifications/read', { all: true }),
      () => hide(at(admin, 1), 'mission', mission.id),
    )
    expect(statuses([read, hidden]), read.text + hidden.text).toEqual([201, 201])
  }, COUNT)
})
