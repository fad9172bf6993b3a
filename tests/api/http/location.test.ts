import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@/tests/support/client'
import { challengeBody, conversionBody, seedMission, verifiedChallenge, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What is created below the path that was asked is in `contract-walk.test.ts`.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = [await world.wallet(), await world.wallet(), await world.verifier()]
})
afterAll(() => world.close())

test('a conversion tells where its mission is read, in its replay too, and in no trial and no conversion after it', async () => {
  const { id } = await verifiedChallenge(world, owner, verifier)
  const path = `/api/v1/challenges/${id}/convert`
  const key = randomUUID()
  const convert = (named: object) => owner.post(path, conversionBody(), named)
  const trial = await convert({ headers: { 'dry-run': '?1' } })
  const first = await convert({ key })
  const [replay, later] = [await convert({ key }), await convert({})]
  expect([first.status, first.headers.get('location')]).toEqual([201, `/api/v1/missions/${first.body.mission.id}`])
  const there = await world.get(first.headers.get('location') ?? '')
  expect(there.body.mission).toMatchObject({ id: first.body.mission.id, source: { challengeId: id } })
  expect([replay.status, replay.headers.get('location')]).toEqual([200, first.headers.get('location')])
  const others = [trial, later, await convert({ key, headers: { 'dry-run': '?1' } })]
  expect(others.map(({ status, headers }) => [status, headers.get('location')])).toEqual(Array(3).fill([200, null]))
})

test.each([
  ['/api/v1/challenges', 'challenge'],
  ['/api/battles', 'battle'],
])('whoever lost the answer of %s learns from the replay where the record is', async (path, name) => {
  const key = randomUUID()
  const [first, again] = [
    await owner.post(path, challengeBody(), { key }),
    await owner.post(path, challengeBody(), { key }),
  ]
  const location = `${path}/${first.body[name].id}`
  expect([first, again].map(({ status, headers }) => [status, headers.get('location')])).toEqual([
    [201, location],
    [200, location],
  ])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test('an outcome tells where its receipt is read, in both interfaces', async () => {
  const verified = await verifiedMission(owner, contributor, verifier)
  const seed = await seedMission(owner)
  const outcomes = [
    await owner.post(`/api/v1/missions/${verified.id}/complete`, { outcome: 'completed', statement: 'It is done.' }),
    await owner.post(`/api/projects/${seed.id}/outcome`, { outcome: 'rejected', statement: 'It is not wanted.' }),
  ]
  for (const { status, headers, body } of outcomes) {
    expect([status, headers.get('location')]).toEqual([201, `/api/v1/receipts/${body.receipt.id}`])
    expect((await world.get(headers.get('location') ?? '')).body.receipt).toMatchObject({ id: body.receipt.id })
  }
})

test('a write that changes a record creates none', async () => {
  const { id } = await seedMission(owner)
  const claimed = await contributor.post(`/api/v1/missions/${id}/claim`)
  expect([claimed.status, claimed.headers.get('location')]).toEqual([201, null])
})
