import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import type { Actor, Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { fileBody, objectsIn, sendUpload, uploadHead } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'
import { openWire, type Wire } from '@/tests/support/wire'
import { openWorld, type World } from '@/tests/support/world'

const MIGRATION = path.resolve(import.meta.dirname, '../../../prisma/migrations/0012_limits/migration.sql')
const WALLET_MAX = 1_000_000
const TOTAL_MAX = 2_500_000

let world: World
let owner: Actor
let contributor: Actor
let mission: Json
beforeAll(async () => {
  world = await openWorld({
    environment: { EVIDENCE_WALLET_BYTES_MAX: String(WALLET_MAX), EVIDENCE_TOTAL_BYTES_MAX: String(TOTAL_MAX) },
  })
  owner = await openSession(world.base, world.sql)
})
/** A contributor who has stored nothing, in a service that has stored nothing. */
beforeEach(async () => {
  await world.sql.query(`UPDATE "EvidenceUsage" SET bytes = 0`)
  contributor = await openSession(world.base, world.sql)
  mission = await claimedMission(owner, contributor)
})
afterAll(() => world.close())

const send = (bytes: number, who = contributor, id = mission.id) =>
  sendUpload(world.base, who, id, fileBody(Buffer.alloc(bytes, 'q')))
const stored = () => objectsIn(process.env.EVIDENCE_DIR ?? '')
const pending = async () => (await look(world, `SELECT count(*)::int AS n FROM "EvidenceUpload"`)).n
const usageOf = async (subject: string) =>
  Number(
    (await look(world, `SELECT coalesce(max(bytes), 0) AS bytes FROM "EvidenceUsage" WHERE subject = $1`, [subject]))
      .bytes,
  )
const storedBy = async (who: Actor) =>
  (
    await look(world, `SELECT coalesce(sum(bytes), 0)::int AS n FROM "EvidenceFile" WHERE "uploadedBy" = $1`, [
      who.address,
    ])
  ).n

/** The first half of an upload of so many bytes, on a connection of its own. */
async function half(bytes: number, key = randomUUID()): Promise<{ wire: Wire; finish: () => void }> {
  const body = fileBody(Buffer.alloc(bytes, 'h'))
  const wire = await openWire(world.base)
  wire.send(uploadHead(contributor, mission.id, body, { key }))
  wire.send(body.subarray(0, body.length / 2))
  return { wire, finish: () => wire.send(body.subarray(body.length / 2)) }
}

test('a wallet stores as much as its quota allows, and what does not fit is 409 and leaves nothing', async () => {
  expect((await send(600_000)).status).toBe(201)
  const before = stored()
  const refused = await send(600_000)
  expectError(refused, 409, 'conflict')
  expect(refused.body.error.message).toContain('URL in a proof')
  expect([stored(), await pending(), await storedBy(contributor)]).toEqual([before, 0, 600_000])
  expect((await send(100_000)).status).toBe(201)
  expect(await usageOf(contributor.address)).toBe(700_000)
})

test('a full wallet is no other wallet’s concern', async () => {
  expect((await send(900_000)).status).toBe(201)
  expectError(await send(200_000), 409, 'conflict')
  const other = await openSession(world.base, world.sql)
  const { id } = await claimedMission(owner, other)
  expect((await send(200_000, other, id)).status).toBe(201)
})

test('the service as a whole is full for everybody: 503', async () => {
  const others = await Promise.all([1, 2, 3].map(() => openSession(world.base, world.sql)))
  const missions: Json[] = []
  for (const other of others) missions.push(await claimedMission(owner, other))
  const statuses: number[] = []
  for (const [at, other] of others.entries()) statuses.push((await send(900_000, other, missions[at].id)).status)
  expect(statuses).toEqual([201, 201, 503])
  expectError(await send(800_000), 503, 'unavailable')
  expect((await send(100_000)).status).toBe(201)
})

test('a hundred uploads at once pass no quota', async () => {
  // From twenty networks: of each a few may arrive at once.
  const from = (upload: number) => `127.0.1.${1 + (upload % 20)}`
  const body = fileBody(Buffer.alloc(90_000, 'q'))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, upload) =>
      sendUpload(world.base, contributor, mission.id, body, { from: from(upload) }),
    ),
  )
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length
  expect(counts(201) + counts(409)).toBe(100)
  // What is under way counts with its request's length, so at least one of those that would just fit may be refused.
  expect(counts(201)).toBeGreaterThan(0)
  expect(await storedBy(contributor)).toBeLessThanOrEqual(WALLET_MAX)
  expect(await usageOf(contributor.address)).toBe(await storedBy(contributor))
  expect(await pending()).toBe(0)
})

