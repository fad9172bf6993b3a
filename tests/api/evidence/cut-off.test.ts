import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import type { Instance } from '@/tests/support/programs'
import { look } from '@/tests/support/race'
import { request } from '@/tests/support/request'
import { claimedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { fileBody, filesOf, objectsIn, sendUpload, uploadHead } from '@/tests/support/upload'
import { openWire, type Wire } from '@/tests/support/wire'

const HOUR = 3600

let cluster: Cluster
let instance: Instance
let contributor: Actor
let mission: Json
beforeAll(async () => {
  cluster = await openCluster(1)
  instance = cluster.instances[0] as Instance // the only one
  const [owner, other] = await cluster.wallets(2)
  if (!owner || !other) throw new Error('There are two wallets.')
  contributor = other
  mission = await claimedMission(owner, contributor)
})
afterEach(() => cluster.setClock(0))
afterAll(async () => {
  await instance.stop()
  await cluster.close()
})

const folder = () => instance.environment['EVIDENCE_DIR'] ?? ''
const objects = () => objectsIn(folder())
const count = async (table: string) => (await look(cluster, `SELECT count(*)::int AS n FROM "${table}"`)).n
const body = fileBody(Buffer.alloc(3_000_000, 'k'))

/** The first half of an upload on a connection of its own. */
async function half(): Promise<Wire> {
  const wire = await openWire(cluster.base)
  wire.send(uploadHead(contributor, mission.id, body))
  wire.send(body.subarray(0, body.length / 2))
  return wire
}

const tick = () => {
  const headers = { authorization: `Bearer ${instance.environment['CRON_SECRET']}` }
  return request(cluster.base, { method: 'GET', path: '/api/cron/deadlines', headers })
}

test('a client that leaves in the middle leaves neither a row nor an object', async () => {
  for (let again = 0; again < 5; again++) {
    const wire = await half()
    await until(() => objects().length > 0, 'the object was begun')
    wire.destroy()
    await until(async () => (await count('EvidenceUpload')) === 0, 'the upload was given up')
  }
  expect([objects(), await count('EvidenceFile'), await count('IdempotencyKey')]).toEqual([[], 0, 2])
})

test('a process that is killed in the middle leaves no row, and the schedule removes the object', async () => {
  const wire = await half()
  await until(() => objects().length > 0, 'the object was begun')
  await instance.kill()
  wire.destroy()
  instance = await startInstance(instance.environment)
  expect([objects().length, await count('EvidenceUpload'), await count('EvidenceFile')]).toEqual([1, 1, 0])
  expect(await filesOf(cluster.base, mission.id)).toEqual([])

  expect((await tick()).status).toBe(200)
  expect([objects().length, await count('EvidenceUpload')]).toEqual([1, 1])
  cluster.setClock(2 * HOUR)
  expect((await tick()).status).toBe(200)
  expect([objects().length, await count('EvidenceUpload')]).toEqual([0, 0])
})

test('the sweep takes nothing that a record names', async () => {
  const { status, body: answer } = await sendUpload(cluster.base, contributor, mission.id, fileBody('kept for good'))
  expect(status).toBe(201)
  cluster.setClock(1000 * HOUR)
  expect((await tick()).status).toBe(200)
  expect(objects()).toEqual([`evidence-${answer.file.id}.txt`])
})

test('an upload that the sweep gave up while it was still arriving is refused, and leaves nothing', async () => {
  const before = objects().length
  const wire = await half()
  await until(async () => (await count('EvidenceUpload')) === 1, 'the upload was noted')
  cluster.setClock(2 * HOUR)
  await tick()
  expect(await count('EvidenceUpload')).toBe(0)
  wire.send(body.subarray(body.length / 2))
  const [answer] = await wire.answers(1)
  wire.destroy()
  expect([answer?.status, JSON.parse(answer?.body ?? '{}').error.code]).toEqual([503, 'unavailable'])
  expect([objects().length, await count('EvidenceFile')]).toEqual([before, 1])
})

test('asked to end while a file arrives, the process lets it arrive', async () => {
  const wire = await half()
  await until(async () => (await count('EvidenceUpload')) === 1, 'the upload was noted')
  const ended = instance.stop()
  wire.send(body.subarray(body.length / 2))
  const [answer] = await wire.answers(1)
  expect(answer?.status).toBe(201)
  wire.destroy()
  await ended
  instance = await startInstance(instance.environment)
  expect((await filesOf(cluster.base, mission.id)).length).toBe(2)
})
