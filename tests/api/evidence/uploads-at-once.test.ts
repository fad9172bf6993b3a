import { afterAll, beforeAll, expect, test } from 'vitest'
import { UPLOADS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import type { Actor, Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { fileBody, sendUpload, uploadHead } from '@/tests/support/upload'
import { openWire, type Wire } from '@/tests/support/wire'
import { openWorld, type World } from '@/tests/support/world'

const FILE_BYTES = 200_000
/** Uploads that one network begins, more than it may. */
const BEGUN = UPLOADS_PER_NETWORK_MAX + 5

let world: World
let owner: Actor
let contributor: Actor
let mission: Json
beforeAll(async () => {
  // All that were begun would fill the whole.
  const whole = String(BEGUN * FILE_BYTES)
  world = await openWorld({ environment: { EVIDENCE_TOTAL_BYTES_MAX: whole, EVIDENCE_WALLET_BYTES_MAX: whole } })
  owner = await openSession(world.base, world.sql)
  contributor = await openSession(world.base, world.sql)
  mission = await claimedMission(owner, contributor)
})
afterAll(() => world.close())

const arriving = async () => (await look(world, 'SELECT count(*)::int AS n FROM "EvidenceUpload"')).n
const body = fileBody(Buffer.alloc(FILE_BYTES, 's'))

/** Begins an upload, of which the end is still to come. */
async function begin(): Promise<Wire> {
  const wire = await openWire(world.base)
  wire.send(uploadHead(contributor, mission.id, body, { more: ['Expect: 100-continue'] }))
  await until(() => wire.received().includes('100 Continue'), 'the service asked for the body')
  wire.send(body.subarray(0, -1))
  return wire
}

test('what one network begins and does not end leaves room for others', async () => {
  const wires: Wire[] = []
  for (let begun = 0; begun < BEGUN; begun++) wires.push(await begin())
  await until(async () => (await arriving()) >= UPLOADS_PER_NETWORK_MAX, 'as many arrive as may')
  const other = await openSession(world.base, world.sql)
  const { id } = await claimedMission(owner, other)
  const sent = await sendUpload(world.base, other, id, body, { from: '127.0.0.9' })
  expect(sent.status, sent.text).toBe(201)
  expect(await arriving()).toBe(UPLOADS_PER_NETWORK_MAX)

  for (const wire of wires) wire.send(body.subarray(-1))
  const statuses: (number | undefined)[] = []
  for (const wire of wires) {
    const [answer] = await wire.answers(1)
    statuses.push(answer?.status)
    wire.destroy()
  }
  expect(statuses).toEqual([...Array(UPLOADS_PER_NETWORK_MAX).fill(201), ...Array(5).fill(429)])
  // They have ended, so there are places again.
  expect(await arriving()).toBe(0)
  expect((await sendUpload(world.base, contributor, mission.id, body)).status).toBe(201)
})
