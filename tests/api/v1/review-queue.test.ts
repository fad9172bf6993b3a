import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { decidedChallenge, proofBody, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let second: Actor
let admin: Actor
const VERIFIERS = () => [verifier.address, second.address].join(',')
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, second, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(0),
    world.verifier(1),
    world.admin(),
  ])
})
afterEach(() => {
  process.env['VERIFIER_WALLETS'] = VERIFIERS()
})
afterAll(() => world.close())

const queue = async (query = '', reader: Pick<Actor, 'get'> = world): Promise<Json> =>
  (await reader.get(`/api/v1/review${query}`)).body
const idsOf = (body: Json): string[] => body.items.map(({ id }: Json) => id)
const ids = async () => idsOf(await queue('?limit=100'))
/** An item as a wallet finds it. */
const found = async (id: string, reader?: Pick<Actor, 'get'>): Promise<Json> =>
  (await queue('?limit=100', reader)).items.find((item: Json) => item.id === id)

async function waitingDecision(by = owner): Promise<{ challenge: Json; id: string }> {
  const challenge = await decidedChallenge(world, by)
  const { rows } = await world.sql.query(
    `SELECT id FROM "Decision" WHERE "challengeId" = $1 ORDER BY id DESC LIMIT 1`,
    [challenge.id],
  )
  return { challenge, id: rows[0].id }
}

test('decisions and proofs stand in one queue, what was submitted first comes first', async () => {
  expect(await queue()).toEqual({ items: [], nextCursor: null })
  const first = await provenMission(owner, contributor)
  const { challenge, id } = await waitingDecision()
  const last = await provenMission(owner, contributor)
  const item = { conflict: null, eligibleVerifiers: 2 }
  const proof = ({ mission, proof: { id: proofId, submittedAt } }: typeof first) => ({
    ...{ kind: 'proof', id: proofId, recordId: mission.id, title: mission.title, waitingSince: submittedAt, ...item },
  })
  const { submittedAt: waitingSince } = challenge.decision
  expect((await queue()).items).toEqual([
    proof(first),
    { kind: 'decision', id, recordId: challenge.id, title: challenge.title, waitingSince, ...item },
    proof(last),
  ])
})

test('each wallet is told why it may not judge, in the words of the refusal', async () => {
  const decision = await waitingDecision(verifier)
  const owned = await provenMission(verifier, contributor)
  const contributed = await provenMission(owner, verifier)
  const told = [
    [decision.id, /^You own this challenge/],
    [owned.proof.id, /^You own this mission/],
    [contributed.proof.id, /^You submitted this proof/],
  ] as const
  for (const [id, because] of told) {
    expect(await found(id, verifier)).toMatchObject({ conflict: expect.stringMatching(because), eligibleVerifiers: 1 })
    expect(await found(id, second)).toMatchObject({ conflict: null, eligibleVerifiers: 1 })
    expect(await found(id)).toMatchObject({ conflict: null, eligibleVerifiers: 1 })
    expect((await found(id, contributor)).conflict).toMatch(/list of this service’s verifiers\.$|^You/)
  }
  const refused = await verifier.post(`/api/v1/proof/${owned.proof.id}/review`, { verdict: 'approve', reason: 'Mine.' })
  expectRefused(refused, 403)
  expect(refused.body.error.message).toBe((await found(owned.proof.id, verifier)).conflict)
})

test('what a wallet is told is its own: no cache keeps it', async () => {
  expect((await verifier.get('/api/v1/review')).headers.get('cache-control')).toBe('no-store')
  expect((await world.get('/api/v1/review')).headers.get('vary')).toContain('Authorization')
})

test('the count follows the allowlist as it is now, each wallet once', async () => {
  const { id } = await waitingDecision()
  const count = async () => (await found(id)).eligibleVerifiers
  process.env['VERIFIER_WALLETS'] = [second.address, second.address, owner.address].join(',')
  expect(await count()).toBe(1)
  process.env['VERIFIER_WALLETS'] = owner.address
  expect(await count()).toBe(0)
  process.env['VERIFIER_WALLETS'] = ''
  expect(await count()).toBe(0)
})

test('what was judged, given up or ended waits no more', async () => {
  const verdicts = { verdict: 'reject', reason: 'No.', explanation: 'No.' }
  const judged = await provenMission(owner, contributor)
  await verifier.signed(`/api/v1/proof/${judged.proof.id}/review`, verdicts)
  const ended = await provenMission(owner, contributor)
  await owner.post(`/api/v1/missions/${ended.mission.id}/complete`, { outcome: 'failed', statement: 'Over.' })
  const rejected = await waitingDecision()
  await verifier.signed(`/api/v1/challenges/${rejected.challenge.id}/verify-decision`, verdicts)
  const cancelled = await waitingDecision()
  await owner.post(`/api/v1/challenges/${cancelled.challenge.id}/cancel`, { reason: 'Over.' })
  const left = await ids()
  for (const id of [judged.proof.id, ended.proof.id, rejected.id, cancelled.id]) expect(left).not.toContain(id)

  const { body } = await contributor.post(`/api/v1/milestones/${judged.mission.milestones[0].id}/proof`, proofBody)
  expect((await ids()).at(-1)).toBe(body.proof.id)
})

test('what a moderator hid is not in the queue, and is again where it was', async () => {
  const decision = await waitingDecision()
  const whole = await provenMission(owner, contributor)
  const part = await provenMission(owner, contributor)
  const before = await ids()
  const hidden = [
    ['challenge', decision.challenge.id],
    ['mission', whole.mission.id],
    ['proof', part.proof.id],
  ] as const
  for (const [type, id] of hidden) await done(hide(admin, type, id))
  expect(await ids()).toEqual(before.filter((id) => ![decision.id, whole.proof.id, part.proof.id].includes(id)))
  for (const [type, id] of hidden) await done(restore(admin, type, id))
  expect(await ids()).toEqual(before)
})

test.each([1, 2, 3])('walked by pages of %i while others judge and submit, it gives each item once', async (limit) => {
  const late: string[] = []
  for (let index = 0; index < 4; index++) late.push((await provenMission(owner, contributor)).proof.id)
  const before = await ids()
  const seen: string[] = []
  let cursor: string | null = ''
  let judged = ''
  let added = ''
  while (cursor !== null) {
    const page: Json = await queue(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(page.items.length).toBeLessThanOrEqual(limit)
    seen.push(...idsOf(page))
    cursor = page.nextCursor
    if (judged !== '') continue
    // One that was shown leaves, one that was not yet shown too, and one comes.
    judged = late.at(-1) ?? ''
    for (const id of [seen[0] ?? '', judged]) {
      const review = { verdict: 'reject', reason: 'No.' }
      const answer = await second.signed(`/api/v1/proof/${id}/review`, review)
      expect([201, 404]).toContain(answer.status)
    }
    added = (await provenMission(owner, contributor)).proof.id
  }
  expect(seen).toEqual([...before.filter((id) => id !== judged), added])
})
