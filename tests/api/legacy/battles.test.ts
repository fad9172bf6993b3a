import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  awaitingChallenge,
  bothLinks,
  challengeBody,
  decidedChallenge,
  draftChallenge,
  openChallenge,
  verifiedChallenge,
} from '@/tests/support/story'
import { MALFORMED_IDS, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const BATTLES = '/api/battles'
const CHALLENGES = '/api/v1/challenges'
const [linkA, linkB] = bothLinks

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const battleOf = async (id: string) => (await world.get(`${BATTLES}/${id}`)).body.battle
const challengeOf = async (id: string) => (await world.get(`${CHALLENGES}/${id}`)).body.challenge

/** A battle that was published here. */
async function published(owner: Actor, over: Record<string, unknown> = {}): Promise<Json> {
  const { status, body, text } = await owner.post(BATTLES, challengeBody(over))
  expect(status, text).toBe(201)
  return body.battle
}

describe('one record, two surfaces', () => {
  test('a battle is read as a challenge, field by field', async () => {
    const owner = await world.wallet()
    const battle = await published(owner)
    expect(battle).toMatchObject({
      state: 'DRAFT',
      owner: owner.address,
      reward: { type: 'reputation', label: 'Seeds for whoever writes it out.' },
      submissions: { A: null, B: null },
    })
    const { history, eligibleVerifiers, ...challenge } = await challengeOf(battle.id)
    expect(challenge).toEqual(battle)
    expect(await battleOf(battle.id)).toEqual({ ...battle, history, eligibleVerifiers })
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['challenge-created'])
  })

  test('a challenge is read as a battle, in every state', async () => {
    const verifier = await world.verifier()
    const wallet = () => world.wallet()
    const cancelled = await wallet()
    const { id: over } = await draftChallenge(cancelled)
    await cancelled.post(`${CHALLENGES}/${over}/cancel`, { reason: 'Over.' })
    const made = [
      await draftChallenge(await wallet()),
      await openChallenge(await wallet()),
      await awaitingChallenge(world, await wallet()),
      await decidedChallenge(world, await wallet()),
      await verifiedChallenge(world, await wallet(), verifier),
      { id: over },
    ]
    const states = []
    for (const { id } of made) {
      const battle = await battleOf(id)
      expect(battle).toEqual(await challengeOf(id))
      states.push(battle.state)
    }
    expect(states).toEqual([
      'DRAFT',
      'OPEN',
      'AWAITING_DECISION',
      'DECISION_SUBMITTED',
      'DECISION_VERIFIED',
      'CANCELLED',
    ])
  })

  test('the lists are the same, page by page and by every filter', async () => {
    const owner = await world.wallet()
    const word = randomUUID().slice(0, 8)
    await published(owner, { title: `From here ${word}` })
    await openChallenge(owner, { title: `From there ${word}` })
    for (const query of [
      '',
      '?limit=1',
      `?owner=${owner.address}`,
      '?state=OPEN&limit=2',
      `?q=${word}`,
      '?q=nothing',
    ]) {
      const here = (await world.get(BATTLES + query)).body
      const there = (await world.get(CHALLENGES + query)).body
      expect(here, query).toEqual({ battles: there.challenges, nextCursor: there.nextCursor })
    }
    const first = (await world.get(`${BATTLES}?owner=${owner.address}&limit=1`)).body
    expect(first.battles.map(({ title }: Json) => title)).toEqual([`From there ${word}`])
    const rest = (await world.get(`${BATTLES}?owner=${owner.address}&limit=1&cursor=${first.nextCursor}`)).body
    expect(rest.battles.map(({ title }: Json) => title)).toEqual([`From here ${word}`])
    expect(rest.nextCursor).toBeNull()
  })

  test('a battle goes the whole way of a challenge', async () => {
    const owner = await world.wallet()
    const { id } = await published(owner, { submissions: bothLinks })
    const record = await challengeOf(id)
    expect(record.state).toBe('OPEN')
    const reply = await owner.post(`${CHALLENGES}/${id}/cancel`, { reason: 'Answered elsewhere.' })
    expect(reply.status).toBe(201)
    expect(await battleOf(id)).toMatchObject({ state: 'CANCELLED', cancellation: { reason: 'Answered elsewhere.' } })
  })

  test('a deadline that has ended is persisted by reading the battle, or the list', async () => {
    for (const read of [(id: string) => world.get(`${BATTLES}/${id}`), () => world.get(BATTLES)]) {
      const { id } = await published(await world.wallet(), { submissions: bothLinks })
      world.passDays(3)
      await read(id)
      const { rows } = await world.sql.query('SELECT state FROM "Challenge" WHERE id = $1', [id])
      expect(rows[0].state).toBe('AWAITING_DECISION')
      world.setClock(0)
    }
  })
})

