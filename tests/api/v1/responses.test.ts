import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { bothLinks, dayFromNow, decisionBody, draftChallenge, openChallenge } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const CHALLENGES = '/api/v1/challenges'
const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const [linkA, linkB] = bothLinks

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const submissions = (id: string) => `${CHALLENGES}/${id}/submissions`
const read = async (id: string) => (await world.get(`${CHALLENGES}/${id}`)).body.challenge
const storedState = async (id: string) =>
  (await world.sql.query('SELECT state FROM "Challenge" WHERE id = $1', [id])).rows[0].state

test('any signed-in wallet records a response link, and the second side opens the challenge', async () => {
  const [owner, one, two] = [await world.wallet(), await world.wallet(), await world.wallet()]
  const { id } = await draftChallenge(owner)
  const first = await one.post(submissions(id), linkB)
  expect(first.status).toBe(201)
  expect(first.body.challenge).toMatchObject({
    state: 'DRAFT',
    submissions: { A: null, B: { ...linkB, submittedBy: one.address } },
  })
  const second = await two.post(submissions(id), linkA)
  expect(second.status).toBe(201)
  expect(second.body.challenge).toMatchObject({
    state: 'OPEN',
    submissions: { A: { ...linkA, submittedBy: two.address, proposalId: null } },
  })
  const { history } = await read(id)
  expect(history.map(({ kind, from, to, actor }: Record<string, string>) => [kind, from, to, actor])).toEqual([
    ['challenge-created', null, 'DRAFT', owner.address],
    ['link-recorded', 'DRAFT', 'DRAFT', one.address],
    ['link-recorded', 'DRAFT', 'OPEN', two.address],
  ])
})

test('a link is kept as the URL standard writes it', async () => {
  const [owner, wallet] = [await world.wallet(), await world.wallet()]
  const { id } = await draftChallenge(owner)
  const { body } = await wallet.post(submissions(id), { side: 'A', url: ' HTTPS://Example.ORG:443/a b/ü?q=1#x ' })
  expect(body.challenge.submissions.A.url).toBe('https://example.org/a%20b/%C3%BC?q=1#x')
})

test.each<[string, unknown]>([
  ['side', { ...linkA, side: undefined }],
  ['side', { ...linkA, side: 'C' }],
  ['side', { ...linkA, side: 1 }],
  ['url', { side: 'A' }],
  ['url', { side: 'A', url: 5 }],
  ['url', { side: 'A', url: '' }],
  ['url', { side: 'A', url: 'example.org/a' }],
  ['url', { side: 'A', url: '//example.org/a' }],
  ['url', { side: 'A', url: 'http://example.org/a' }],
  ['url', { side: 'A', url: 'ftp://example.org/a' }],
  ['url', { side: 'A', url: 'javascript:alert(1)' }],
  ['url', { side: 'A', url: 'data:text/html,x' }],
  ['url', { side: 'A', url: 'https:/example.org' }],
  ['url', { side: 'A', url: 'https:///example.org' }],
  ['url', { side: 'A', url: 'https://' }],
  ['url', { side: 'A', url: 'https://user@example.org/' }],
  ['url', { side: 'A', url: 'https://user:secret@example.org/' }],
  ['url', { side: 'A', url: 'https://exa mple.org/' }],
  ['url', { side: 'A', url: 'https://example.org:99999/' }],
  ['url', { side: 'A', url: `https://example.org/${'x'.repeat(2049 - 'https://example.org/'.length)}` }],
  ['url', { side: 'A', url: `https://example.org/${'ü'.repeat(400)}` }],
])('a link is refused that names %s wrongly: %j', async (field, body) => {
  const wallet = await world.wallet()
  const { id } = await draftChallenge(wallet)
  expectRefused(await wallet.post(submissions(id), body), 400, field)
  expect((await read(id)).submissions.A).toBeNull()
})

test('a URL of 2048 characters is the longest', async () => {
  const wallet = await world.wallet()
  const { id } = await draftChallenge(wallet)
  const url = `https://example.org/${'x'.repeat(2048 - 'https://example.org/'.length)}`
  expect((await wallet.post(submissions(id), { side: 'A', url })).body.challenge.submissions.A.url).toBe(url)
})

test('a link needs a session and a challenge that exists', async () => {
  const { id } = await draftChallenge(await world.wallet())
  expectRefused(await world.send('POST', submissions(id), linkA), 401)
  const wallet = await world.wallet()
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await wallet.post(submissions(nowhere), linkA), 404)
})

test("a side's link is permanent: neither another wallet nor its own replaces it", async () => {
  const [owner, wallet] = [await world.wallet(), await world.wallet()]
  const { id } = await draftChallenge(owner)
  await wallet.post(submissions(id), linkA)
  for (const again of [wallet, owner]) {
    expectRefused(await again.post(submissions(id), { side: 'A', url: 'https://example.org/other' }), 409)
    expectRefused(await again.post(submissions(id), linkA), 409)
  }
  expect((await read(id)).submissions.A).toMatchObject({ ...linkA, submittedBy: wallet.address })
})

