import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_IDLE_DAYS, RELEASES_MAX } from '@/lib/contract/limits'
import { done, expectLedger, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import {
  claimedMission,
  created,
  dayFromNow,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A claim is no trap: the contributor gives it back, the owner ends it who has waited long enough, and the work goes on.

let world: World
let owner: Actor
let first: Actor
let second: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 20 })
  ;[owner, first, second] = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
  verifier = await world.verifier()
})
afterAll(() => world.close())

const twoMilestones = {
  milestones: [
    { title: 'First page', required: true },
    { title: 'Second page', required: true },
  ],
}
const MISSIONS = '/api/v1/missions'
const reason = 'I have no time for it.'
const release = (who: Actor, id: string) => who.post(`${MISSIONS}/${id}/release`, { reason })
const claim = (who: Actor, id: string) => who.post(`${MISSIONS}/${id}/claim`)
const read = async (id: string): Promise<Json> => (await world.get(`${MISSIONS}/${id}`)).body.mission
const milestone = (mission: Json, which: number): string => mission.milestones[which].id
const prove = async (who: Actor, mission: Json, which: number): Promise<string> =>
  (await created(who.post(`/api/v1/milestones/${milestone(mission, which)}/proof`, proofBody))).proof.id
const review = (proofId: string, verdict: string) =>
  created(verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict, reason: 'Looked.' }))

/** `SEED` again: the first milestone is verified by the first contributor, who then gave the claim back. */
async function halfDone(over: Record<string, unknown> = {}): Promise<{ mission: Json; proofId: string }> {
  const { mission, proof } = await provenMission(owner, first, { ...twoMilestones, ...over })
  await review(proof.id, 'approve')
  await created(release(first, mission.id))
  return { mission, proofId: proof.id }
}

/** The first contributor gives a mission back as often as may be, holds it once more, and cannot give it back again. */
async function useUpGivingBack(id: string): Promise<void> {
  for (let round = 0; round < RELEASES_MAX; round++) {
    await created(claim(first, id))
    await created(release(first, id))
  }
  await created(claim(first, id))
  expectRefused(await release(first, id), 409)
}

describe('by the contributor', () => {
  test('the mission can be claimed again, with the reason on record', async () => {
    const { id } = await claimedMission(owner, first)
    expect((await created(release(first, id))).mission).toMatchObject({ state: 'SEED', contributorWallet: null })
    expect((await read(id)).history.at(-1)).toMatchObject({
      kind: 'mission-released',
      actor: first.address,
      from: 'CLAIMED',
      to: 'SEED',
      data: { reason, by: 'contributor', contributorWallet: first.address },
    })
    const told = (await owner.get('/api/v1/notifications')).body.notifications
    expect(told[0]).toMatchObject({ kind: 'mission-released', href: `/missions/${id}` })
    expectRefused(await prove403(first, await read(id)), 403)
    expect((await created(claim(second, id))).mission).toMatchObject({
      state: 'CLAIMED',
      contributorWallet: second.address,
    })
  })

  const prove403 = (who: Actor, mission: Json) =>
    who.post(`/api/v1/milestones/${milestone(mission, 0)}/proof`, proofBody)

  test('a designated wallet stays the only one that may claim it', async () => {
    const { id } = await claimedMission(owner, first, { contributorWallet: first.address })
    expect((await created(release(first, id))).mission).toMatchObject({
      state: 'SEED',
      contributorWallet: first.address,
    })
    expectRefused(await claim(second, id), 403)
    await created(claim(first, id))
  })

  test('the same of one that an older version beside this one has reserved', async () => {
    const { id } = await seedMission(owner, { contributorWallet: first.address })
    await world.sql.query(`UPDATE "Mission" SET "designatedWallet" = NULL WHERE id = $1`, [id])
    await created(claim(first, id))
    expect((await created(release(first, id))).mission.contributorWallet).toBe(first.address)
  })

  test('not while a proof waits, not without a reason, not before a claim, not once it is verified', async () => {
    const { mission } = await provenMission(owner, first)
    expectRefused(await release(first, mission.id), 409)
    expectRefused(await first.post(`${MISSIONS}/${mission.id}/release`, { reason: ' ' }), 400, 'reason')
    const seed = await seedMission(owner, { contributorWallet: first.address })
    expectRefused(await release(first, seed.id), 409)
    expectRefused(await release(second, seed.id), 403)
    const { id } = await verifiedMission(owner, first, verifier)
    expectRefused(await release(first, id), 409)
  })

  test('by the earlier interface, the answer says project', async () => {
    const { id } = await claimedMission(owner, first)
    expectRefused(await second.post(`/api/projects/${id}/release`, { reason }), 403)
    const { project } = await created(first.post(`/api/projects/${id}/release`, { reason }))
    expect(project).toMatchObject({ id, state: 'SEED', contributorWallet: null, sourcePost: null })
  })

  test(`at most ${RELEASES_MAX} times`, async () => {
    const { id } = await seedMission(owner)
    await useUpGivingBack(id)
  })
})

