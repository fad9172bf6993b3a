import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@/tests/support/client'
import { openSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { awaitingChallenge, challengeBody, draftChallenge, missionBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A platform on loopback speaks plain http. Its posts, and nothing else that is not https, can be named.

let sandbox: TestSandbox
let world: World
let owner: Actor
let post: string
beforeAll(async () => {
  sandbox = await openSandbox()
  world = await openWorld({ environment: { COMMUNITY_URL: sandbox.base } })
  owner = await world.wallet()
  post = sandbox.url(await sandbox.post(await sandbox.muse(), { text: 'Here it stands.' }))
})
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

const elsewhere = () => [
  post.replace('127.0.0.1', 'localhost'),
  post.replace(/:\d+/, ':1'),
  post.replace(/127\.0\.0\.1:\d+/, 'example.org'),
  post.replace('http:', 'ftp:'),
]

test('a response link may be a post on the sandbox', async () => {
  const { id } = await draftChallenge(owner)
  const { status, body } = await owner.post(`/api/v1/challenges/${id}/submissions`, { side: 'A', url: post })
  expect(status).toBe(201)
  expect(body.challenge.submissions.A.url).toBe(post)

  const links = [
    { side: 'A', url: post },
    { side: 'B', url: 'https://example.org/b' },
  ]
  const created = await owner.post('/api/v1/challenges', challengeBody({ submissions: links }))
  expect(created.body.challenge.state).toBe('OPEN')
})

test('another http address is no response link', async () => {
  const { id } = await draftChallenge(owner)
  for (const url of elsewhere()) {
    const { status, body } = await owner.post(`/api/v1/challenges/${id}/submissions`, { side: 'A', url })
    expect(status, url).toBe(400)
    expect(body.error.field).toBe('url')
    const submissions = [
      { side: 'B', url: 'https://example.org/b' },
      { side: 'A', url },
    ]
    const created = await owner.post('/api/v1/challenges', challengeBody({ submissions }))
    expect(created.status, url).toBe(400)
    expect(created.body.error.field).toBe('submissions.1.url')
  }
})

test('a decision and a mission name a post on the sandbox, and no other http address', async () => {
  const { id } = await awaitingChallenge(world, owner)
  for (const url of elsewhere()) {
    const decided = await owner.post(`/api/v1/challenges/${id}/decision`, decision(url))
    expect(decided.status, url).toBe(400)
    expect((await owner.post('/api/v1/missions', missionBody({ sourceUrl: url }))).status, url).toBe(400)
  }
  expect((await owner.post(`/api/v1/challenges/${id}/decision`, decision(post))).status).toBe(201)
  expect((await owner.post('/api/v1/missions', missionBody({ sourceUrl: post }))).status).toBe(201)
})

test('proof stays https', async () => {
  const { mission } = (await owner.post('/api/v1/missions', missionBody())).body
  const contributor = await world.wallet()
  await contributor.post(`/api/v1/missions/${mission.id}/claim`)
  const proof = { kind: 'Link', url: post, note: 'There.' }
  expect((await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proof)).status).toBe(400)
})

const decision = (decisionUrl: string) => ({ side: 'A', decisionUrl, explanation: 'It says so.' })