test('of two wallets that race for a side one wins and the other is a conflict', async () => {
  const { id } = await draftChallenge(await world.wallet())
  const racers = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
  const replies = await Promise.all(
    racers.map((racer, index) => racer.post(submissions(id), { side: 'A', url: `https://example.org/${index}` })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409])
  const { history, submissions: shown } = await read(id)
  expect(history).toHaveLength(2)
  expect(shown.A.submittedBy).toBe(racers[replies.findIndex((reply) => reply.status === 201)]?.address)
})

test('a link is recorded until the submission day ends, and not after', async () => {
  const owner = await world.wallet()
  const { id } = await draftChallenge(owner, { submissionDeadline: dayFromNow(0) })
  world.passDays(1)
  expectRefused(await owner.post(submissions(id), linkA), 409)
  world.setClock(0)
  expect((await owner.post(submissions(id), linkA)).status).toBe(201)
})

test('a draft whose deadline has ended stays a draft and can only be cancelled', async () => {
  const owner = await world.wallet()
  const { id } = await draftChallenge(owner, { submissions: [linkA] })
  world.passDays(3)
  expect((await read(id)).state).toBe('DRAFT')
  await world.get(CHALLENGES)
  expect(await storedState(id)).toBe('DRAFT')
  expectRefused(await owner.post(submissions(id), linkB), 409)
  expectRefused(await owner.post(`${CHALLENGES}/${id}/decision`, decisionBody), 409)
  expect((await owner.post(`${CHALLENGES}/${id}/cancel`, { reason: 'Too late.' })).body.challenge.state).toBe(
    'CANCELLED',
  )
})

test('an open challenge whose deadline has ended takes no more links', async () => {
  const owner = await world.wallet()
  const { id } = await openChallenge(owner)
  world.passDays(2)
  expectRefused(await owner.post(submissions(id), linkA), 409)
})

test('the submission day lasts until 24:00 UTC', async () => {
  const { id, submissionDeadline } = await openChallenge(await world.wallet())
  const untilMidnight = (Date.parse(`${submissionDeadline}T00:00:00Z`) + 86_400_000 - Date.now()) / 1000
  world.setClock(untilMidnight - 20)
  expect((await read(id)).state).toBe('OPEN')
  world.setClock(untilMidnight + 1)
  expect((await read(id)).state).toBe('AWAITING_DECISION')
})

const closed = { kind: 'submissions-closed', actor: null, from: 'OPEN', to: 'AWAITING_DECISION' }

test('the single read persists a deadline that has ended, with its event, once', async () => {
  const { id } = await openChallenge(await world.wallet())
  expect(await storedState(id)).toBe('OPEN')
  world.passDays(2)
  expect((await read(id)).state).toBe('AWAITING_DECISION')
  expect(await storedState(id)).toBe('AWAITING_DECISION')
  await read(id)
  const { history } = await read(id)
  expect(history).toHaveLength(2)
  expect(history[1]).toMatchObject({ ...closed, seq: 2 })
})

test('the list persists deadlines before it filters by state', async () => {
  const owner = await world.wallet()
  const { id } = await openChallenge(owner)
  world.passDays(2)
  expect((await world.get(`${CHALLENGES}?owner=${owner.address}&state=OPEN`)).body.challenges).toEqual([])
  const { challenges } = (await world.get(`${CHALLENGES}?owner=${owner.address}&state=AWAITING_DECISION`)).body
  expect(challenges.map((challenge: { id: string }) => challenge.id)).toEqual([id])
  expect(await storedState(id)).toBe('AWAITING_DECISION')
})

test('a list that asks for awaiting challenges finds one whose deadline nobody has looked at yet', async () => {
  const owner = await world.wallet()
  const { id } = await openChallenge(owner)
  world.passDays(2)
  const { challenges } = (await world.get(`${CHALLENGES}?state=AWAITING_DECISION&owner=${owner.address}`)).body
  expect(challenges).toMatchObject([{ id, state: 'AWAITING_DECISION' }])
})

test('a write persists a deadline that has ended, in the order things happened', async () => {
  const owner = await world.wallet()
  const { id } = await openChallenge(owner)
  world.passDays(2)
  const { status, body } = await owner.post(`${CHALLENGES}/${id}/decision`, decisionBody)
  expect({ status, state: body.challenge.state }).toEqual({ status: 201, state: 'DECISION_SUBMITTED' })
  const { history } = await read(id)
  expect(history.slice(1)).toMatchObject([closed, { kind: 'decision-submitted', from: 'AWAITING_DECISION' }])
})

test('the schedule persists deadlines too, and needs its secret', async () => {
  const { id } = await openChallenge(await world.wallet())
  world.passDays(2)
  expectRefused(await world.get('/api/cron/deadlines'), 401)
  expectRefused(await world.get('/api/cron/deadlines', { authorization: 'Bearer guess' }), 401)
  const { body } = await world.get('/api/cron/deadlines', { authorization: `Bearer ${process.env.CRON_SECRET}` })
  expect(body.transitions).toBeGreaterThanOrEqual(1)
  expect(await storedState(id)).toBe('AWAITING_DECISION')
})

test('many reads at once persist a deadline once', async () => {
  const { id } = await openChallenge(await world.wallet())
  world.passDays(2)
  await Promise.all([read(id), read(id), world.get(CHALLENGES), world.get(CHALLENGES), read(id)])
  const { history } = await read(id)
  expect(history.filter((event: { kind: string }) => event.kind === 'submissions-closed')).toHaveLength(1)
})
