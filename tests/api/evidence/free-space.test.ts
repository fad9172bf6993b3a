import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { fileBody, filesOf, sendUpload } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let contributor: Actor
let mission: Json
beforeAll(async () => {
  // No disk has that much free.
  world = await openWorld({ environment: { EVIDENCE_FREE_BYTES_MIN: '900000000000000' } })
  contributor = await openSession(world.base, world.sql)
  mission = await claimedMission(await openSession(world.base, world.sql), contributor)
})
afterAll(() => world.close())

test('with less free than the operator wants to keep, uploads alone are 503', async () => {
  expectError(await sendUpload(world.base, contributor, mission.id, fileBody('x')), 503, 'unavailable')
  const wrong = fileBody(Buffer.from([0xff]))
  expectError(await sendUpload(world.base, contributor, mission.id, wrong), 400, 'invalid_request', 'file')
  expect(await look(world, `SELECT count(*)::int AS n FROM "EvidenceUpload"`)).toEqual({ n: 0 })
  expect(await filesOf(world.base, mission.id)).toEqual([])
  expect((await contributor.get(`/api/v1/missions/${mission.id}`)).status).toBe(200)
})
