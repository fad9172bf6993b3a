import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { fileBody, objectsIn, sendUpload, type UploadOptions } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const KIB = 1024
const NETWORK_MAX = 1000 * KIB
const DAY = 24 * 3600

let world: World
let owner: Actor
let contributor: Actor
let mission: Json
let days = 0
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1, environment: { EVIDENCE_NETWORK_BYTES_MAX: String(NETWORK_MAX) } })
})
/** The first second of a new day, and a contributor who has stored nothing. */
beforeEach(async () => {
  days += 2
  world.setClock(days * DAY - (Math.floor(Date.now() / 1000) % DAY))
  owner = await openSession(world.base, world.sql)
  contributor = await openSession(world.base, world.sql)
  mission = await claimedMission(owner, contributor)
})
afterAll(() => world.close())

const send = (kib: number, options: UploadOptions = {}, who = contributor, id = mission.id) =>
  sendUpload(world.base, who, id, fileBody(Buffer.alloc(kib * KIB, 'q')), options)
const stored = () => objectsIn(process.env.EVIDENCE_DIR ?? '')
const countOf = async (table: string) => (await look(world, `SELECT count(*)::int AS n FROM "${table}"`)).n

test('a network uploads so much in a day, whatever its wallets; what exceeds it is 429 and leaves nothing', async () => {
  const other = await openSession(world.base, world.sql)
  const { id } = await claimedMission(owner, other)
  const first = await send(600)
  expect(first.status).toBe(201)
  expect(first.headers['ratelimit-policy']).toContain(
    `"upload-bytes-network";q=${NETWORK_MAX};w=${DAY};qu="content-bytes"`,
  )
  const before = [stored(), await countOf('EvidenceFile'), await countOf('IdempotencyKey')]

  const refused = await send(600, {}, other, id)
  expectError(refused, 429, 'rate_limited')
  expect(refused.body.error.message).toContain('URL in a proof')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // What is left is what another file may have, not what this one would leave.
  expect(refused.headers.ratelimit).toContain(`"upload-bytes-network";r=${NETWORK_MAX - 600 * KIB};`)
  expect([stored(), await countOf('EvidenceFile'), await countOf('IdempotencyKey')]).toEqual(before)
  expect(await countOf('EvidenceUpload')).toBe(0)

  expect((await send(300, {}, other, id)).status).toBe(201)
  expect((await send(600, { from: '127.0.0.9' }, other, id)).status).toBe(201)
})

test('the next day is a new one', async () => {
  expect((await send(900)).status).toBe(201)
  expectError(await send(200), 429, 'rate_limited')
  world.setClock((days + 1) * DAY - (Math.floor(Date.now() / 1000) % DAY))
  contributor = await openSession(world.base, world.sql)
  mission = await claimedMission(owner, contributor)
  expect((await send(900)).status).toBe(201)
})

test('only what is kept is counted: no refusal, no dry run, no replay', async () => {
  const key = randomUUID()
  expect((await send(400, { key })).status).toBe(201)
  expect((await send(400, { key })).status).toBe(200)
  expect((await send(500, { headers: { 'dry-run': '?1' } })).status).toBe(200)
  expectError(await send(500, {}, owner), 403, 'forbidden')
  const bad = fileBody(Buffer.concat([Buffer.alloc(500 * KIB, 'a'), Buffer.from([0xff])]))
  expectError(await sendUpload(world.base, contributor, mission.id, bad), 400, 'invalid_request', 'file')
  expect((await send(500)).status).toBe(201)
  // Its answer is repeated although the day has no room for its file any more.
  expect((await send(400, { key })).status).toBe(200)
})

test('of two uploads with one key at once one is kept, and the other is its replay, though only one has room', async () => {
  const key = randomUUID()
  const answers = await Promise.all([send(600, { key }), send(600, { key })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
})

test('concurrent uploads do not exceed it together', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(300)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 201, 201, ...Array(7).fill(429)])
  for (const { status, headers } of answers) if (status === 429) expect(headers).toHaveProperty('retry-after')
  expect(await countOf('EvidenceUpload')).toBe(0)
})

test('by default a contributor may add every file of a mission in one day', async () => {
  const { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } = await import('@/lib/contract/limits')
  const { env } = await import('@/lib/env')
  const { checkEnvironment } = await import('@/lib/env')
  delete process.env.EVIDENCE_NETWORK_BYTES_MAX
  checkEnvironment()
  expect(env().EVIDENCE_NETWORK_BYTES_MAX).toBeGreaterThanOrEqual(2 * EVIDENCE_FILES_MAX * EVIDENCE_BYTES_MAX)
  expect(env().EVIDENCE_NETWORK_BYTES_MAX).toBeGreaterThanOrEqual(2 * env().EVIDENCE_WALLET_BYTES_MAX)
})
