import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Reply } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { maintain } from '@/tests/support/maintenance'
import { look } from '@/tests/support/race'
import { missionBody, openChallenge, seedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'

const POOL = 4
/** Less than a wait for a lock lasts. */
const APART_MS = 1_500

let cluster: Cluster
let owner: Actor
beforeAll(async () => {
  cluster = await openCluster(1, { environment: { DATABASE_POOL_MAX: String(POOL) } })
  owner = await cluster.wallet()
})
afterAll(() => cluster.close())

/** Holds a lock in another session while `work` runs. */
async function holding<Result>(
  statement: string,
  values: readonly unknown[],
  work: () => Promise<Result>,
): Promise<Result> {
  const other: pg.PoolClient = await cluster.sql.connect()
  try {
    await other.query('BEGIN')
    await other.query(statement, [...values])
    return await work()
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
}

/** What was answered. That it is answered at all while the lock is held shows that nobody waits for its end. */
async function told(reply: Promise<Reply>): Promise<{ status: number; code: string | undefined }> {
  const { status, body } = await reply
  return { status, code: body.error?.code }
}

/** Waits until a statement of the service waits for a lock. */
const waitingForLock = (within = cluster) =>
  until(async () => {
    const { rows } = await within.sql.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }, 'a statement waits for a lock')

const UNAVAILABLE = { status: 503, code: 'unavailable' }
const publish = (title: string, key: string = randomUUID()) =>
  owner.post('/api/v1/missions', missionBody({ title }), { key })
const saved = async (title: string): Promise<number> =>
  (await look(cluster, `SELECT count(*)::int AS n FROM "Mission" WHERE title = $1`, [title])).n

test('while a table is locked, writes and reads of it are told 503 meanwhile and leave nothing; then both work', async () => {
  const key = randomUUID()
  const answers = await holding('LOCK TABLE "Mission" IN ACCESS EXCLUSIVE MODE', [], () =>
    Promise.all([
      told(publish('Locked out', key)),
      told(cluster.get('/api/v1/missions')),
      told(cluster.get(`/api/v1/rewards/wallet/${owner.address}`)),
    ]),
  )
  expect(answers).toEqual([UNAVAILABLE, UNAVAILABLE, { status: 200, code: undefined }])
  expect(await saved('Locked out')).toBe(0)
  expect((await publish('Locked out', key)).status).toBe(201)
  expect((await cluster.get('/api/v1/missions')).status).toBe(200)
})

test('while a challenge that is due is locked, lists take no connection of the writes but one', async () => {
  const due = await openChallenge(owner)
  await cluster.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = current_date - 1 WHERE id = $1`, [due.id])
  const statuses = await holding(`SELECT 1 FROM "Challenge" WHERE id = $1 FOR UPDATE`, [due.id], async () => {
    const lists = Array.from({ length: 5 * POOL }, () => cluster.get('/api/v1/challenges'))
    await waitingForLock()
    const written = await Promise.all(Array.from({ length: 2 }, (_, at) => publish(`Beside lists ${at}`)))
    return [...written, ...(await Promise.all(lists))].map(({ status }) => status)
  })
  expect(statuses).toEqual([201, 201, ...Array(5 * POOL).fill(200)])
  expect((await cluster.get(`/api/v1/challenges/${due.id}`)).body.challenge.state).toBe('AWAITING_DECISION')
})

test('those who wait for one row, one behind the other, cost no other connection', async () => {
  const { id } = await seedMission(owner)
  const wallets = await cluster.wallets(3)
  const backends = async () =>
    (await cluster.sql.query(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() ORDER BY pid`)).rows
  // Every connection of the pool has been opened.
  await Promise.all(Array.from({ length: 4 * POOL }, () => cluster.get('/api/v1/missions')))
  const before = await backends()
  // Each begins to wait while the one before still does: it waits for its turn first, and then for the row.
  const answers = await holding(`SELECT 1 FROM "Mission" WHERE id = $1 FOR UPDATE`, [id], () =>
    Promise.all(
      wallets.map(async (wallet, place) => {
        await pause(place * APART_MS)
        return told(wallet.post(`/api/v1/missions/${id}/claim`))
      }),
    ),
  )
  expect(answers).toEqual(wallets.map(() => UNAVAILABLE))
  const after = new Set((await backends()).map(({ pid }) => pid))
  expect(before.filter(({ pid }) => !after.has(pid))).toEqual([])
})

test('while one record is locked, only what needs it waits', async () => {
  const [held, free] = [await seedMission(owner), await seedMission(owner)]
  const [one, other] = await cluster.wallets(2)
  const answers = await holding(`SELECT 1 FROM "Mission" WHERE id = $1 FOR UPDATE`, [held.id], () =>
    Promise.all(
      [one, other].map((wallet, place) =>
        told((wallet ?? owner).post(`/api/v1/missions/${[held, free][place].id}/claim`)),
      ),
    ),
  )
  expect(answers).toEqual([UNAVAILABLE, { status: 201, code: undefined }])
  expect(await look(cluster, `SELECT state, "contributorWallet" FROM "Mission" WHERE id = $1`, [held.id])).toEqual({
    state: 'SEED',
    contributorWallet: null,
  })
  expect((await one?.post(`/api/v1/missions/${held.id}/claim`))?.status).toBe(201)
})

