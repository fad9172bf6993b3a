import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, Reply } from '@/tests/support/client'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { missionBody, openChallenge } from '@/tests/support/story'

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

const publish = (key: string): Promise<Reply> => owner.post('/api/v1/missions', missionBody(), { key })

const saved = async (): Promise<number> =>
  (await look(world, `SELECT count(*)::int AS n FROM "Mission" WHERE owner = $1`, [owner.address])).n

test('a network that swallows everything is given up, and the service recovers by itself', async () => {
  await Promise.all(Array.from({ length: 4 }, () => world.get('/api/health')))
  proxy.freeze()
  const key = randomUUID()
  // The network stays silent while these wait.
  const asked = [publish(key), world.get('/api/v1/missions'), world.get('/api/health')]
  for (const reply of await Promise.all(asked)) {
    expect([reply.status, reply.body.error.code]).toEqual([503, 'unavailable'])
  }
  proxy.mend()
  expect((await publish(key)).status).toBe(201)
  expect(await saved()).toBe(1)
})

test('a commit whose answer is swallowed is told 503, and its repetition shows what was saved', async () => {
  proxy.freezeAfterCommit()
  const key = randomUUID()
  const reply = await publish(key)
  expect([reply.status, reply.body.error.code]).toEqual([503, 'unavailable'])
  expect(reply.body.error.message).toContain('same Idempotency-Key')
  proxy.mend()
  expect(await saved()).toBe(1)
  const again = await publish(key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(await saved()).toBe(1)
})

test('a transaction that the network swallows is given up, whether the command waits for rows or not', async () => {
  const { mission } = (await publish(randomUUID())).body
  const claimant = await openSession(world.base, world.sql)
  const claim = (key: string) => claimant.post(`/api/v1/missions/${mission.id}/claim`, {}, { key })
  for (const write of [publish, claim]) {
    const key = randomUUID()
    const before = await saved()
    proxy.silenceTransactions()
    const reply = await write(key)
    expect([reply.status, reply.body.error.code]).toEqual([503, 'unavailable'])
    proxy.mend()
    expect(await saved()).toBe(before)
    expect((await write(key)).status).toBe(201)
  }
})

test('a read persists a deadline that has passed although the connection for that is silent', async () => {
  const { id } = await openChallenge(owner)
  world.passDays(2)
  proxy.silenceTransactions(1)
  expect((await world.get(`/api/v1/challenges/${id}`)).body.challenge.state).toBe('AWAITING_DECISION')
  proxy.mend()
  world.passDays(-2)
})

test('one silence is enough: no other connection of before is asked, and the address is followed', async () => {
  await Promise.all(Array.from({ length: 8 }, () => world.get('/api/v1/missions')))
  proxy.silence()
  expect((await world.get('/api/v1/missions')).status).toBe(503)
  for (let time = 0; time < 8; time++) expect((await world.get('/api/v1/missions')).status).toBe(200)
  expect((await publish(randomUUID())).status).toBe(201)
})

test('what is told with 503 is true whatever happened before: the same key again, or simply again', async () => {
  const key = randomUUID()
  expect((await publish(key)).status).toBe(201)
  proxy.cut()
  // The first answer stands, so whoever is told that nothing was saved would save it twice.
  const told = await Promise.all([publish(key), owner.post('/api/v1/auth/signout'), world.get('/api/v1/missions')])
  proxy.mend()
  expect(told.map((reply) => [reply.status, reply.body.error.message])).toEqual([
    [503, expect.stringContaining('same Idempotency-Key')],
    [503, expect.stringContaining('Try again')],
    [503, expect.stringContaining('Try again')],
  ])
  for (const { text } of told) expect(text).not.toContain('othing was saved')
})