test('the first uploads of a wallet, all at once, pass no quota', async () => {
  const body = fileBody(Buffer.alloc(400_000, 'q'))
  const whole = { lock: `SELECT 1 FROM "EvidenceUsage" WHERE subject = '' FOR UPDATE`, waiting: 6 }
  const answers = await allAtOnce(world, whole, () =>
    Array.from({ length: 6 }, () => sendUpload(world.base, contributor, mission.id, body)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
})

test('what is still arriving holds its room, and gives it back when it is given up', async () => {
  const { wire } = await half(700_000)
  await until(async () => (await pending()) === 1, 'the upload was noted')
  expectError(await send(600_000), 409, 'conflict')
  wire.destroy()
  await until(async () => (await pending()) === 0, 'the upload was given up')
  expect(await usageOf(contributor.address)).toBe(0)
  expect((await send(600_000)).status).toBe(201)
})

test('a file that is refused for what it is takes no room', async () => {
  for (let again = 0; again < 3; again++) {
    const bad = fileBody(Buffer.concat([Buffer.alloc(800_000, 'a'), Buffer.from([0xff])]))
    expectError(await sendUpload(world.base, contributor, mission.id, bad), 400, 'invalid_request', 'file')
  }
  expect(await usageOf(contributor.address)).toBe(0)
})

test('what a file is wrong about is told before the quota', async () => {
  expect((await send(900_000)).status).toBe(201)
  const bad = fileBody(Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xff])]))
  expectError(await sendUpload(world.base, contributor, mission.id, bad), 400, 'invalid_request', 'file')
  expectError(await sendUpload(world.base, owner, mission.id, bad), 400, 'invalid_request', 'file')
  expectError(await send(300_000, owner), 403, 'forbidden')
})

test('a replay of a stored file needs no room', async () => {
  const key = randomUUID()
  const body = fileBody(Buffer.alloc(900_000, 'r'))
  const first = await sendUpload(world.base, contributor, mission.id, body, { key })
  expect(first.status).toBe(201)
  const again = await sendUpload(world.base, contributor, mission.id, body, { key })
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(await usageOf(contributor.address)).toBe(900_000)
})

test('of two uploads with one key at once one is kept, and the other is its replay, though only one has room', async () => {
  const key = randomUUID()
  const body = fileBody(Buffer.alloc(600_000, 'o'))
  const answers = await Promise.all([1, 2].map(() => sendUpload(world.base, contributor, mission.id, body, { key })))
  expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join('\n')).toEqual([200, 201])
  expect(answers[1]?.text).toBe(answers[0]?.text)
})

test('a repetition that comes while the first is arriving, and is whole later, is its replay', async () => {
  const key = randomUUID()
  const [first, second] = [await half(600_000, key), await half(600_000, key)]
  await until(async () => (await pending()) === 1, 'the first was noted')
  first.finish()
  second.finish()
  const answers = [await first.wire.answers(1), await second.wire.answers(1)]
  expect(answers.map(([answer]) => answer?.status).sort()).toEqual([200, 201])
})

test('an upgraded database counts what it holds already', async () => {
  expect((await send(600_000)).status).toBe(201)
  await world.sql.query(`
    DROP TABLE "EvidenceUsage", "Erasure";
    DROP FUNCTION count_evidence_file() CASCADE;
    DROP FUNCTION count_evidence_upload() CASCADE;
    DROP FUNCTION add_evidence_usage, kept_text, shorten_answer, whole_answer, erasing, erasable, is_erasure;
    DROP INDEX "Session_open";
    ALTER TABLE "EvidenceFile" DROP COLUMN "erasedAt";
    ALTER TABLE "EvidenceUpload" DROP COLUMN bytes, DROP COLUMN wallet, DROP COLUMN key;
    ALTER TABLE "SigningNonce" DROP COLUMN tries;`)
  await world.sql.query(readFileSync(MIGRATION, 'utf8'))
  const whole = await look(world, `SELECT sum(bytes)::int AS n FROM "EvidenceFile"`)
  expect([await usageOf(contributor.address), await usageOf('')]).toEqual([600_000, whole.n])
})
