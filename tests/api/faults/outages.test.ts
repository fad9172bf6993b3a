import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations } from '@/lib/db/migrate'
import type { RunningPostgres } from '@/server/postgres/cluster'
import { type PreparedPostgres, prepareEmbeddedPostgres } from '@/server/postgres/embedded'
import { readPostmasterFile } from '@/server/postgres/orphan'
import { isAlive } from '@/server/process-lock'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { SCHEDULE } from '@/tests/support/environment'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { startLoad } from '@/tests/support/load'
import { request } from '@/tests/support/request'
import { until } from '@/tests/support/until'
import { freePort } from '@/tests/support/world'

// A Postgres of this file's own, which it stops, kills and starts again; and a proxy before it, which it cuts.
const CLIENTS = 8
const WRITES = 40

let folder: string
let postgres: PreparedPostgres
let running: RunningPostgres
let proxy: DatabaseProxy
let cluster: Cluster
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-outage-'))
  postgres = await prepareEmbeddedPostgres(folder)
  running = await postgres.start()
  await applyMigrations(postgres.url)
  // The proxy stands in the way by TCP.
  const databaseUrl = readFileSync(path.join(folder, 'database-url'), 'utf8').trim()
  proxy = await openProxy(databaseUrl)
  cluster = await openCluster(1, { databaseUrl, through: async () => proxy.url })
})
afterAll(async () => {
  await cluster.close()
  await proxy.close()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes go on during the outage; afterwards every acknowledged one exists once. */
async function survives(outage: () => Promise<void>, recovery: () => Promise<void>): Promise<void> {
  const load = startLoad(cluster.base, await cluster.wallets(CLIENTS))
  await until(() => load.acknowledged.size >= WRITES, 'the load had begun')
  await outage()
  const refusedBefore = load.refused()
  await until(() => load.refused() >= refusedBefore + CLIENTS, 'clients were told 503')
  await recovery()
  const before = load.acknowledged.size
  await until(() => load.acknowledged.size >= before + WRITES, 'writes worked again')
  await load.end()
  expect(load.broken(), 'connections to the service that broke').toBe(0)
  await load.expectExactlyOnce(cluster.sql)
}

test('the service reaches the embedded database by a Unix socket, others by TCP, each with the password', async () => {
  const found: (string | null)[] = []
  const wrong = new URL(postgres.url)
  wrong.password = 'wrong'
  await expect(new pg.Client({ connectionString: wrong.href }).connect()).rejects.toThrow(
    'password authentication failed',
  )
  for (const connectionString of [postgres.url, cluster.databaseUrl]) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query('SELECT host(inet_client_addr()) AS address')
    found.push(rows[0].address)
    await client.end()
  }
  expect(found).toEqual([null, '127.0.0.1'])
})

test('the network to the database is cut and mended under load: nothing lost, nothing doubled, no restart', async () => {
  for (let time = 0; time < 3; time++)
    await survives(
      async () => proxy.cut(),
      async () => proxy.mend(),
    )
})

test('the database is stopped and started under load: nothing lost, nothing doubled, no restart', async () => {
  await survives(
    () => running.stop(),
    async () => {
      running = await postgres.start()
    },
  )
})

test('the database is killed under load and recovers from its log: nothing lost, nothing doubled, no restart', async () => {
  const first = postmaster()
  // It is started again by the module that runs it.
  await survives(
    async () => void process.kill(first, 'SIGKILL'),
    async () => undefined,
  )
  expect(postmaster()).not.toBe(first)
})

const postmaster = () => readPostmasterFile(path.join(folder, 'postgres'))?.pid ?? 0
const runs = () => postmaster() > 0 && isAlive(postmaster())
const works = async () => (await cluster.get('/api/health')).status === 200

async function restart(): Promise<void> {
  await running.stop()
  running = await postgres.start()
}

test('the database is started again however often it is killed', async () => {
  await restart()
  for (let time = 1; time <= 6; time += 1) {
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    await until(async () => postmaster() !== killed && (await works()), `the database works after end ${time}`)
  }
})

test('a database that cannot be started is tried again until it can', async () => {
  await restart()
  const settings = path.join(folder, 'postgres', 'postgresql.conf')
  const said = () => readFileSync(path.join(folder, 'postgres.log'), 'utf8').split('configuration file').length
  const before = said()
  renameSync(settings, `${settings}.away`)
  process.kill(postmaster(), 'SIGKILL')
  await until(() => said() >= before + 2, 'two starts failed')
  renameSync(`${settings}.away`, settings)
  await until(works, 'the database works')
})

test('a database that is stopped while it is started again leaves no process', async () => {
  await restart()
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await until(() => postmaster() !== killed && runs(), 'it is started again')
  await running.stop()
  expect(runs()).toBe(false)
  running = await postgres.start()
  await until(works, 'the database works')
})

test('without a database a service starts, and answers everything with 503 as the error object', async () => {
  const nowhere = new URL(postgres.url)
  nowhere.port = String(await freePort())
  const lonely = await openCluster(1, { databaseUrl: postgres.url, through: async () => nowhere.href })
  try {
    const session = {
      authorization: `Bearer ${'a'.repeat(43)}`,
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-the-test',
    }
    const asked = [
      { method: 'GET', path: '/api/health' },
      { method: 'GET', path: '/api/ready' },
      { method: 'GET', path: '/api/v1/challenges' },
      { method: 'GET', path: '/api/v1/missions/01900000-0000-7000-8000-000000000000' },
      { method: 'GET', path: '/api/cron/deadlines', headers: SCHEDULE },
      { method: 'GET', path: '/api/auth/session', headers: session },
      { method: 'POST', path: '/api/v1/missions', headers: session, body: '{}' },
      {
        method: 'POST',
        path: '/api/v1/auth/challenge',
        headers: session,
        body: '{"address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","chainId":1}',
      },
    ]
    for (const sent of asked) {
      const answer = await request(lonely.base, sent)
      expect([sent.path, answer.status, answer.body.error.code]).toEqual([sent.path, 503, 'unavailable'])
      expect(answer.body.error.message).not.toContain(nowhere.port)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    // What needs no database is answered as ever.
    expect((await request(lonely.base, { method: 'GET', path: '/api/v1/openapi.json' })).status).toBe(200)
    expect((await request(lonely.base, { method: 'GET', path: '/api/nothing' })).status).toBe(404)
    expect((await request(lonely.base, { method: 'POST', path: '/api/v1/missions', body: '{}' })).status).toBe(401)
  } finally {
    await lonely.close()
  }
})