describe('what was done stays', () => {
  test('whoever comes next finishes it; Seeds and the receipt name each for what is theirs', async () => {
    const [one, next] = [await world.wallet(), await world.wallet()]
    const { mission, proof } = await provenMission(owner, one, twoMilestones)
    await review(proof.id, 'approve')
    await created(release(one, mission.id))
    expect((await read(mission.id)).milestones.map(({ verified }: Json) => verified)).toEqual([true, false])
    await created(claim(next, mission.id))
    expectRefused(await next.post(`/api/v1/milestones/${milestone(mission, 0)}/proof`, proofBody), 409)
    const last = await prove(next, mission, 1)
    await review(last, 'approve')
    expect((await read(mission.id)).state).toBe('VERIFIED')
    const { receipt } = await created(
      owner.post(`${MISSIONS}/${mission.id}/complete`, { outcome: 'completed', statement: 'Done.' }),
    )
    expect(receipt.terms.contributorWallet).toBe(next.address)
    expect(receipt.terms.milestones.map(({ verified }: Json) => verified)).toEqual([true, true])
    expect(receipt.evidence.map(({ milestoneId, submittedBy }: Json) => [milestoneId, submittedBy])).toEqual([
      [milestone(mission, 0), one.address],
      [milestone(mission, 1), next.address],
    ])
    await expectLedger(world, one.address, 10)
    await expectLedger(world, next.address, 30)
  })

  test('a proof that is turned down leads on as ever, and lists follow who contributes now', async () => {
    const [one, next] = [await world.wallet(), await world.wallet()]
    const { mission, proof } = await provenMission(owner, one, twoMilestones)
    await review(proof.id, 'approve')
    await created(release(one, mission.id))
    await created(claim(next, mission.id))
    await review(await prove(next, mission, 1), 'reject')
    expect((await read(mission.id)).state).toBe('CHANGES_REQUESTED')
    const listed = async (who: Actor) =>
      (await world.get(`${MISSIONS}?contributor=${who.address}`)).body.missions.length
    expect([await listed(one), await listed(next)]).toEqual([0, 1])
  })

  test('who proved a part of a project does not verify it, not even after giving the claim back', async () => {
    const judge = await world.verifier(1)
    const { mission } = await provenMission(owner, judge, twoMilestones)
    await review((await read(mission.id)).proofs[0].id, 'approve')
    await created(release(judge, mission.id))
    const body = { verdict: 'approve', reason: 'It is mine.' }
    expectRefused(await judge.post(`/api/projects/${mission.id}/verifications/prepare`, body), 403)
  })

  test('the owner cannot cancel the last required milestone that is left', async () => {
    const { mission } = await halfDone()
    const cancel = (which: number) =>
      owner.patch(`/api/projects/${mission.id}/milestones/${milestone(mission, which)}`, { status: 'Cancelled' })
    expectRefused(await cancel(0), 409)
    expectRefused(await cancel(1), 409)
  })

  test('it ends with a receipt from there too', async () => {
    const { mission } = await halfDone()
    const body = { outcome: 'abandoned', statement: 'Nobody else.' }
    const { receipt } = await created(owner.post(`${MISSIONS}/${mission.id}/complete`, body))
    expect(receipt.terms).toMatchObject({
      contributorWallet: null,
      milestones: [{ verified: true }, { verified: false }],
    })
    expect(receipt.evidence[0].submittedBy).toBe(first.address)
  })
})

