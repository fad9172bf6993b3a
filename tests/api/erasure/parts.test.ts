import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, NAME, tellStory } from '@/tests/api/erasure/told-story'
import { fileOf, findingsOf, tablesWith } from '@/tests/api/erasure/what-is-left'
import type { Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { decidedChallenge, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A part takes what its own rows say, with every copy. What others wrote stays, also where it is told beside the part's id.

const REASON = 'Law 7'
const MARK = `[erased: ${REASON}]`

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const decisionOf = async (challengeId: string): Promise<string> =>
  (await look(world, 'SELECT id FROM "Decision" WHERE "challengeId" = $1', [challengeId])).id

async function erasePart(type: 'challenge' | 'mission', id: string, part: string) {
  expect(part).toMatch(/^[0-9a-f-]{36}$/)
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  return eraseRecord({ type, id, part, reason: REASON, fields: [], dryRun: false })
}

test('a response link is erased alone: the side that it was recorded for keeps its name', async () => {
  const story = await tellStory(world)
  const whole = (await fileOf(world, story)).receipt
  const { id, url, label } = whole.discussion.submissions.A
  await erasePart('challenge', story.challengeId, id)
  expect(await tablesWith(world, url)).toEqual([])
  const left = await fileOf(world, story)
  expect(left.receipt.discussion.submissions.A.label).toBe(label)
  expect(left.receipt.terms).toEqual(whole.terms)
  const { challenge } = (await world.get(`/api/v1/challenges/${story.challengeId}`)).body
  expect([challenge.contenderA, challenge.title]).toEqual([`${NAME} one`, `Where ${NAME} lives`])
  expect(Object.values(await findingsOf(left))).not.toContain('invalid')
})

test('a signed decision on a project is erased alone: the terms that it judged stay', async () => {
  const [owner, verifier] = [await world.wallet(), await world.verifier()]
  const { id, title, summary, definitionOfDone } = await seedMission(owner)
  const path = `/api/projects/${id}/verifications`
  const words = { verdict: 'approve', reason: 'Kaspar Hauser told me.' }
  const { body: step } = await verifier.post(`${path}/prepare`, words)
  const signature = await verifier.account.signMessage({ message: step.message })
  const { decision } = await done(verifier.post(path, { nonce: step.nonce, signature }))
  await erasePart('mission', id, decision.id)
  expect(await tablesWith(world, 'Kaspar Hauser')).toEqual([])
  const { mission } = (await world.get(`/api/v1/missions/${id}`)).body
  expect(mission).toMatchObject({ title, summary, definitionOfDone })
  const told = mission.history.find(({ kind }: Json) => kind === 'project-verification').data
  expect(told.project).toMatchObject({ title, summary, definitionOfDone })
  expect([told.review.reason, told.review.message]).toEqual([MARK, MARK])
})

test('a milestone is erased alone: its proofs and what verifiers said of them stay', async () => {
  const story = await tellStory(world)
  const proofsOf = async () => (await world.get(`/api/v1/missions/${story.missionId}/proof`)).body.proofs
  const whole = [await proofsOf(), (await fileOf(world, story)).receipt]
  const [{ milestoneId }] = whole[0]
  await erasePart('mission', story.missionId, milestoneId)
  const { mission } = (await world.get(`/api/v1/missions/${story.missionId}`)).body
  expect([mission.milestones[0].title, mission.title]).toEqual([MARK, `Where ${NAME} lives`])
  const left = await fileOf(world, story)
  expect(await proofsOf()).toEqual(whole[0])
  expect([left.receipt.evidence, left.receipt.verifierDecisions]).toEqual([
    whole[1].evidence,
    whole[1].verifierDecisions,
  ])
})

test('a decision is erased with the reason of its withdrawal', async () => {
  const owner = await world.wallet()
  const { id, title, decision } = await decidedChallenge(world, owner)
  await done(owner.post(`/api/v1/challenges/${id}/decision/withdraw`, { reason: 'Gerda Lost asked me to.' }))
  await erasePart('challenge', id, await decisionOf(id))
  expect([await tablesWith(world, 'Gerda Lost'), await tablesWith(world, decision.explanation)]).toEqual([[], []])
  expect((await world.get(`/api/v1/challenges/${id}`)).body.challenge.title).toBe(title)
})

test('what a verifier prepared about a part, and has not signed, is erased with it', async () => {
  const [owner, verifier] = [await world.wallet(), await world.verifier()]
  const { id } = await decidedChallenge(world, owner)
  const body = { verdict: 'approve', explanation: 'Anna Unsigned told me.' }
  expect((await verifier.post(`/api/v1/challenges/${id}/verify-decision`, body)).status).toBe(200)
  await erasePart('challenge', id, await decisionOf(id))
  const { rows } = await world.sql.query(
    `SELECT message, content ->> 'words' AS words FROM "SigningNonce" WHERE "subjectId" = $1`,
    [await decisionOf(id)],
  )
  expect(rows).toEqual([{ message: MARK, words: MARK }])
})
