import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { draftChallenge } from '@/tests/support/story'

// What the connector tells of itself, and what it never tells.

const STATUS = '/api/v1/platform-status'

let world: PlatformWorld
beforeAll(async () => {
  world = await openPlatformWorld('on')
})
afterAll(() => world.close())

const status = async () => (await world.get(STATUS)).body

test('before anything was asked of the platform', async () => {
  const key = Buffer.from(world.own.publicKey, 'base64url')
  expect(await status()).toEqual({
    mode: 'publishing',
    origin: new URL(world.sandbox.url(1)).origin,
    publishing: true,
    keyFingerprint: `SHA256:${createHash('sha256').update(key).digest('hex')}`,
    lastSync: null,
    recent: [],
  })
})

test('how the last calls went, newest first, and when a thread was last imported', async () => {
  const owner = await world.wallet()
  const { id } = await draftChallenge(owner)
  const root = await world.sandbox.post(world.own, { text: 'Here.' })
  const at = `/api/v1/challenges/${id}/musebook`
  await owner.post(at, { channel: 'attic', originPostUrl: world.sandbox.url(2, 'attic') })
  await owner.post(`${at}/sync`)
  await owner.post(at, { channel: 'lobby', originPostUrl: world.sandbox.url(root) })
  const synced = (await owner.post(`${at}/sync`)).body
  await linkMuse(owner, await world.sandbox.muse())
  const { recent, lastSync } = await status()
  expect(recent.map((call: object) => ({ ...call, at: '', latencyMs: 0 }))).toEqual([
    { at: '', call: 'identity', outcome: 'ok', status: 200, latencyMs: 0 },
    { at: '', call: 'thread', outcome: 'ok', status: 200, latencyMs: 0 },
    { at: '', call: 'thread', outcome: 'refused', status: 500, latencyMs: 0 },
  ])
  expect(lastSync).toBe(synced.link.lastSync.at)
})

test('no key, signature, nonce or secret is in it, nor in the log it comes from', async () => {
  const admin = await world.admin()
  const { id } = await draftChallenge(await world.wallet())
  const { item } = (
    await admin.post('/api/v1/platform-outbox', { kind: 'announce', challengeId: id, channel: 'lobby' })
  ).body
  await admin.post(`/api/v1/platform-outbox/${item.id}/approve`, { payloadHash: item.payloadHash })
  const { rows } = await world.sql.query(`SELECT * FROM "PlatformCall"`)
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows)
    expect(Object.keys(row).sort()).toEqual(['at', 'call', 'id', 'latencyMs', 'outcome', 'status'])
  const told = JSON.stringify([await status(), rows])
  for (const secret of [world.own.secret, world.own.publicKey, item.payloadHash]) expect(told).not.toContain(secret)
})

test('the log keeps the newest hundred calls', async () => {
  const { logCall } = await import('@/lib/platform/gateway')
  for (let count = 0; count < 130; count++) {
    await logCall({ call: 'thread', outcome: 'timeout', status: null, latencyMs: count })
  }
  const { rows } = await world.sql.query(
    `SELECT count(*)::int AS count, min("latencyMs") AS oldest FROM "PlatformCall"`,
  )
  expect(rows).toEqual([{ count: 100, oldest: 30 }])
  expect((await status()).recent).toHaveLength(20)
})

test('the alias answers the same bytes', async () => {
  const [here, there] = [await world.get(STATUS), await world.get('/api/v1/musebook-status')]
  expect([there.status, there.text]).toEqual([here.status, here.text])
})

test('the status page’s part tells of it in words', async () => {
  const { readStatus } = await import('@/lib/status/facts')
  const { groups } = await readStatus()
  const parts = groups.find((group) => group.id === 'connector')?.parts ?? []
  expect(parts.map((part) => [part.name, part.state])).toEqual([
    ['Connector', 'down'],
    ['Publishing', 'ok'],
  ])
  expect(JSON.stringify(parts)).not.toContain(world.own.publicKey)
})
