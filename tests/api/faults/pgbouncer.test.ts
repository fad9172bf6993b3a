import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { look } from '@/tests/support/race'
import { missionBody } from '@/tests/support/story'

// The service behind something that refuses start-up parameters as PgBouncer does.
let world: Cluster
let proxy: DatabaseProxy
beforeAll(async () => {
  world = await openCluster(1, {
    through: async (url) => {
      proxy = await openProxy(url, { likePgBouncer: true })
      return proxy.url
    },
  })
})
afterAll(async () => {
  await world?.close()
  await proxy?.close()
})

test('no start-up parameter is asked for that PgBouncer refuses: reads and writes work behind it', async () => {
  const owner = await world.wallet()
  const reply = await owner.post('/api/v1/missions', missionBody(), { key: randomUUID() })
  expect(reply.status, reply.text).toBe(201)
  expect((await world.get(`/api/v1/missions/${reply.body.mission.id}`)).status).toBe(200)
})

test('a session has its limits all the same: whoever waits for a lock is told 503', async () => {
  const owner = await world.wallet()
  const other = await world.sql.connect()
  try {
    await other.query('BEGIN; LOCK TABLE "Mission" IN ACCESS EXCLUSIVE MODE')
    const { status, body } = await owner.post('/api/v1/missions', missionBody())
    expect([status, body.error.code]).toEqual([503, 'unavailable'])
    // The server itself gave up waiting, so that nothing of it is left behind.
    const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    expect((await look(world, waiting)).n).toBe(0)
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
})
