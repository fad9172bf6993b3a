import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BLOB_TOKEN, type BlobStandIn, startBlobStandIn } from '@/tests/support/blob-store'
import { SCHEDULE } from '@/tests/support/environment'
import { look } from '@/tests/support/race'
import { request } from '@/tests/support/request'
import { dayFromNow, openChallenge } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { expectError } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

// A serverless platform has all jobs of the schedule done by one call: one that fails stops none behind it.

let blob: BlobStandIn
let world: World
beforeAll(async () => {
  blob = await startBlobStandIn()
  world = await openWorld({ environment: { BLOB_READ_WRITE_TOKEN: BLOB_TOKEN, VERCEL_BLOB_API_URL: blob.url } })
})
afterAll(async () => {
  await world.close()
  await blob.close()
})

const runSchedule = () => {
  return request(world.base, { method: 'GET', path: '/api/cron/deadlines', headers: SCHEDULE })
}

/** An upload that was cut off. */
const leaveUpload = () =>
  world.sql.query(`INSERT INTO "EvidenceUpload" VALUES ($1, 'image/png', now() - interval '2 hours', NULL)`, [
    randomUUID(),
  ])

/** Leaves something to do for three jobs: a deadline that has passed, an upload that was cut off, events without a position. */
async function leaveWork(): Promise<string> {
  const { id } = await openChallenge(await world.wallet())
  await world.sql.query('UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1', [id, dayFromNow(-3650)])
  await leaveUpload()
  return id
}

/** What of that is still undone. */
const left = (id: string) =>
  look(
    world,
    `SELECT (SELECT state FROM "Challenge" WHERE id = $1) AS state, (SELECT count(*)::int FROM "EvidenceUpload") AS uploads,
      (SELECT count(*)::int FROM "EventQueue") AS events`,
    [id],
  )

test('while the blob store is away, the other jobs are done, and the platform is told of the failure', async () => {
  const id = await leaveWork()
  blob.mood('refusing')
  expectError(await runSchedule(), 503, 'unavailable')
  expect(await left(id)).toEqual({ state: 'AWAITING_DECISION', uploads: 1, events: 0 })
  blob.mood('well')
  expect((await runSchedule()).status).toBe(200)
  expect((await left(id)).uploads).toBe(0)
})

test('while the first job fails, all others are done', async () => {
  const id = await leaveWork()
  await world.sql.query(
    'ALTER TABLE "Challenge" ADD CONSTRAINT "stuck" CHECK (state <> \'AWAITING_DECISION\') NOT VALID',
  )
  expectError(await runSchedule(), 500, 'internal_error')
  expect(await left(id)).toEqual({ state: 'OPEN', uploads: 0, events: 0 })
  await world.sql.query('ALTER TABLE "Challenge" DROP CONSTRAINT "stuck"')
  const { status, body } = await runSchedule()
  expect([status, body]).toEqual([200, { transitions: 1 }])
  expect((await left(id)).state).toBe('AWAITING_DECISION')
})

test('while the blob store is silent, the other jobs do not wait for the sweep, which leaves most uploads for later', async () => {
  const id = await leaveWork()
  for (let more = 0; more < 3; more++) await leaveUpload()
  const asked = () => blob.calls.get('POST /delete') ?? 0
  const before = asked()
  blob.mood('silent')
  let isEnded = false
  const called = runSchedule().finally(() => {
    isEnded = true
  })
  await until(() => asked() > before, 'the store is asked')
  expect([await left(id), isEnded]).toEqual([{ state: 'AWAITING_DECISION', uploads: 4, events: 0 }, false])
  expectError(await called, 503, 'unavailable')
  const { tried } = await look(world, 'SELECT count("abandonedAt")::int AS tried FROM "EvidenceUpload"')
  // What was not tried comes first the next time.
  expect([1, 2]).toContain(tried)
  expect(asked() - before).toBe(tried)
  blob.mood('well')
  expect((await runSchedule()).status).toBe(200)
  expect((await left(id)).uploads).toBe(0)
})
