import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, Reply } from '@/tests/support/client'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { missionBody } from '@/tests/support/story'

// The service reaches its database by way of a proxy that breaks connections around COMMIT; the test looks straight.
let world: Cluster
let proxy: DatabaseProxy
let owner: Actor
beforeAll(async () => {
  world = await openCluster(1, {
    through: async (url) => {
      proxy = await openProxy(url)
      return proxy.url
    },
  })
})
beforeEach(async () => {
  owner = await openSession(world.base, world.sql)
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const publish = (key: string, title = 'One of its kind'): Promise<Reply> =>
  owner.post('/api/v1/missions', missionBody({ title }), { key })

const saved = async (title = 'One of its kind'): Promise<number> =>
  (
    await look(world, `SELECT count(*)::int AS n FROM "Mission" WHERE owner = $1 AND title = $2`, [
      owner.address,
      title,
    ])
  ).n

test('a write whose commit went through is acknowledged, though the database’s answer was lost', async () => {
  const before = proxy.cuts()
  proxy.cutAfterCommit(1)
  const key = randomUUID()
  const reply = await publish(key)
  expect(proxy.cuts()).toBe(before + 1)
  expect(reply.status, reply.text).toBe(201)
  expect(await saved()).toBe(1)
  const again = await publish(key)
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, reply.text, 'true'])
  expect(await saved()).toBe(1)
})

test('a write whose commit never arrived is told 503 and left nothing; its key works afterwards', async () => {
  const before = proxy.cuts()
  proxy.cutBeforeCommit(1)
  const key = randomUUID()
  const reply = await publish(key)
  expect(proxy.cuts()).toBe(before + 1)
  expect([reply.status, reply.body.error.code]).toEqual([503, 'unavailable'])
  expect(await saved()).toBe(0)
  expect((await publish(key)).status).toBe(201)
  expect(await saved()).toBe(1)
})

test('nothing that is told 503 appears later, when the database takes its time over the commit', async () => {
  // A constraint that is checked at the commit and is slow: the commit ends long after the connection broke.
  await world.sql.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON "Mission" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`)
  try {
    proxy.cutAfterCommit(1)
    const key = randomUUID()
    const reply = await publish(key)
    // This waits for whoever still writes missions: the commit has happened by then, or never will.
    await world.sql.query('BEGIN; LOCK TABLE "Mission" IN SHARE MODE; COMMIT')
    expect({ told: reply.status, saved: await saved() }).toEqual(
      reply.status === 201 ? { told: 201, saved: 1 } : { told: 503, saved: 0 },
    )
    expect([200, 201]).toContain((await publish(key)).status)
    expect(await saved()).toBe(1)
  } finally {
    await world.sql.query(`DROP TRIGGER slow_commit ON "Mission"; DROP FUNCTION dawdle()`)
  }
})

test('nothing that is told 503 appears later, when the database takes its time over the change', async () => {
  // The whole write is under way when the connection breaks, and its key is not there yet.
  await world.sql.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN NEW; END $$;
    CREATE TRIGGER slow_change BEFORE INSERT ON "Mission" FOR EACH ROW EXECUTE FUNCTION dawdle()`)
  try {
    proxy.cutAfterCommit(1)
    const reply = await publish(randomUUID(), 'Slow to change')
    await world.sql.query('BEGIN; LOCK TABLE "Mission" IN SHARE MODE; COMMIT')
    expect({ told: reply.status, saved: await saved('Slow to change') }).toEqual({ told: 201, saved: 1 })
  } finally {
    await world.sql.query(`DROP TRIGGER slow_change ON "Mission"; DROP FUNCTION dawdle()`)
  }
})

test('while commits keep breaking, repeating a key until it is acknowledged gives exactly one record', async () => {
  const before = proxy.cuts()
  await Promise.all(
    Array.from({ length: 12 }, async (_, place) => {
      const key = randomUUID()
      for (let attempt = 0; attempt < 20; attempt++) {
        if (attempt === 0) (place % 2 === 0 ? proxy.cutAfterCommit : proxy.cutBeforeCommit)(2)
        const { status, text } = await publish(key, `Title ${place}`)
        if (status === 200 || status === 201) return
        expect(status, text).toBe(503)
      }
      throw new Error('The service did not recover.')
    }),
  )
  expect(proxy.cuts()).toBeGreaterThan(before)
  for (let place = 0; place < 12; place++) expect(await saved(`Title ${place}`)).toBe(1)
  const { orphans } = await look(
    world,
    `SELECT count(*)::int AS orphans FROM "Mission" m WHERE NOT EXISTS (SELECT 1 FROM "HistoryEvent" h WHERE h."recordId" = m.id)`,
  )
  expect(orphans).toBe(0)
})

test('a sign-out, a read and the health check tell 503 while the database is away, and work again afterwards', async () => {
  proxy.cut()
  const replies = await Promise.all([
    owner.post('/api/v1/auth/signout'),
    world.get('/api/v1/missions'),
    world.get('/api/health'),
    publish(randomUUID()),
  ])
  expect(replies.map((reply) => [reply.status, reply.body.error.code])).toEqual(Array(4).fill([503, 'unavailable']))
  proxy.mend()
  expect((await world.get('/api/health')).body).toEqual({ ok: true })
  expect((await publish(randomUUID())).status).toBe(201)
  expect((await owner.post('/api/v1/auth/signout')).status).toBe(200)
})