describe('responses', () => {
  const at = (id: string) => `${BATTLES}/${id}/responses`

  test('one permanent link per side, and the second opens the battle', async () => {
    const [owner, other] = [await world.wallet(), await world.wallet()]
    const { id } = await published(owner)
    const first = await other.post(at(id), linkB)
    expect([first.status, Object.keys(first.body)]).toEqual([201, ['battle']])
    expect(first.body.battle).toMatchObject({
      state: 'DRAFT',
      submissions: { A: null, B: { ...linkB, submittedBy: other.address } },
    })
    const second = await owner.post(at(id), linkA)
    expect(second.body.battle).toMatchObject({ state: 'OPEN', submissions: { A: linkA } })
    expectRefused(await other.post(at(id), linkA), 409)
    expectRefused(await other.post(`${CHALLENGES}/${id}/submissions`, linkA), 409)
    expect((await challengeOf(id)).submissions).toEqual(second.body.battle.submissions)
  })

  test('a side that has its link through v1 takes none here', async () => {
    const [owner, other] = [await world.wallet(), await world.wallet()]
    const { id } = await draftChallenge(owner)
    expect((await other.post(`${CHALLENGES}/${id}/submissions`, linkA)).status).toBe(201)
    expectRefused(await other.post(at(id), { ...linkA, url: 'https://example.org/other' }), 409)
    expect((await other.post(at(id), linkB)).body.battle.state).toBe('OPEN')
  })

  test('the owner is told, once', async () => {
    const [owner, other] = [await world.wallet(), await world.wallet()]
    const { id } = await published(owner)
    const key = randomUUID()
    for (const status of [201, 200]) expect((await other.post(at(id), linkA, { key })).status).toBe(status)
    const { notifications } = (await owner.get('/api/v1/notifications')).body
    expect(notifications.filter(({ href }: Json) => href === `/challenges/${id}`)).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['side', { url: 'https://example.org/a' }],
    ['side', { ...linkA, side: 'C' }],
    ['url', { side: 'A' }],
    ['url', { side: 'A', url: 'http://example.org/a' }],
    ['url', { side: 'A', url: 'https://user:secret@example.org/' }],
    ['url', { side: 'A', url: 'http://localhost:1/' }],
  ])('400 names %s in %j', async (field, body) => {
    const owner = await world.wallet()
    const { id } = await published(owner)
    expectRefused(await owner.post(at(id), body), 400, field)
    expect((await battleOf(id)).submissions).toEqual({ A: null, B: null })
  })

  test('after the submission deadline it is 409, and on a hidden battle 410', async () => {
    const owner = await world.wallet()
    const { id } = await published(owner)
    world.passDays(3)
    expectRefused(await owner.post(at(id), linkA), 409)
    world.setClock(0)
    await world.sql.query(`UPDATE "Challenge" SET "hiddenAt" = now() WHERE id = $1`, [id])
    expectRefused(await owner.post(at(id), linkA), 410)
  })
})

describe('refusals', () => {
  test.each([
    ['title', 'ab'],
    ['title', undefined],
    ['prompt', ''],
    ['submissionDeadline', '2020-01-01'],
    ['decisionDeadline', '2020-01-01'],
    ['rewardDescription', 'x'.repeat(501)],
    ['contenderA', ''],
    ['contenderB', 'x'.repeat(81)],
    ['submissions', [linkA, linkA]],
    ['submissions.0.url', [{ side: 'A', url: 'http://127.0.0.1/' }]],
  ])('400 names %s', async (field, value) => {
    const owner = await world.wallet()
    expectRefused(await owner.post(BATTLES, challengeBody({ [field.split('.')[0] ?? '']: value })), 400, field)
    expect((await world.get(`${BATTLES}?owner=${owner.address}`)).body.battles).toEqual([])
  })

  test('a sixth unfinished one is 409, whichever surface made the others', async () => {
    const owner = await world.wallet()
    for (const path of [BATTLES, CHALLENGES, BATTLES, CHALLENGES, BATTLES])
      expect((await owner.post(path, challengeBody())).status).toBe(201)
    expectRefused(await owner.post(BATTLES, challengeBody()), 409)
    expectRefused(await owner.post(CHALLENGES, challengeBody()), 409)
  })

  test('a key is bound to its path: the same body at the other surface is 422', async () => {
    const owner = await world.wallet()
    const [key, body] = [randomUUID(), challengeBody()]
    const first = await owner.post(BATTLES, body, { key })
    const again = await owner.post(BATTLES, body, { key })
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true'])
    expectRefused(await owner.post(CHALLENGES, body, { key }), 422)
  })

  test('a battle that does not exist, or is hidden, is not found', async () => {
    const owner = await world.wallet()
    for (const id of [UNKNOWN_ID, ...MALFORMED_IDS]) {
      expectRefused(await world.get(`${BATTLES}/${id}`), 404)
      expectRefused(await owner.post(`${BATTLES}/${id}/responses`, linkA), 404)
    }
    const { id } = await published(owner)
    await world.sql.query(`UPDATE "Challenge" SET "hiddenAt" = now() WHERE id = $1`, [id])
    expectRefused(await world.get(`${BATTLES}/${id}`), 404)
    expect((await world.get(`${BATTLES}?owner=${owner.address}`)).body.battles).toEqual([])
  })

  test('nobody publishes without a session, or from another site', async () => {
    expectRefused(await world.send('POST', BATTLES, challengeBody()), 401)
    const owner = await world.wallet()
    const headers = { origin: 'https://evil.example' }
    expectRefused(await owner.post(BATTLES, challengeBody(), { headers }), 403)
  })

  test.each(['limit=0', 'cursor=!', 'state=open', 'owner=0x12', 'q='])('a list with ?%s is 400', async (query) => {
    expectRefused(await world.get(`${BATTLES}?${query}`), 400, query.split('=')[0])
  })
})
