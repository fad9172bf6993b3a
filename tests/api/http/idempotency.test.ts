import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '@/lib/maintenance/purge'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Reply } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import {
  challengeBody,
  claimedMission,
  conversionBody,
  draftChallenge,
  missionBody,
  proofBody,
  provenMission,
  verifiedChallenge,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const HOUR = 3600

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.setClock(0)
  owner = await openSession(world.base, world.sql)
})
afterAll(() => world.close())

function expectReplay(again: Reply, first: Reply): void {
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true'])
  expect(first.headers.get('idempotency-replayed')).toBeNull()
}

function expectReused(reply: Reply): void {
  expect([reply.status, reply.body.error.code, reply.body.error.field]).toEqual([422, 'idempotency_key_reused', null])
}

const keysOf = async (wallet: Actor): Promise<number> =>
  (await look(world, `SELECT count(*)::int AS n FROM "IdempotencyKey" WHERE wallet = $1`, [wallet.address])).n
const challengesOf = async (wallet: Actor): Promise<number> =>
  (await look(world, `SELECT count(*)::int AS n FROM "Challenge" WHERE owner = $1`, [wallet.address])).n

test('the same request with the same key is answered with the first answer, byte for byte, and acts once', async () => {
  const key = randomUUID()
  const body = challengeBody({ title: 'Ümläut, 漢字 and 😀' })
  const first = await owner.post('/api/v1/challenges', body, { key })
  expect(first.status).toBe(201)
  for (let again = 0; again < 3; again++) expectReplay(await owner.post('/api/v1/challenges', body, { key }), first)
  expect(await challengesOf(owner)).toBe(1)
})

test('the same key with another body is 422, even if only white space differs', async () => {
  const key = randomUUID()
  const raw = JSON.stringify(challengeBody())
  expect((await owner.post('/api/v1/challenges', undefined, { key, raw })).status).toBe(201)
  expectReused(await owner.post('/api/v1/challenges', undefined, { key, raw: `${raw} ` }))
  expectReused(await owner.post('/api/v1/challenges', challengeBody({ title: 'Another one' }), { key }))
  expectReused(await owner.post('/api/v1/challenges', {}, { key }))
  expect(await challengesOf(owner)).toBe(1)
})

test('the same key and body on another path is 422', async () => {
  const key = randomUUID()
  const [one, other] = [await draftChallenge(owner), await draftChallenge(owner)]
  const body = { reason: 'Answered elsewhere.' }
  expect((await owner.post(`/api/v1/challenges/${one.id}/cancel`, body, { key })).status).toBe(201)
  expectReused(await owner.post(`/api/v1/challenges/${other.id}/cancel`, body, { key }))
  expect((await world.get(`/api/v1/challenges/${other.id}`)).body.challenge.state).toBe('DRAFT')
})

test('a query string or other headers make no other request', async () => {
  const key = randomUUID()
  const first = await owner.post('/api/v1/missions', missionBody(), { key })
  expectReplay(await owner.post('/api/v1/missions?again=1', missionBody(), { key }), first)
  expectReplay(await owner.post('/api/v1/missions', missionBody(), { key, headers: { origin: world.base } }), first)
})

test('a key belongs to its wallet: another wallet may use the same one', async () => {
  const key = randomUUID()
  const other = await openSession(world.base, world.sql)
  const replies = [
    await owner.post('/api/v1/missions', missionBody(), { key }),
    await other.post('/api/v1/missions', missionBody(), { key }),
  ]
  expect(replies.map((reply) => reply.status)).toEqual([201, 201])
  expect(replies.map((reply) => reply.body.mission.owner)).toEqual([owner.address, other.address])
})

test('a key works across the sessions of its wallet', async () => {
  const key = randomUUID()
  const first = await owner.post('/api/v1/missions', missionBody(), { key })
  const elsewhere = await openSession(world.base, world.sql, owner.account)
  expectReplay(await elsewhere.post('/api/v1/missions', missionBody(), { key }), first)
})

