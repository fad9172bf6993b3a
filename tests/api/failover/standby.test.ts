import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor, Reply } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { openPair, type PostgresPair } from '@/tests/support/postgres-pair'
import { missionBody } from '@/tests/support/story'
import { until } from '@/tests/support/until'

// A primary whose synchronous standby is away, and a standby that is asked instead of its primary.
const PATIENCE_MS = 120_000
const CONNECTIONS = 10
const WRITERS = 7
const CANCEL = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'trellis'`

let pair: PostgresPair
let cluster: Cluster
let owner: Actor
beforeAll(async () => {
  pair = await openPair()
  cluster = await openCluster(1, {
    databaseUrl: pair.primary().url,
    through: async () => pair.proxy.url,
    environment: { DATABASE_POOL_MAX: String(CONNECTIONS) },
  })
  owner = await cluster.wallet()
}, PATIENCE_MS)
afterEach(() => pair.link.mend())
afterAll(async () => {
  await cluster?.close()
  await pair?.close()
})

const publish = (key: string, who = owner): Promise<Reply> =>
  who.post('/api/v1/missions', missionBody({ title: key }), { key })
const saved = async (title: string): Promise<number> =>
  (await pair.primary().query(`SELECT 1 FROM "Mission" WHERE title = $1`, [title])).length
const waitingCommits = (count: number) =>
  until(async () => (await pair.waiting()) >= count, 'commits waited for the standby')
const isDegraded = async () => (await cluster.get('/api/v1/status')).body.degraded

/** Sends while the standby is away and has every wait cancelled, the repetitions' and confirmations' too. */
async function cancelled(send: () => Promise<Reply>): Promise<Reply> {
  pair.link.cut()
  const sent = send()
  let reply: Reply | undefined
  sent.then((it) => {
    reply = it
  })
  await until(async () => {
    await pair.primary().query(CANCEL)
    return reply !== undefined
  }, 'it was answered')
  return sent
}

async function insist(send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send()
  await until(async () => {
    if (reply.status === 503) reply = await send()
    return reply.status !== 503
  }, 'it was answered by other than 503')
  return reply
}

test(
  'a commit whose wait for the standby was cancelled is not acknowledged, though Postgres says COMMIT',
  async () => {
    let key = ''
    // What is cancelled first may be the wait of the request's admission, which tidied a page of a table: then nothing was saved.
    await until(async () => {
      key = randomUUID()
      const reply = await cancelled(() => publish(key))
      expect([reply.status, reply.body.error.code], reply.text).toEqual([503, 'unavailable'])
      expect(reply.body.error.message).toContain('same Idempotency-Key')
      return (await saved(key)) === 1
    }, 'a commit was cancelled while it waited')
    // It stands on this server alone; nobody is given its answer while that is so.
    expect((await cancelled(() => publish(key))).status).toBe(503)
    pair.link.mend()
    const again = await insist(() => publish(key))
    expect([again.status, again.headers.get('idempotency-replayed'), await saved(key)]).toEqual([200, 'true', 1])
  },
  PATIENCE_MS,
)

test(
  'a sign-out whose wait for the standby was cancelled is not acknowledged, nor found done',
  async () => {
    const other = await cluster.wallet()
    const signOut = () => other.post('/api/v1/auth/signout')
    for (let time = 0; time < 2; time++) {
      const reply = await cancelled(signOut)
      expect([reply.status, reply.body.error.code], reply.text).toEqual([503, 'unavailable'])
      expect(reply.body.error.message).toContain('Try again')
    }
    pair.link.mend()
    expect((await insist(signOut)).status).toBe(401)
  },
  PATIENCE_MS,
)

test(
  'commits that wait for the standby leave connections to read with, and end when it is back',
  async () => {
    const keys = Array.from({ length: WRITERS + 3 }, () => randomUUID())
    pair.link.cut()
    const writes = keys.map((key) => publish(key))
    await waitingCommits(WRITERS)
    const reads = await Promise.all(Array.from({ length: 20 }, () => cluster.get('/api/v1/missions')))
    expect(reads.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await cluster.get('/api/v1/events')).status).toBe(200)
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(keys.map(() => 503))
    // They still wait: no more of them than may write, whoever comes; and the status says so.
    expect((await publish(randomUUID())).status).toBe(503)
    expect(await pair.waiting()).toBe(WRITERS)
    expect(await isDegraded()).toBe(true)
    pair.link.mend()
    for (const key of keys) {
      expect([200, 201]).toContain((await insist(() => publish(key))).status)
      expect(await saved(key)).toBe(1)
    }
    await until(async () => !(await isDegraded()), 'nothing waited any more')
  },
  PATIENCE_MS,
)

test(
  'on a hot standby reads work, writes are 503 and the status is degraded; promoted, it is written to',
  async () => {
    const key = randomUUID()
    const published = await publish(randomUUID())
    expect(published.status).toBe(201)
    await pair.primary().kill()
    pair.proxy.point(pair.standby().url)
    await until(async () => (await cluster.get('/api/v1/missions')).status === 200, 'it could be read')
    for (const path of ['/api/v1/missions', '/api/v1/challenges', '/api/health', '/api/v1/notifications'])
      expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    // Nobody has read the event of the mission, so it has no position yet.
    const ofIt = `recordId=${published.body.mission.id}`
    for (const path of [`/api/v1/events?${ofIt}`, `/api/v1/events?since=now&${ofIt}`]) {
      const told = await cluster.get(path)
      expect([path, told.status, told.body.events]).toEqual([path, 200, []])
    }
    // This read counts its callers.
    expect((await cluster.get('/api/v1/search?q=mission')).status).toBe(503)
    expect(await isDegraded()).toBe(true)
    const refused = await publish(key)
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
    expect((await owner.post('/api/v1/auth/signout')).status).toBe(503)
    await pair.promote()
    expect((await insist(() => publish(key))).status).toBe(201)
    expect((await cluster.get(`/api/v1/events?${ofIt}`)).body.events).toHaveLength(1)
    expect(await isDegraded()).toBe(false)
    await pair.renew()
  },
  PATIENCE_MS,
)

test(
  'a server that was demoted is left at its first refusal: no restart, and no read of what is old',
  async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => cluster.get('/api/v1/missions')))
    await pair.primary().query('ALTER SYSTEM SET default_transaction_read_only = on')
    await pair.primary().query('SELECT pg_reload_conf()')
    const old = pair.primary()
    await pair.promote()
    const key = randomUUID()
    const { body } = await insist(() => publish(key))
    const reads = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => cluster.get(`/api/v1/missions/${body.mission.id}`)),
    )
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
    expect(await old.query(`SELECT 1 FROM pg_stat_activity WHERE usename = 'trellis'`)).toEqual([])
  },
  PATIENCE_MS,
)
