import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { fileBody, objectsIn, sendUpload } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const MORE_THAN_ANY_DISK = 900_000_000_000_000

let world: World
let contributor: Actor
let mission: Json
beforeAll(async () => {
  // One byte has to stay free; what is arriving counts, so a test can fill the disk with uploads under way alone.
  world = await openWorld({
    environment: { EVIDENCE_FREE_BYTES_MIN: '1', EVIDENCE_TOTAL_BYTES_MAX: String(MORE_THAN_ANY_DISK) },
  })
  contributor = await openSession(world.base, world.sql)
  mission = await claimedMission(await openSession(world.base, world.sql), contributor)
})
afterAll(() => world.close())

const folder = () => process.env.EVIDENCE_DIR ?? ''
const send = () => sendUpload(world.base, contributor, mission.id, fileBody('a small file'))
const stored = () => objectsIn(folder())
const pending = async () => (await look(world, `SELECT count(*)::int AS n FROM "EvidenceUpload"`)).n

test('while no file is kept, a folder that is not there yet is made', async () => {
  rmSync(folder(), { recursive: true, force: true })
  expect((await send()).status).toBe(201)
})

test('uploads are refused before the disk is full, what is still arriving counted: 503, and nothing is left', async () => {
  expect((await send()).status).toBe(201)
  const before = stored()
  const { bavail, bsize } = statfsSync(path.dirname(folder()))
  const each = 2_000_000_000
  const count = Math.ceil((bavail * bsize) / each) + 5
  await world.sql.query(
    `INSERT INTO "EvidenceUpload" (id, "contentType", "startedAt", bytes)
      SELECT gen_random_uuid(), 'text/plain', now(), $1 FROM generate_series(1, $2)`,
    [each, count],
  )
  expectError(await send(), 503, 'unavailable')
  expect([stored(), await pending()]).toEqual([before, count])
  await world.sql.query(`DELETE FROM "EvidenceUpload"`)
  expect((await send()).status).toBe(201)
})

test('where files are kept, a folder without its mark is a disk that is away: 503, and nothing is written into it', async () => {
  expect((await send()).status).toBe(201)
  renameSync(folder(), `${folder()}-away`)
  expectError(await send(), 503, 'unavailable')
  mkdirSync(folder())
  expectError(await send(), 503, 'unavailable')
  expect([readdirSync(folder()), await pending()]).toEqual([[], 0])
  rmdirSync(folder())
  renameSync(`${folder()}-away`, folder())
  expect((await send()).status).toBe(201)
})