test('keys that differ only in case are two keys', async () => {
  const replies = [
    await owner.post('/api/v1/missions', missionBody(), { key: 'key-of-the-test' }),
    await owner.post('/api/v1/missions', missionBody(), { key: 'KEY-OF-THE-TEST' }),
  ]
  expect(replies.map((reply) => reply.status)).toEqual([201, 201])
})

test.each([
  ['a bad field', 400, (key: string) => owner.post('/api/v1/challenges', challengeBody({ title: 'x' }), { key })],
  [
    'a day that has passed',
    400,
    (key: string) => owner.post('/api/v1/challenges', challengeBody({ submissionDeadline: '2020-01-01' }), { key }),
  ],
  ['an unknown record', 404, (key: string) => owner.post(`/api/v1/missions/${randomUUID()}/claim`, {}, { key })],
  [
    'a missing role',
    403,
    (key: string) =>
      owner.post(`/api/v1/proof/${randomUUID()}/review`, { verdict: 'approve', reason: 'Yes.' }, { key }),
  ],
  [
    'another’s record',
    403,
    async (key: string) =>
      owner.post(
        `/api/v1/challenges/${(await draftChallenge(await world.wallet())).id}/cancel`,
        { reason: 'No.' },
        { key },
      ),
  ],
  [
    'a state that forbids it',
    409,
    async (key: string) =>
      owner.post(`/api/v1/challenges/${(await draftChallenge(owner)).id}/convert`, conversionBody(), { key }),
  ],
] as const)('a write refused for %s (%i) frees its key for any other request', async (_why, status, refused) => {
  const key = randomUUID()
  expect((await refused(key)).status).toBe(status)
  expect((await refused(key)).status).toBe(status)
  const done = await owner.post('/api/v1/missions', missionBody(), { key })
  expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([201, null])
})

test('a refused write left neither key nor record nor history', async () => {
  await owner.post('/api/v1/challenges', challengeBody({ submissionDeadline: '2020-01-01' }))
  expect([await keysOf(owner), await challengesOf(owner)]).toEqual([0, 0])
  expect((await look(world, `SELECT count(*)::int AS n FROM "HistoryEvent" WHERE actor = $1`, [owner.address])).n).toBe(
    0,
  )
})

test('a replay shows the first answer, though the record has moved on', async () => {
  const contributor = await world.wallet()
  const mission = await claimedMission(owner, contributor)
  const path = `/api/v1/milestones/${mission.milestones[0].id}/proof`
  const key = randomUUID()
  const first = await contributor.post(path, proofBody, { key })
  const verifier = await world.verifier()
  expect(
    (
      await verifier.signed(`/api/v1/proof/${first.body.proof.id}/review`, {
        verdict: 'approve',
        reason: 'It is there.',
      })
    ).status,
  ).toBe(201)
  expect(
    (await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'completed', statement: 'Done.' })).status,
  ).toBe(201)
  await world.sql.query(`UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1`, [mission.id])
  const again = await contributor.post(path, proofBody, { key })
  expectReplay(again, first)
  expect(again.body.proof.status).toBe('submitted')
})

test('step 1 of a signed action replays its message: the same nonce, and no second one', async () => {
  const verifier = await world.verifier()
  const { proof } = await provenMission(owner, await world.wallet())
  const path = `/api/v1/proof/${proof.id}/review`
  const body = { verdict: 'approve', reason: 'It is there.' }
  const key = randomUUID()
  const first = await verifier.post(path, body, { key })
  expect([first.status, first.body.signatureRequired]).toEqual([200, true])
  expectReplay(await verifier.post(path, body, { key }), first)
  expect(
    (await look(world, `SELECT count(*)::int AS n FROM "SigningNonce" WHERE "subjectId" = $1`, [proof.id])).n,
  ).toBe(1)

  const step = {
    nonce: first.body.nonce,
    signature: await verifier.account.signMessage({ message: first.body.message }),
  }
  expectReused(await verifier.post(path, step, { key }))
  const second = randomUUID()
  const signed = await verifier.post(path, step, { key: second })
  expect(signed.status).toBe(201)
  expectReplay(await verifier.post(path, step, { key: second }), signed)
  expect((await verifier.post(path, step)).status).toBe(409)
})

