import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { done, expectLedger, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf } from '@/tests/support/plan'
import {
  claimedMission,
  completedMission,
  convertedMission,
  proofBody,
  provenMission,
  verifiedChallenge,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Hiding a record reverses its open entries, restoring it credits them anew; entries never change (docs/decisions.md#receipts-history-seeds).

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

const line = ({ kind, amount }: Json) => `${kind} ${amount}`

test('a hidden mission takes back what it earned, and gives it again', async () => {
  const { mission } = await completedMission(owner, contributor, verifier)
  const before = await expectLedger(world, contributor.address, 30)
  expect((await done(hide(admin, 'mission', mission.id))).seeds).toBe(-30)
  const hidden = await expectLedger(world, contributor.address, 0)
  expect(hidden.slice(2)).toEqual(before)
  expect(hidden.slice(0, 2).map((entry) => [line(entry), entry.reversesId, entry.missionId])).toEqual([
    ['reversal -20', before[0]?.id, mission.id],
    ['reversal -10', before[1]?.id, mission.id],
  ])
  const { rows } = await world.sql.query(
    `SELECT hash FROM "HistoryEvent" WHERE "recordId" = $1 AND kind = 'record-hidden'`,
    [mission.id],
  )
  expect(hidden[0]?.evidenceHash).toBe(rows[0].hash)

  expect((await done(restore(admin, 'mission', mission.id))).seeds).toBe(30)
  const again = await expectLedger(world, contributor.address, 30)
  expect(again.map(line)).toEqual([
    'mission-completed 20',
    'milestone-verified 10',
    'reversal -20',
    'reversal -10',
    'mission-completed 20',
    'milestone-verified 10',
  ])
  for (const place of [0, 1]) {
    const { id: _anew, createdAt: _now, ...same } = again[place] ?? {}
    const { id: _first, createdAt: _then, ...first } = before[place] ?? {}
    expect(same).toEqual(first)
  }
})

test('again and again: only what is open is reversed, and only once', async () => {
  const { mission } = await completedMission(owner, contributor, verifier)
  for (let round = 0; round < 3; round++) {
    expect((await done(hide(admin, 'mission', mission.id))).seeds).toBe(-30)
    await expectLedger(world, contributor.address, 0)
    expect((await done(restore(admin, 'mission', mission.id))).seeds).toBe(30)
    await expectLedger(world, contributor.address, 30)
  }
})

test('a hidden proof takes back its own Seeds alone', async () => {
  const { receipt } = await completedMission(owner, contributor, verifier)
  const { proofId } = receipt.evidence[0]
  expect((await done(hide(admin, 'proof', proofId))).seeds).toBe(-10)
  await expectLedger(world, contributor.address, 20)
  expect((await done(restore(admin, 'proof', proofId))).seeds).toBe(10)
  await expectLedger(world, contributor.address, 30)
})

test('two proofs that are hidden in one moment: each reversal has the reason of its own', async () => {
  const milestones = ['First', 'Second'].map((title) => ({ title, required: true }))
  const mission = await claimedMission(owner, contributor, { milestones })
  const reasons = new Map<string, string>()
  for (const { id, title } of mission.milestones) {
    const { proof } = (await contributor.post(`/api/v1/milestones/${id}/proof`, proofBody)).body
    await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })
    reasons.set(proof.id, `${title} is spam.`)
  }
  vi.setSystemTime(Date.now())
  try {
    for (const [id, reason] of reasons) await done(hide(admin, 'proof', id, reason))
  } finally {
    vi.useRealTimers()
  }
  const entries = (await expectLedger(world, contributor.address, 0)).filter(({ kind }) => kind === 'reversal')
  expect(new Map(entries.map(({ proofId, reason }) => [proofId, reason]))).toEqual(reasons)
  for (const id of reasons.keys()) {
    const { tombstone } = (await admin.get(`/api/v1/moderation/tombstone?recordType=proof&recordId=${id}`)).body
    expect(tombstone.seeds).toBe(-10)
  }
})

test('what a hidden proof earned stays reversed until nothing of it is hidden', async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const { proofId } = receipt.evidence[0]
  const steps: [typeof hide, string, string, number, number][] = [
    [hide, 'proof', proofId, -10, 20],
    [hide, 'mission', mission.id, -20, 0],
    [restore, 'mission', mission.id, 20, 20],
    [hide, 'mission', mission.id, -20, 0],
    [restore, 'proof', proofId, 0, 0],
    [restore, 'mission', mission.id, 30, 30],
    [hide, 'mission', mission.id, -30, 0],
    [hide, 'proof', proofId, 0, 0],
    [restore, 'mission', mission.id, 20, 20],
    [restore, 'proof', proofId, 10, 30],
  ]
  for (const [act, type, id, seeds, sum] of steps) {
    expect((await done(act(admin, type, id))).seeds).toBe(seeds)
    await expectLedger(world, contributor.address, sum)
  }
})

