import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { countFlights } from '@/tests/support/flights'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { completedMission, draftChallenge } from '@/tests/support/story'

// docs/performance.md: a write takes three round trips to the database, or as many as a test says; a read one. Writes that
// ask the platform are ruled by its pace, and are not counted here.

const WRITE_FLIGHTS = 3

let world: PlatformWorld
let flights: () => number
let owner: Actor
let admin: Actor
beforeAll(async () => {
  world = await openPlatformWorld('off')
  owner = await world.wallet()
  admin = await world.admin()
  flights = countFlights()
})
afterAll(() => world.close())

async function expectWrite(send: () => Promise<Reply>, flightsMax = WRITE_FLIGHTS): Promise<Json> {
  flights()
  const reply = await send()
  const trips = flights()
  expect(reply.status, reply.text).toBe(201)
  expect(trips).toBeGreaterThan(1)
  expect(trips).toBeLessThanOrEqual(flightsMax)
  return reply.body
}

test('linking a discussion, and deciding on its proposals', async () => {
  const { id } = await draftChallenge(owner)
  const at = `/api/v1/challenges/${id}`
  const root = await world.sandbox.post(world.own, { text: 'Here.' })
  for (const name of ['One', 'Two']) await world.sandbox.postAnonymously(name, { text: name, parent: root })
  const body = { channel: 'lobby', originPostUrl: world.sandbox.url(root) }
  await expectWrite(() => owner.post(`${at}/musebook`, body))
  const { proposals } = (await owner.post(`${at}/musebook/sync`)).body
  await expectWrite(() => owner.post(`${at}/proposals/${proposals[0].id}/accept`, { side: 'A' }))
  await expectWrite(() => owner.post(`${at}/proposals/${proposals[1].id}/reject`))
  flights()
  await world.get(`${at}/musebook`)
  expect(flights()).toBe(1)
})

test('queueing, approving and cancelling a post', async () => {
  const { id } = await draftChallenge(owner)
  await world.sql.query(
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "evidenceHash", "createdAt") VALUES ($1, 10, 'milestone-verified', 'x', now())`,
    [owner.address],
  )
  const announce = { kind: 'announce', challengeId: id, channel: 'lobby' }
  const { item } = await expectWrite(() => owner.post('/api/v1/platform-outbox', announce), 5)
  const at = `/api/v1/platform-outbox/${item.id}`
  await expectWrite(() => admin.post(`${at}/approve`, { payloadHash: item.payloadHash }), 4)
  await expectWrite(() => admin.post(`${at}/cancel`))
  const { mission } = await completedMission(owner, await world.wallet(), await world.verifier())
  await expectWrite(() => owner.post('/api/v1/platform-outbox', { kind: 'receipt', missionId: mission.id }), 5)
  flights()
  await world.get('/api/v1/platform-outbox')
  expect(flights()).toBe(1)
})

test('starting and ending a Muse’s link', async () => {
  const muse = await world.sandbox.muse()
  const body = { museId: muse.museId, method: 'ed25519-challenge' }
  const { nonce, message } = await expectWrite(() => owner.post('/api/v1/muse-links/start', body), 4)
  await owner.post('/api/v1/muse-links/verify', { nonce, signature: muse.sign(message) })
  await expectWrite(() => owner.post('/api/v1/muse-links/unlink'))
})