test('a second conversion shows the same mission with 200, whatever its key, and is no replay', async () => {
  const { id } = await verifiedChallenge(world, owner, await world.verifier())
  const path = `/api/v1/challenges/${id}/convert`
  const key = randomUUID()
  const first = await owner.post(path, conversionBody(), { key })
  const other = randomUUID()
  const second = await owner.post(path, conversionBody({ rewardTerms: 'Other terms.' }), { key: other })
  expect([second.status, second.body.mission.id, second.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.body.mission.id,
    null,
  ])
  expectReplay(await owner.post(path, conversionBody(), { key }), first)
  const again = await owner.post(path, conversionBody({ rewardTerms: 'Other terms.' }), { key: other })
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, second.text, 'true'])
})

test('sign-in is never replayed: no credential is handed out twice', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const call = (path: string, body: object) =>
    request(world.base, { method: 'POST', path, headers, body: JSON.stringify(body) })
  const asked = await call('/api/v1/auth/challenge', { address: owner.address, chainId: 1 })
  const proof = {
    nonce: asked.body.nonce,
    signature: await owner.account.signMessage({ message: asked.body.message }),
    delivery: 'bearer',
  }
  const first = await call('/api/v1/auth/verify', proof)
  expect(first.status).toBe(201)
  const again = await call('/api/v1/auth/verify', proof)
  expect([again.status, again.body.token]).toEqual([409, undefined])
})

test('a key is kept for 24 hours at least, and is gone after 48', async () => {
  const key = randomUUID()
  const first = await owner.post('/api/v1/missions', missionBody(), { key })
  for (const hours of [0, 12, 24, 47]) {
    world.setClock(hours * HOUR)
    await purgeExpired()
    expectReplay(await owner.post('/api/v1/missions', missionBody(), { key }), first)
  }
  world.setClock(49 * HOUR)
  await purgeExpired()
  expect(await keysOf(owner)).toBe(0)
  expect((await owner.post('/api/v1/missions', missionBody(), { key })).status).toBe(201)
})

test('the purge removes what has expired and nothing else', async () => {
  world.setClock(60 * 24 * HOUR)
  await purgeExpired()
  const wallet = await world.wallet()
  const asked = await world.send('POST', '/api/v1/auth/challenge', { address: owner.address, chainId: 1 })
  const nonces = async () =>
    (await look(world, `SELECT count(*)::int AS n FROM "SigningNonce" WHERE nonce = $1`, [asked.body.nonce])).n
  const signed = async () =>
    (await look(world, `SELECT count(*)::int AS n FROM "SigningNonce" WHERE wallet = $1`, [wallet.address])).n
  const counters = async () => (await look(world, `SELECT count(*)::int AS n FROM "RateLimit"`)).n
  const sessions = async () =>
    (await look(world, `SELECT count(*)::int AS n FROM "Session" WHERE wallet = $1`, [wallet.address])).n
  await purgeExpired()
  expect([await nonces(), await signed(), await sessions()]).toEqual([1, 1, 1])
  expect(await counters()).toBeGreaterThan(0)

  const late = { nonce: asked.body.nonce, signature: `0x${'5b'.repeat(65)}` }
  world.setClock(60 * 24 * HOUR + HOUR)
  await purgeExpired()
  expectRefused(await world.send('POST', '/api/v1/auth/verify', late), 410)

  world.setClock(60 * 24 * HOUR + 20 * HOUR)
  await purgeExpired()
  expect([await nonces(), await signed(), await counters(), await sessions()]).toEqual([0, 1, 0, 1])

  world.setClock(68 * 24 * HOUR)
  await purgeExpired()
  expect([await nonces(), await signed(), await counters(), await sessions()]).toEqual([0, 0, 0, 0])
})