test('while nobody can give events their positions, a read of the log is told 503 and leaves no acknowledged write out', async () => {
  const { body } = await cluster.get('/api/v1/events?since=now')
  const { id } = await seedMission(owner)
  const since = `/api/v1/events?since=${body.nextCursor}`
  const log = `SELECT pg_advisory_xact_lock(hashtext('EventLog'))`
  expect(await holding(log, [], () => told(cluster.get(since)))).toEqual(UNAVAILABLE)
  const { events } = (await cluster.get(since)).body
  expect(events.map((event: { recordId: string }) => event.recordId)).toEqual([id])
})

test('while a key is held by a write that does not end, its repetition is told 503, not done twice', async () => {
  const key = randomUUID()
  const insert = `INSERT INTO "IdempotencyKey" (wallet, key, fingerprint, status, body, "createdAt") VALUES ($1, $2, '', 0, '', now())`
  expect(await holding(insert, [owner.address, key], () => told(publish('Held by its key', key)))).toEqual(UNAVAILABLE)
  expect(await saved('Held by its key')).toBe(0)
  expect((await publish('Held by its key', key)).status).toBe(201)
})

test('while the counters are locked, no write passes uncounted', async () => {
  expect(
    await holding('LOCK TABLE "RateLimit" IN ACCESS EXCLUSIVE MODE', [], () => told(publish('Uncounted'))),
  ).toEqual(UNAVAILABLE)
  expect(await saved('Uncounted')).toBe(0)
})

test('when every connection is in use, the next request is told 503 meanwhile; then all of them are free again', async () => {
  const health = () => told(cluster.get('/api/health'))
  let isRefused = false
  // Asked again when they are refused, so that every connection stays in use on a machine of any speed, and others wait for one.
  const keepReading = async (_: unknown, at: number) => {
    const answers = []
    while (!isRefused) answers.push(await told(cluster.get(`/api/v1/missions?limit=${at + 1}`)))
    return answers
  }
  const answers = await holding('LOCK TABLE "Mission" IN ACCESS EXCLUSIVE MODE', [], async () => {
    const reading = Array.from({ length: 4 * POOL }, keepReading)
    await allWaiting()
    const healths = []
    while (healths.at(-1)?.status !== 503) healths.push(await health())
    isRefused = true
    expect(healths.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    return (await Promise.all(reading)).flat()
  })
  expect(answers).toEqual(Array(answers.length).fill(UNAVAILABLE))
  expect(answers.length).toBeGreaterThanOrEqual(POOL)
  expect(await Promise.all(Array.from({ length: POOL * 3 }, health))).toEqual(
    Array(POOL * 3).fill({ status: 200, code: undefined }),
  )
})

/** Waits until as many statements of the service wait for a lock as it has connections. */
async function allWaiting(): Promise<void> {
  for (let waiting = 0; waiting < POOL; ) {
    waiting = (
      await look(
        cluster,
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trellis' AND wait_event_type = 'Lock'`,
      )
    ).n
  }
}

test('when the database takes no more connections, nobody is told 500, and it recovers', async () => {
  const name = new URL(cluster.databaseUrl).pathname.slice(1)
  const busy = await openCluster(1, { databaseUrl: cluster.databaseUrl })
  try {
    await cluster.sql.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`)
    // One is open since it listens.
    await cluster.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trellis'`,
    )
    const replies = await Promise.all(Array.from({ length: 12 }, () => busy.get('/api/v1/missions')))
    expect(replies.map((reply) => [reply.status, reply.body.error.code])).toEqual(Array(12).fill([503, 'unavailable']))
    await cluster.sql.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`)
    await expect.poll(async () => (await busy.get('/api/v1/missions')).status).toBe(200)
  } finally {
    await busy.close()
  }
})

/** A service whose database has other settings by default. */
const openWithDefaults = (...settings: readonly string[]) =>
  openCluster(1, {
    through: async (url) => {
      const name = new URL(url).pathname.slice(1)
      await maintain(url, async (client) => {
        for (const setting of settings) await client.query(`ALTER DATABASE ${name} SET ${setting}`)
      })
      return url
    },
  })

test('whatever isolation is the default of the database, a write behind a lock sees what its holder committed', async () => {
  const strict = await openWithDefaults(`default_transaction_isolation = 'repeatable read'`)
  const other = await strict.sql.connect()
  try {
    const { id } = await seedMission(await strict.wallet())
    const contributor = await strict.wallet()
    await other.query('BEGIN')
    await other.query(`UPDATE "Mission" SET title = title WHERE id = $1`, [id])
    const claimed = contributor.post(`/api/v1/missions/${id}/claim`)
    await waitingForLock(strict)
    await other.query('COMMIT')
    expect(await told(claimed)).toEqual({ status: 201, code: undefined })
  } finally {
    other.release()
    await strict.close()
  }
})

test.each(["datestyle = 'German'", 'extra_float_digits = -15', 'standard_conforming_strings = off'])(
  'whatever form of values and texts is the default of the database (%s), people sign in, publish and find',
  async (setting) => {
    const other = await openWithDefaults(setting)
    try {
      const { id } = await seedMission(await other.wallet(), { title: 'A shelf 図書' })
      const { status, body } = await other.get(`/api/v1/search?q=${encodeURIComponent('shelf 書')}`)
      expect([status, body.hits]).toMatchObject([200, [{ id }]])
    } finally {
      await other.close()
    }
  },
)
