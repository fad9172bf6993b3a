import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { folderCalls } from '@/lib/evidence/folder-calls'
import { SCHEDULE } from '@/tests/support/environment'
import { look } from '@/tests/support/race'
import { request } from '@/tests/support/request'
import { until } from '@/tests/support/until'
import { objectsIn } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

/** More uploads than a round tries that stops at the first few faults. */
const MANY = 100

let world: World
beforeAll(async () => {
  world = await openWorld()
  mkdirSync(folder())
  writeFileSync(path.join(folder(), '.trellis-evidence'), '')
})
afterEach(async () => {
  for (const name of objectsIn(folder())) rmSync(path.join(folder(), name), { recursive: true })
  // One round does as much as its time allows.
  await until(async () => (await runSchedule()).status === 200 && (await pending()) === 0, 'all are removed')
})
afterAll(() => world.close())

const folder = () => process.env.EVIDENCE_DIR ?? ''
const pathOf = (id: string) => path.join(folder(), `evidence-${id}.txt`)
const pending = async () => (await look(world, 'SELECT count(*)::int AS n FROM "EvidenceUpload"')).n
const runSchedule = () => {
  return request(world.base, { method: 'GET', path: '/api/cron/deadlines', headers: SCHEDULE })
}

/** An upload that was cut off two hours ago. @param isStuck whether its object cannot be removed: a folder cannot. */
async function leave(isStuck: boolean): Promise<string> {
  const id = randomUUID()
  if (isStuck) mkdirSync(pathOf(id))
  else writeFileSync(pathOf(id), 'half of it')
  await world.sql.query(`INSERT INTO "EvidenceUpload" VALUES ($1, 'text/plain', now() - interval '2 hours', NULL)`, [
    id,
  ])
  return id
}

test('an object that cannot be removed keeps its own upload alone, and the schedule tells of it', async () => {
  const stuck = await leave(true)
  for (let each = 0; each < 3; each++) await leave(false)
  expectError(await runSchedule(), 503, 'unavailable')
  expect(objectsIn(folder())).toEqual([path.basename(pathOf(stuck))])
  expect(await look(world, 'SELECT array_agg(id) AS ids FROM "EvidenceUpload"')).toEqual({ ids: [stuck] })
})

test('however many cannot be removed, the others have their turn', async () => {
  for (let each = 0; each < MANY; each++) await leave(true)
  await runSchedule()
  const other = await leave(false)
  await until(async () => {
    await runSchedule()
    return !objectsIn(folder()).includes(path.basename(pathOf(other)))
  }, 'the other one is removed')
  expect(await pending()).toBe(MANY)
})

test('objects are removed one after the other, so that others find a place at their folder', async () => {
  const real = folderCalls()
  let asked = 0
  let most = 0
  globalThis.trellisFolderCalls = {
    later: real.later,
    make(call, undo) {
      asked += 1
      most = Math.max(most, asked)
      return real.make(call, undo).finally(() => {
        asked -= 1
      })
    },
  }
  try {
    for (let each = 0; each < 5; each++) await leave(false)
    expect((await runSchedule()).status).toBe(200)
  } finally {
    globalThis.trellisFolderCalls = real
  }
  expect([objectsIn(folder()), most]).toEqual([[], 1])
})
