import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, signIn } from '@/tests/support/client'
import { verifierAccounts } from '@/tests/support/environment'
import { expectMoment } from '@/tests/support/moments'
import {
  awaitingChallenge,
  bothLinks,
  challengeBody,
  convertedMission,
  dayFromNow,
  decidedChallenge,
  draftChallenge,
  openChallenge,
  verifiedChallenge,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const CHALLENGES = '/api/v1/challenges'
const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

/** docs/decisions.md#challenges, word for word. */
const VIEW = [
  'id',
  'state',
  'title',
  'prompt',
  'submissionDeadline',
  'decisionDeadline',
  'reward',
  'contenderA',
  'contenderB',
  'owner',
  'submissions',
  'decision',
  'cancellation',
  'missionId',
  'createdAt',
  'updatedAt',
]

let world: World
let owner: Actor
beforeAll(async () => {
  // Ten writes at once, and room for those who ask.
  world = await openWorld({ environment: { DATABASE_POOL_MAX: '16' } })
  owner = await world.wallet()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const create = (body: unknown) => owner.post(CHALLENGES, body)
const read = async (id: string) => (await world.get(`${CHALLENGES}/${id}`)).body.challenge

test('a signed-in wallet publishes a challenge and owns it', async () => {
  const wallet = await world.wallet()
  const began = Date.now()
  const { status, body } = await wallet.post(CHALLENGES, challengeBody())
  expect(status).toBe(201)
  const { createdAt, updatedAt, id, ...challenge } = body.challenge
  const { rewardDescription, ...sent } = challengeBody()
  expect(challenge).toEqual({
    ...sent,
    state: 'DRAFT',
    reward: { type: 'reputation', label: rewardDescription },
    owner: wallet.address,
    submissions: { A: null, B: null },
    decision: null,
    cancellation: null,
    missionId: null,
  })
  expect(createdAt).toBe(updatedAt)
  expectMoment(createdAt, began)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test('the view has exactly the fields of the decisions; the single read adds the history and how many may judge', async () => {
  const wallet = await world.wallet()
  const made = await draftChallenge(wallet)
  expect(Object.keys(made)).toEqual(VIEW)
  expect(Object.keys(await read(made.id))).toEqual([...VIEW, 'history', 'eligibleVerifiers'])
  const { challenges } = (await world.get(`${CHALLENGES}?owner=${wallet.address}`)).body
  expect(challenges).toEqual([made])
})

test('a new challenge begins its history with one event', async () => {
  const wallet = await world.wallet()
  const { id } = await draftChallenge(wallet)
  const { history } = await read(id)
  expect(history).toHaveLength(1)
  expect(history[0]).toMatchObject({
    seq: 1,
    kind: 'challenge-created',
    actor: wallet.address,
    from: null,
    to: 'DRAFT',
    prevHash: null,
  })
})

test('a challenge with both response links opens at once, in either order', async () => {
  for (const submissions of [bothLinks, [...bothLinks].reverse()]) {
    const { state, submissions: shown, owner: by } = await openChallenge(await world.wallet(), { submissions })
    expect(state).toBe('OPEN')
    const link = { id: expect.any(String), submittedBy: by, submittedAt: expect.any(String), proposalId: null }
    expect(shown).toEqual({ A: { ...bothLinks[0], ...link }, B: { ...bothLinks[1], ...link } })
  }
})

test('a challenge with one response link, or an empty list of them, is a draft', async () => {
  const one = await draftChallenge(await world.wallet(), { submissions: [bothLinks[1]] })
  expect(one).toMatchObject({ state: 'DRAFT', submissions: { A: null, B: { url: 'https://example.org/b' } } })
  expect((await draftChallenge(await world.wallet(), { submissions: [] })).state).toBe('DRAFT')
})

test('today is a possible submission deadline, and both deadlines may be one day', async () => {
  const dates = { submissionDeadline: dayFromNow(0), decisionDeadline: dayFromNow(0) }
  expect(await openChallenge(await world.wallet(), dates)).toMatchObject({ ...dates, state: 'OPEN' })
})

const long = (length: number) => 'x'.repeat(length)
const link = (over: object) => ({ submissions: [{ ...bothLinks[0], ...over }] })

test.each<[string, Record<string, unknown>]>([
  ['title', { title: undefined }],
  ['title', { title: null }],
  ['title', { title: 5 }],
  ['title', { title: 'ab' }],
  ['title', { title: '  ab  ' }],
  ['title', { title: long(141) }],
  ['title', { title: 'two\nlines' }],
  ['title', { title: ['a title'] }],
  ['prompt', { prompt: undefined }],
  ['prompt', { prompt: '' }],
  ['prompt', { prompt: ' \n ' }],
  ['prompt', { prompt: long(4001) }],
  ['rewardDescription', { rewardDescription: undefined }],
  ['rewardDescription', { rewardDescription: '' }],
  ['rewardDescription', { rewardDescription: long(501) }],
  ['contenderA', { contenderA: undefined }],
  ['contenderA', { contenderA: '' }],
  ['contenderA', { contenderA: long(81) }],
  ['contenderA', { contenderA: 'tab\tbed' }],
  ['contenderB', { contenderB: undefined }],
  ['contenderB', { contenderB: ' ' }],
  ['contenderB', { contenderB: long(81) }],
  ['submissionDeadline', { submissionDeadline: undefined }],
  ['submissionDeadline', { submissionDeadline: dayFromNow(-1) }],
  ['submissionDeadline', { submissionDeadline: '2030-02-30' }],
  ['submissionDeadline', { submissionDeadline: '2030-13-01' }],
  ['submissionDeadline', { submissionDeadline: '2030-1-1' }],
  ['submissionDeadline', { submissionDeadline: '2030-01-01T00:00:00.000Z' }],
  ['submissionDeadline', { submissionDeadline: '+12030-01-01' }],
  ['submissionDeadline', { submissionDeadline: 1_893_456_000 }],
  ['submissionDeadline', { submissionDeadline: '' }],
  ['decisionDeadline', { decisionDeadline: undefined }],
  ['decisionDeadline', { decisionDeadline: dayFromNow(0) }],
  ['decisionDeadline', { decisionDeadline: 'tomorrow' }],
  ['submissions', { submissions: 'https://example.org' }],
  ['submissions', { submissions: [bothLinks[0], bothLinks[0]] }],
  ['submissions', { submissions: [...bothLinks, bothLinks[0]] }],
  ['submissions.0', { submissions: ['https://example.org/a'] }],
  ['submissions.0.side', link({ side: 'C' })],
  ['submissions.0.side', link({ side: 'a' })],
  ['submissions.0.side', link({ side: undefined })],
  ['submissions.0.url', link({ url: undefined })],
  ['submissions.0.url', link({ url: 'http://example.org/a' })],
  ['submissions.1.url', { submissions: [bothLinks[0], { side: 'B', url: 'nowhere' }] }],
])('a creation is refused that names %s wrongly: %j', async (field, over) => {
  expectRefused(await create(challengeBody(over)), 400, field)
})

test('the bounds themselves are accepted', async () => {
  const longest = {
    title: long(140),
    prompt: long(4000),
    rewardDescription: long(500),
    contenderA: long(80),
    contenderB: long(80),
  }
  const wallet = await world.wallet()
  expect((await wallet.post(CHALLENGES, challengeBody(longest))).status).toBe(201)
  const shortest = { title: 'abc', prompt: 'x', rewardDescription: 'x', contenderA: 'x', contenderB: 'y' }
  expect((await wallet.post(CHALLENGES, challengeBody(shortest))).status).toBe(201)
})

test('a challenge needs a session to be published', async () => {
  expectRefused(await world.send('POST', CHALLENGES, challengeBody()), 401)
})

test.each(['nope', NOWHERE, '1', '00000000-0000-0000-0000-00000000000g', `${NOWHERE}0`, '%27%20OR%201=1'])(
  'the id %s names no challenge',
  async (id) => {
    expectRefused(await world.get(`${CHALLENGES}/${id}`), 404)
    expectRefused(await owner.post(`${CHALLENGES}/${id}/cancel`, { reason: 'Gone.' }), 404)
  },
)

test('an id in upper case names the same challenge', async () => {
  const made = await draftChallenge(await world.wallet())
  expect((await read(made.id.toUpperCase())).id).toBe(made.id)
})

test('a wallet has at most five unfinished challenges', async () => {
  const wallet = await world.wallet()
  for (let count = 0; count < 5; count++) await draftChallenge(wallet)
  expectRefused(await wallet.post(CHALLENGES, challengeBody()), 409)
  expectRefused(await wallet.post(CHALLENGES, challengeBody({ submissions: bothLinks })), 409)
  expect((await world.get(`${CHALLENGES}?owner=${wallet.address}`)).body.challenges).toHaveLength(5)
  await draftChallenge(await world.wallet())
})

test('cancelling a challenge makes room for another', async () => {
  const wallet = await world.wallet()
  const { id } = await draftChallenge(wallet)
  for (let count = 1; count < 5; count++) await draftChallenge(wallet)
  expect((await wallet.post(`${CHALLENGES}/${id}/cancel`, { reason: 'Make room.' })).status).toBe(201)
  expect((await wallet.post(CHALLENGES, challengeBody())).status).toBe(201)
  expectRefused(await wallet.post(CHALLENGES, challengeBody()), 409)
})

test('a challenge that a moderator hid counts no more: its owner can neither finish nor cancel it', async () => {
  const wallet = await world.wallet()
  const { id } = await draftChallenge(wallet)
  for (let count = 1; count < 5; count++) await draftChallenge(wallet)
  const hide = { recordType: 'challenge', recordId: id, action: 'hide', reason: 'It asks for a key.' }
  expect((await (await world.admin()).post('/api/moderation', hide)).status).toBe(201)
  expect((await wallet.post(CHALLENGES, challengeBody())).status).toBe(201)
  expectRefused(await wallet.post(CHALLENGES, challengeBody()), 409)
})

test('a challenge that became a mission is finished and counts no more', async () => {
  const wallet = await world.wallet()
  await convertedMission(world, wallet, await world.verifier())
  for (let count = 0; count < 5; count++) await draftChallenge(wallet)
  expectRefused(await wallet.post(CHALLENGES, challengeBody()), 409)
})

test('of ten creations at once only five exist afterwards', async () => {
  const wallet = await world.wallet()
  const replies = await allAtOnce(world, { lock: 'LOCK TABLE "Challenge" IN SHARE MODE', waiting: 10 }, () =>
    Array.from({ length: 10 }, () => wallet.post(CHALLENGES, challengeBody())),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)])
  expect((await world.get(`${CHALLENGES}?owner=${wallet.address}`)).body.challenges).toHaveLength(5)
})

test.each([
  ['DRAFT', draftChallenge],
  ['OPEN', openChallenge],
  ['AWAITING_DECISION', (by: Actor) => awaitingChallenge(world, by)],
  ['DECISION_SUBMITTED', (by: Actor) => decidedChallenge(world, by)],
])('the owner cancels a challenge that is %s, with a reason that stays', async (state, reach) => {
  const wallet = await world.wallet()
  const made = await reach(wallet)
  expect(made.state).toBe(state)
  const { status, body } = await wallet.post(`${CHALLENGES}/${made.id}/cancel`, { reason: 'Answered\nelsewhere.' })
  expect(status).toBe(201)
  expect(body.challenge).toMatchObject({
    state: 'CANCELLED',
    cancellation: { reason: 'Answered\nelsewhere.', at: body.challenge.updatedAt },
  })
  const { history } = await read(made.id)
  expect(history.at(-1)).toMatchObject({
    kind: 'challenge-cancelled',
    from: state,
    to: 'CANCELLED',
    actor: wallet.address,
    data: { reason: 'Answered\nelsewhere.' },
  })
})

test('a cancellation needs a reason of 1 to 2000 characters', async () => {
  const wallet = await world.wallet()
  const { id } = await draftChallenge(wallet)
  for (const reason of [undefined, null, '', '  ', 5, long(2001)]) {
    expectRefused(await wallet.post(`${CHALLENGES}/${id}/cancel`, { reason }), 400, 'reason')
  }
  expect((await read(id)).state).toBe('DRAFT')
})

test('nobody but the owner cancels a challenge', async () => {
  const { id } = await draftChallenge(await world.wallet())
  expectRefused(await world.send('POST', `${CHALLENGES}/${id}/cancel`, { reason: 'Mine now.' }), 401)
  for (const stranger of [await world.wallet(), await world.verifier(), await world.admin()]) {
    expectRefused(
      await stranger.post(`${CHALLENGES}/${id}/cancel`, { reason: 'Mine now.', owner: stranger.address }),
      403,
    )
  }
})

test('a challenge whose decision is verified, that became a mission or is cancelled, cannot be cancelled', async () => {
  const [wallet, verifier] = [await world.wallet(), await signIn(world.base, verifierAccounts[1])]
  const verified = await verifiedChallenge(world, wallet, verifier)
  const { source } = await convertedMission(world, wallet, verifier)
  const { id: cancelled } = await draftChallenge(wallet)
  await wallet.post(`${CHALLENGES}/${cancelled}/cancel`, { reason: 'First.' })
  for (const id of [verified.id, source.challengeId, cancelled]) {
    expectRefused(await wallet.post(`${CHALLENGES}/${id}/cancel`, { reason: 'Again.' }), 409)
  }
  expect((await read(cancelled)).cancellation.reason).toBe('First.')
})
