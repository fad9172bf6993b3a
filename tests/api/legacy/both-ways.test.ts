import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  at,
  commitmentBody,
  decisionBody,
  evidenceBody,
  fundingBody,
  projectBody,
  readMission,
  readProject,
} from '@/tests/api/legacy/project-story'
import type { Actor, Json } from '@/tests/support/client'
import { completedMission, convertedMission, created, missionBody, proofBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A project is a mission: one record, two surfaces (docs/decisions.md#one-record-two-surfaces).

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

/** What both surfaces show of one record, by the words of each. */
async function bothOf(id: string): Promise<{ project: Json; mission: Json }> {
  const [project, mission] = await Promise.all([readProject(world, id), readMission(world, id)])
  const { sourcePost: _post, commitments: _c, decisions: _d, funding: _f, evidence: _e, events, ...shared } = project
  const { history, ...same } = mission
  expect(shared).toEqual(same)
  expect(events).toEqual(history)
  return { project, mission }
}

test('a project is a mission of v1: same id, same terms, same history', async () => {
  const { project } = await created(owner.post('/api/projects', projectBody()))
  const { mission } = await bothOf(project.id)
  const { sourcePost: _post, ...shared } = project
  expect(mission).toMatchObject(shared)
})

test('while the platform cannot be reached the URL alone is kept; that stops nobody', async () => {
  const { sourceUrl } = projectBody()
  const { project } = await created(owner.post('/api/projects', projectBody()))
  expect(project).toMatchObject({ state: 'SEED', source: { sourceUrl }, sourcePost: null })
  expect((await world.sql.query('SELECT 1 FROM "SourcePost"')).rowCount).toBe(0)
})

test('a mission of v1 is a project, and so is one that a challenge grew into', async () => {
  const { mission } = await created(owner.post('/api/v1/missions', missionBody()))
  const converted = await convertedMission(world, owner, verifier)
  for (const { id } of [mission, converted]) {
    const { project } = await bothOf(id)
    expect(project).toMatchObject({ id, sourcePost: null, commitments: [], decisions: [], funding: [], evidence: [] })
  }
})

test('the whole story of a project, told through v1, and the other way round', async () => {
  const { project } = await created(
    owner.post('/api/projects', projectBody({ milestones: [{ title: 'The page', required: true }] })),
  )
  const { id, milestones } = project
  await created(contributor.post(at(id, 'commitments'), commitmentBody()))
  await created(contributor.post(`/api/v1/missions/${id}/claim`))
  await created(contributor.post(at(id, 'evidence'), evidenceBody()))
  await created(verifier.post(at(id, 'decisions'), decisionBody()))
  await created((await world.wallet()).post(at(id, 'funding'), fundingBody()))
  await created(owner.post(at(id, 'milestones'), { title: 'An extra page', required: false }))
  const { proof } = await created(contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody))
  await created(owner.patch(at(id, `milestones/${milestones[0].id}`), { status: 'Delivered' }))
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' }))
  await created(owner.post(at(id, 'outcome'), { outcome: 'completed', statement: 'Done, and well.' }))
  const both = await bothOf(id)
  expect(both.mission.history.map(({ kind }: Json) => kind)).toEqual([
    'mission-created',
    'commitment-made',
    'mission-claimed',
    'evidence-added',
    'project-decided',
    'funding-recorded',
    'milestone-added',
    'proof-submitted',
    'milestone-set',
    'proof-reviewed',
    'outcome-recorded',
    'receipt-issued',
  ])
  expect(both.project).toMatchObject({
    state: 'COMPLETED',
    proofs: [{ status: 'verified' }],
    milestones: [{ status: 'Delivered', verified: true }, { verified: false }],
  })
})

test('what v1 completes is a completed project', async () => {
  const { mission } = await completedMission(owner, contributor, verifier)
  expect((await bothOf(mission.id)).project).toMatchObject({ state: 'COMPLETED', outcome: 'completed' })
})

test('each list contains what the other surface made, in one order, under the same filters', async () => {
  const asker = await world.wallet()
  const made: string[] = []
  for (let round = 0; round < 3; round++) {
    made.push((await created(asker.post('/api/projects', projectBody({ title: `Mulberry ${round}` })))).project.id)
    made.push((await created(asker.post('/api/v1/missions', missionBody({ title: `Mulberry ${round}` })))).mission.id)
  }
  const claimed = made[2] ?? ''
  await created(contributor.post(`/api/v1/missions/${claimed}/claim`))
  for (const query of [
    `owner=${asker.address}`,
    'q=mulberry',
    `owner=${asker.address}&state=SEED`,
    `owner=${asker.address}&contributor=${contributor.address}`,
  ]) {
    const { projects } = (await world.get(`/api/projects?${query}`)).body
    const { missions } = (await world.get(`/api/v1/missions?${query}`)).body
    const expected = query.includes('contributor')
      ? [claimed]
      : made.filter((id) => !query.includes('SEED') || id !== claimed)
    expect(
      projects.map(({ id }: Json) => id),
      query,
    ).toEqual(expected.toReversed())
    expect(projects.map(({ sourcePost: _post, ...shared }: Json) => shared)).toEqual(missions)
  }
})

test('a cursor of one list goes on in the other', async () => {
  const asker = await world.wallet()
  for (let round = 0; round < 3; round++) await created(asker.post('/api/projects', projectBody()))
  const first = (await world.get(`/api/projects?owner=${asker.address}&limit=2`)).body
  const rest = (await world.get(`/api/v1/missions?owner=${asker.address}&limit=2&cursor=${first.nextCursor}`)).body
  expect([first.projects.length, rest.missions.length, rest.nextCursor]).toEqual([2, 1, null])
})

test('both surfaces count projects in one limit', async () => {
  const asker = await world.wallet()
  const policies = [
    await asker.post('/api/projects', projectBody()),
    await asker.post('/api/v1/missions', missionBody()),
  ].map(({ headers }) => /"project-creation-wallet";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  expect(Number(policies[0]) - Number(policies[1])).toBe(1)
})