// The clock moves from here on, and sessions end with it.

const again = ({ account }: Actor) => signIn(world.base, account)

test('the owner waits: no release before the deadline or so many days without a proof', async () => {
  const { id } = await claimedMission(owner, first)
  expectRefused(await release(owner, id), 409)
  expect((await read(id)).state).toBe('CLAIMED')
})

test(`after ${CLAIM_IDLE_DAYS} days without a proof the owner releases it, and the contributor is told`, async () => {
  const { id } = await claimedMission(owner, first, twoMilestones)
  const busy = await claimedMission(owner, first, twoMilestones)
  world.passDays(5)
  const proofId = await prove(first, busy, 0)
  await review(proofId, 'request-changes')
  world.passDays(CLAIM_IDLE_DAYS - 5)
  ;[owner, first, verifier] = await Promise.all([again(owner), again(first), world.verifier()])
  expectRefused(await release(owner, busy.id), 409)
  const { project } = await created(owner.post(`/api/projects/${id}/release`, { reason }))
  expect(project.state).toBe('SEED')
  expect((await read(id)).history.at(-1)).toMatchObject({ actor: owner.address, data: { by: 'owner' } })
  expect((await first.get('/api/v1/notifications')).body.notifications[0]).toMatchObject({ kind: 'mission-released' })
})

test('once the day of the deadline has ended, the owner need not wait', async () => {
  const { id } = await claimedMission(owner, first, { deadline: dayFromNow(CLAIM_IDLE_DAYS + 1) })
  world.passDays(2)
  await created(release(owner, id))
  expectRefused(await claim(owner, id), 403)
  expectRefused(await claim(first, id), 409)
})

test('who has used up giving back holds the mission no longer than others: the owner’s release has no cap', async () => {
  const { id } = await seedMission(owner)
  await useUpGivingBack(id)
  world.passDays(CLAIM_IDLE_DAYS)
  ;[owner, first] = await Promise.all([again(owner), again(first)])
  await created(release(owner, id))
  expect((await read(id)).state).toBe('SEED')
})

test('a moderator hides the reason of a release by itself, and everything else of the mission stays', async () => {
  const { id } = await claimedMission(owner, first)
  await created(release(first, id))
  const released = async (): Promise<Json> =>
    (await read(id)).history.find(({ kind }: Json) => kind === 'mission-released')
  const { data, hash } = await released()
  const { releaseId } = data
  const report = { recordType: 'release', recordId: releaseId, reason: 'It insults me.' }
  const reported = (await created(owner.post('/api/moderation/reports', report))).report
  expect(reported).toMatchObject({ missionId: id, challengeId: null, excerpt: reason })

  const admin = await world.admin()
  const hidden = await done(hide(admin, 'release', releaseId))
  expect(hidden).toMatchObject({ recordType: 'release', recordId: releaseId, hidden: true, seeds: 0 })
  expect(await released()).toMatchObject({ data: {}, withheld: true, hash, from: 'CLAIMED', to: 'SEED' })
  const shown = (await world.get(`${MISSIONS}/${id}`)).text
  expect(shown).not.toContain(reason)
  expect((await world.get(`/api/v1/events?recordId=${id}`)).text).not.toContain(reason)
  expect((await read(id)).state).toBe('SEED')
  const told = (await first.get('/api/v1/notifications')).body.notifications
  expect(told[0]).toMatchObject({ kind: 'record-hidden', href: `/missions/${id}` })
  expectRefused(await hide(admin, 'release', releaseId), 409)

  await done(restore(admin, 'release', releaseId))
  expect(await released()).toMatchObject({ data, hash })
})

test('what the owner releases does not count: the next contributor can still give it back', async () => {
  const { id } = await seedMission(owner)
  await world.sql.query(
    `INSERT INTO "HistoryEvent" ("recordId", seq, kind, at, data, hash)
     SELECT $1, 1000 + n, 'mission-released', now(), '{"by":"owner"}', '' FROM generate_series(1, $2) n`,
    [id, RELEASES_MAX],
  )
  await created(claim(first, id))
  await created(release(first, id))
})
