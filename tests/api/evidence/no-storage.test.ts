import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { look } from '@/tests/support/race'
import { request } from '@/tests/support/request'
import { claimedMission } from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'
import { expectError, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let contributor: Actor
let mission: Json
beforeAll(async () => {
  world = await openWorld({ environment: { EVIDENCE_DIR: '', BLOB_READ_WRITE_TOKEN: '' } })
  contributor = await world.wallet()
  mission = await claimedMission(await world.wallet(), contributor)
})
afterAll(() => world.close())

const list = (id: string) => request(world.base, { method: 'GET', path: `/api/v1/missions/${id}/files` })

test('without storage an upload and the list are 503, and nothing is saved', async () => {
  expectError(await sendUpload(world.base, contributor, mission.id, fileBody('x')), 503, 'unavailable')
  expectError(await list(mission.id), 503, 'unavailable')
  const row = await look(
    world,
    `SELECT (SELECT count(*)::int FROM "EvidenceUpload") AS uploads, (SELECT count(*)::int FROM "EvidenceFile") AS files,
      (SELECT count(*)::int FROM "IdempotencyKey" WHERE wallet = $1) AS keys`,
    [contributor.address],
  )
  expect(row).toEqual({ uploads: 0, files: 0, keys: 1 })
})

test('what else is wrong is told first', async () => {
  expectError(await sendUpload(world.base, contributor, UNKNOWN_ID, fileBody('x')), 404, 'not_found')
  expectError(await sendUpload(world.base, await world.wallet(), mission.id, fileBody('x')), 403, 'forbidden')
  expectError(
    await sendUpload(world.base, contributor, mission.id, fileBody(Buffer.from([0xff]))),
    400,
    'invalid_request',
    'file',
  )
  expectError(await sendUpload(world.base, contributor, mission.id, Buffer.from('{}')), 400, 'invalid_request')
  expectError(await list(UNKNOWN_ID), 404, 'not_found')
})

test('everything else of a mission works without storage', async () => {
  expect((await world.get(`/api/v1/missions/${mission.id}`)).body.mission.files).toEqual([])
  expect((await request(world.base, { method: 'GET', path: '/api/cron/deadlines', headers: SCHEDULE })).status).toBe(
    200,
  )
})
