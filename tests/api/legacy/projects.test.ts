import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, hide, NOWHERE, projectBody, readProject } from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import type { Muse } from '@/tests/support/sandbox'
import { created, dayFromNow } from '@/tests/support/story'

let world: PlatformWorld
let owner: Actor
let muse: Muse
let sourceUrl: string
let postId: number
beforeAll(async () => {
  world = await openPlatformWorld('off')
  owner = await world.wallet()
  muse = await world.sandbox.muse('Iris')
  postId = await world.sandbox.post(muse, { text: 'Who writes a guide for newcomers?' })
  sourceUrl = world.sandbox.url(postId)
})
afterAll(() => world.close())

const create = (over: Record<string, unknown> = {}, who = owner, key = randomUUID()) =>
  who.post('/api/projects', projectBody({ sourceUrl, ...over }), { key })
const projects = async () => Number((await world.sql.query('SELECT count(*) FROM "Mission"')).rows[0].count)

test('a project is created from a public post, and keeps what the platform showed of it', async () => {
  const { project } = await created(create())
  expect(project).toMatchObject({ state: 'SEED', owner: owner.address, source: { sourceUrl, challengeId: null } })
  expect(project.sourcePost).toEqual({
    postId: String(postId),
    url: sourceUrl,
    channel: 'lobby',
    title: expect.stringContaining('Who writes a guide'),
    description: 'Who writes a guide for newcomers?',
    siteName: expect.any(String),
    authorName: 'Iris',
    imageUrl: null,
    publishedAt: expect.stringMatching(/Z$/),
    readAt: project.createdAt,
  })
  const record = await readProject(world, project.id)
  expect(record).toEqual({
    ...project,
    commitments: [],
    decisions: [],
    funding: [],
    evidence: [],
    proofs: [],
    files: [],
    seeds: [],
    events: [expect.objectContaining({ seq: 1, kind: 'mission-created', actor: owner.address, to: 'SEED' })],
    eligibleVerifiers: 2,
  })
})

test('the terms may be told whole, as v1 takes them', async () => {
  const contributor = await world.wallet()
  const terms = {
    approvalRule: 'Owner records the outcome',
    deliverable: 'A page.',
    rewardTerms: 'Ten Seeds.',
    milestones: [{ title: 'The page is public', amount: '5', required: true }],
    contributorWallet: contributor.address.toLowerCase(),
    bountyChainId: 8453,
    bountyTxHash: `0x${'4e'.repeat(32)}`,
    bountyAmount: '5',
    bountyCurrency: 'USDC',
  }
  const { project } = await created(create(terms))
  expect(project).toMatchObject({
    deliverable: 'A page.',
    rewardTerms: 'Ten Seeds.',
    contributorWallet: contributor.address,
    bounty: { chainId: '8453', amount: '5', currency: 'USDC', check: { status: 'unavailable' } },
  })
  const { notifications } = (await contributor.get('/api/v1/notifications')).body
  expect(notifications).toMatchObject([{ kind: 'designated' }])
})

test('what the platform shows later changes nothing: the preview is of then', async () => {
  const { project } = await created(create())
  await world.sandbox.post(muse, { text: 'A reply.', parent: postId })
  expect((await readProject(world, project.id)).sourcePost).toEqual(project.sourcePost)
  await expect(world.sql.query('UPDATE "SourcePost" SET title = $1', ['Other words'])).rejects.toMatchObject({
    code: '23001',
  })
  await expect(world.sql.query('DELETE FROM "SourcePost"')).rejects.toMatchObject({ code: '23001' })
})

test('a post that the platform does not have is refused, and leaves nothing', async () => {
  const before = await projects()
  expectRefused(await create({ sourceUrl: world.sandbox.url(999_999) }), 400, 'sourceUrl')
  expect(await projects()).toBe(before)
})

test.each([
  'https://example.org/board/lobby/1',
  'https://127.0.0.1/board/lobby/1',
  'http://127.0.0.1:1/board/lobby/1',
  'http://localhost/board/lobby/1',
  'https://community.example.evil.example/board/lobby/1',
])('a post elsewhere is refused: %s', async (elsewhere) => {
  expectRefused(await create({ sourceUrl: elsewhere }), 400, 'sourceUrl')
})

test('on the platform only posts are taken', async () => {
  const { base } = world.sandbox
  for (const other of [base, `${base}/board/lobby`, `${base}/u/iris`, `${base}/board/lobby/1/../../../api/intro`])
    expectRefused(await create({ sourceUrl: other }), 400, 'sourceUrl')
})

test.each<[string, Record<string, unknown>]>([
  ['sourceUrl', { sourceUrl: undefined }],
  ['sourceUrl', { sourceUrl: 7 }],
  ['title', { title: undefined }],
  ['title', { title: 'ab' }],
  ['summary', { summary: '' }],
  ['definitionOfDone', { definitionOfDone: undefined }],
  ['requiredProof', { requiredProof: 'x'.repeat(4001) }],
  ['deadline', { deadline: '2027-02-30' }],
  ['deadline', { deadline: dayFromNow(-1) }],
  ['approvalRule', { approvalRule: 'The community votes' }],
  ['milestones', { milestones: [] }],
  ['milestones.0.title', { milestones: [{ title: 'x', required: true }] }],
  ['contributorWallet', { contributorWallet: '0x12' }],
  ['bountyTxHash', { bountyTxHash: '0x12' }],
])('a project is refused that names %s wrongly: %j', async (field, over) => {
  const before = await projects()
  expectRefused(await create(over), 400, field)
  expect(await projects()).toBe(before)
})

test('the owner cannot be the designated contributor', async () => {
  expectRefused(await create({ contributorWallet: owner.address }), 400, 'contributorWallet')
})

test('it needs a session', async () => {
  expectRefused(await world.send('POST', '/api/projects', projectBody({ sourceUrl })), 401)
})

test('one key creates one project, also when it is sent many times at once', async () => {
  const before = await projects()
  const key = randomUUID()
  const replies = await Promise.all([0, 1, 2, 3].map(() => create({}, owner, key)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await projects()).toBe(before + 1)
  expectRefused(await create({ title: 'Something else' }, owner, key), 422)
})

test('a project that does not exist or is hidden is not found, and in no list', async () => {
  const { project } = await created(create({ title: 'Soon to be hidden' }))
  await hide(world, 'Mission', project.id)
  for (const nowhere of [project.id, NOWHERE, 'nope']) expectRefused(await world.get(at(nowhere)), 404)
  for (const query of ['', '?q=soon', `?owner=${owner.address}`, '?state=SEED']) {
    const { projects: listed } = (await world.get(`/api/projects${query}`)).body
    expect(listed.map(({ id }: Json) => id)).not.toContain(project.id)
  }
})