test('a hidden challenge takes back what its verified decision earned, and leaves its mission alone', async () => {
  const mission = await convertedMission(world, owner, verifier)
  const { challengeId } = mission.source
  await expectLedger(world, owner.address, 5)
  expect((await done(hide(admin, 'challenge', challengeId))).seeds).toBe(-5)
  await expectLedger(world, owner.address, 0)
  expect((await done(hide(admin, 'mission', mission.id))).seeds).toBe(0)
  expect((await done(restore(admin, 'mission', mission.id))).seeds).toBe(0)
  await expectLedger(world, owner.address, 0)
  expect((await done(restore(admin, 'challenge', challengeId))).seeds).toBe(5)
  await expectLedger(world, owner.address, 5)
})

test('what stays hidden of others keeps nobody’s Seeds back', async () => {
  const [other, own] = [
    await verifiedChallenge(world, await world.wallet(), verifier),
    await verifiedChallenge(world, owner, verifier),
  ]
  expect((await done(hide(admin, 'challenge', other.id))).seeds).toBe(-5)
  expect((await done(hide(admin, 'challenge', own.id))).seeds).toBe(-5)
  expect((await done(restore(admin, 'challenge', own.id))).seeds).toBe(5)
  await expectLedger(world, owner.address, 5)
  await expectLedger(world, other.owner, 0)
})

test('the mission’s own view tells the same ledger', async () => {
  const mission = await convertedMission(world, owner, verifier)
  const seeds = async (): Promise<number[]> =>
    (await world.get(`/api/v1/missions/${mission.id}`)).body.mission.seeds.map(({ amount }: Json) => amount)
  expect(await seeds()).toEqual([5])
  await done(hide(admin, 'challenge', mission.source.challengeId))
  expect(await seeds()).toEqual([5, -5])
  await done(restore(admin, 'challenge', mission.source.challengeId))
  expect(await seeds()).toEqual([5, -5, 5])
})

test('what earned nothing moves no Seeds', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'reject', reason: 'It is not there.' })
  const { id } = await verifiedChallenge(world, await world.wallet(), verifier)
  await owner.post(`/api/projects/${mission.id}/commitments`, { kind: 'work', description: 'I help.' })
  for (const [type, recordId] of [
    ['proof', proof.id],
    ['mission', mission.id],
  ]) {
    expect((await done(hide(admin, type, recordId))).seeds).toBe(0)
    expect((await done(restore(admin, type, recordId))).seeds).toBe(0)
  }
  expect((await done(hide(admin, 'challenge', id))).seeds).toBe(-5)
  await expectLedger(world, contributor.address, 0)
})

test('a mission restored may be completed, and earns as usual', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })
  await done(hide(admin, 'mission', mission.id))
  await expectLedger(world, contributor.address, 0)
  const outcome = { outcome: 'completed', statement: 'Done.' }
  expect((await owner.post(`/api/v1/missions/${mission.id}/complete`, outcome)).status).toBe(410)
  await done(restore(admin, 'mission', mission.id))
  expect((await owner.post(`/api/v1/missions/${mission.id}/complete`, outcome)).status).toBe(201)
  await expectLedger(world, contributor.address, 30)
})

test('ten Seeds that are reversed let nobody queue posts', async () => {
  const { receipt } = await completedMission(owner, contributor, verifier)
  const reply = await contributor.post('/api/v1/challenges', {
    title: 'A challenge of the contributor',
    prompt: 'Which?',
    submissionDeadline: receipt.terms.deadline,
    decisionDeadline: receipt.terms.deadline,
    rewardDescription: 'None.',
    contenderA: 'One',
    contenderB: 'Other',
  })
  const post = { kind: 'announce', challengeId: reply.body.challenge.id, channel: 'lobby' }
  const queue = async () => (await contributor.post('/api/v1/platform-outbox', post)).status
  expect(await queue()).toBe(201)
  await done(hide(admin, 'mission', receipt.missionId))
  expect(await queue()).toBe(403)
  await done(restore(admin, 'mission', receipt.missionId))
  expect(await queue()).toBe(201)
})

test('a restored mission finds the milestones of its proofs by an index, however many others there are', async () => {
  const { mission } = await completedMission(owner, contributor, verifier)
  await done(hide(admin, 'mission', mission.id))
  const sent = recordStatements()
  await done(restore(admin, 'mission', mission.id))
  const credit = sent.find((text) => text.includes('"verifiedProofId"') && text.includes('INSERT INTO "SeedEntry"'))
  const plan = (await planOf(world.sql, credit ?? '', AS_IF_MANY)).join('\n')
  expect(plan).toContain('"Milestone"')
  expect(plan).not.toContain('Seq Scan on "Milestone"')
})
