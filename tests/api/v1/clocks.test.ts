import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tickDeadlines } from '@/lib/challenges/deadlines'
import { jcsHash } from '@/lib/history/jcs'
import {
  commitmentBody,
  evidenceBody,
  fundingBody,
  decisionBody as opinionBody,
} from '@/tests/api/legacy/project-story'
import { hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { unsoundIn } from '@/tests/support/sound'
import {
  claimedMission,
  conversionBody,
  created,
  decisionBody,
  draftChallenge,
  openChallenge,
  proofBody,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Instances whose clocks differ write to one record: here one service, whose clock is set anew before each act.

const MINUTES = 60

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 20 })
  ;[verifier, admin] = await Promise.all([world.verifier(), world.admin()])
})
beforeEach(async () => {
  world.setClock(0)
  ;[owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

/** What an instance does whose clock is so many minutes ahead, or behind. */
function at(minutes: number, act: () => Parameters<typeof created>[0]): Promise<Json> {
  world.setClock(minutes * MINUTES)
  return created(act())
}

/** Holds that moments, or ids made of them, stand in the order in which they came to be. */
const expectOrder = (told: readonly string[]) => expect(told).toEqual([...told].sort())

test('what happens to a record later is told to be later, whichever clock an instance has', async () => {
  world.setClock(30 * MINUTES)
  const { id, milestones } = await claimedMission(owner, contributor)
  const prove = () => contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody)
  const review = (proof: Json, verdict: string) =>
    verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: 'Looked.' })
  const { proof: first } = await at(0, prove)
  const { proof: refused } = await at(-5, () => review(first, 'reject'))
  const { proof: second } = await at(20, prove)
  const { proof: approved } = await at(5, () => review(second, 'approve'))
  const { receipt } = await at(-3, () =>
    owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' }),
  )
  const { receipt: paid } = await at(-10, () =>
    owner.post(`/api/v1/missions/${id}/payment`, { chainId: '1', txHash: `0x${'ab'.repeat(32)}` }),
  )

  const { mission } = (await world.get(`/api/v1/missions/${id}`)).body
  expectOrder(mission.history.map((event: Json) => event.at))
  expectOrder([
    mission.createdAt,
    first.submittedAt,
    refused.reviews[0].signedAt,
    second.submittedAt,
    approved.reviews[0].signedAt,
    receipt.issuedAt,
    paid.payments[0].recordedAt,
  ])
  expect(mission.updatedAt).toBe(paid.payments[0].recordedAt)
  expectOrder([id, first.id, second.id, receipt.id, paid.payments[0].id])
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
})

test('of two attempts at a proof the later one is the newest, also where it was handed in at a slower clock', async () => {
  const { id, milestones } = await claimedMission(owner, contributor)
  for (const minutes of [30, 0]) {
    const { proof } = await at(minutes, () =>
      contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody),
    )
    await at(minutes, () =>
      verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'reject', reason: `${minutes}` }),
    )
  }
  const { proofs } = (await world.get(`/api/v1/missions/${id}/proof`)).body
  expect(proofs.map((proof: Json) => proof.reviews[0].reason)).toEqual(['30', '0'])
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
})

test('a mission is not older than the challenge that it grew from, nor a decision than the end of the responses', async () => {
  world.setClock(30 * MINUTES)
  const { id } = await openChallenge(owner)
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = '2020-01-01' WHERE id = $1`, [id])
  world.setClock(10 * MINUTES)
  await tickDeadlines()
  const act = (path: string, body: object) => () => owner.post(`/api/v1/challenges/${id}/${path}`, body)
  await at(20, act('decision', decisionBody))
  const verdict = { verdict: 'approve', explanation: 'It says so.' }
  await at(-5, () => verifier.signed(`/api/v1/challenges/${id}/verify-decision`, verdict))
  const { mission } = await at(0, act('convert', conversionBody()))

  const { challenge } = (await world.get(`/api/v1/challenges/${id}`)).body
  expectOrder([...challenge.history.map((event: Json) => event.at), mission.createdAt])
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
})

test('the link of a side that was recorded last can be restored, also where its clock was slower', async () => {
  const { id } = await draftChallenge(owner)
  const link = (minutes: number, url: string) =>
    at(minutes, () => owner.post(`/api/v1/challenges/${id}/submissions`, { side: 'A', url }))
  const first = (await link(30, 'https://example.org/first')).challenge.submissions.A
  await hide(admin, 'submission', first.id)
  const second = (await link(0, 'https://example.org/second')).challenge.submissions.A
  await hide(admin, 'submission', second.id)
  await at(0, () => owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Over.' }))
  await restore(admin, 'submission', second.id)
  const { challenge } = (await world.get(`/api/v1/challenges/${id}`)).body
  expect(challenge.submissions.A.url).toBe('https://example.org/second')
  expectOrder(challenge.history.map((event: Json) => event.at))
})

test.each([
  { part: 'commitments', one: 'commitment', body: commitmentBody },
  { part: 'decisions', one: 'decision', body: opinionBody },
  { part: 'funding', one: 'fundingRecord', body: fundingBody },
  { part: 'evidence', one: 'evidenceItem', body: evidenceBody },
])('the history holds the hash of what stands in $part, also where a slower clock added it', async (kind) => {
  const { part, one, body } = kind
  const { id } = await seedMission(owner)
  const [first, second] = await Promise.all([world.wallet(), world.wallet()])
  const add = (wallet: Actor) => () => wallet.post(`/api/projects/${id}/${part}`, body())
  const added = [(await at(30, add(first)))[one], (await at(0, add(second)))[one]]

  const { project } = (await world.get(`/api/projects/${id}`)).body
  expect(project[part].map((item: Json) => item.id)).toEqual(added.map((item) => item.id))
  const stands = project[part].map(({ check: _check, verification: _verification, ...said }: Json) => jcsHash(said))
  expect(project.events.slice(-2).map(({ data }: Json) => data.sha256)).toEqual(stands)
  expectOrder(added.map((item) => item.id))
})

test('a report is settled in the moment in which its record is hidden, also at a slower clock', async () => {
  world.setClock(30 * MINUTES)
  const { id } = await seedMission(owner)
  const report = { recordType: 'mission', recordId: id, reason: 'Off the rules.' }
  await created(contributor.post('/api/moderation/reports', report))
  const { moderation } = await at(0, () => hide(admin, 'mission', id))
  const { reports } = (await admin.get('/api/moderation/reports?state=hidden')).body
  expect(reports[0]).toMatchObject({ recordId: id, settledAt: moderation.at })
})
