import { afterEach, expect, test } from 'vitest'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { startLoad } from '@/tests/support/load'
import type { Instance } from '@/tests/support/programs'
import { request } from '@/tests/support/request'
import { until } from '@/tests/support/until'

/** Longer than any test runs: what is asked of a service that ends is asked before it does. */
const DELAY = { SHUTDOWN_DELAY_SECONDS: '900' }

let cluster: Cluster
let service: Instance

async function open(environment: Record<string, string>): Promise<void> {
  const start = (settings: Record<string, string>) => startInstance(settings, 'worker-service')
  cluster = await openCluster(1, { start, environment: { WEB_CONCURRENCY: '2', ...environment } })
  service = cluster.instances[0] as Instance // the only one
}
afterEach(async () => {
  await service.kill()
  await cluster.close()
})

const ready = () => request(cluster.base, { method: 'GET', path: '/api/ready' })

test('an instance that is about to end says so, and answers everything until then', async () => {
  await open(DELAY)
  expect((await ready()).body).toEqual({ ready: true })
  const load = startLoad(cluster.base, await cluster.wallets(2))
  process.kill(service.pid, 'SIGTERM')
  await until(async () => (await ready()).status === 503, 'the instance said that it ends')
  const { body, headers } = await ready()
  expect(body.error).toEqual({
    code: 'unavailable',
    message: 'This instance is ending; another one answers.',
    field: null,
  })
  expect(headers['cache-control']).toBe('no-store')
  const written = load.acknowledged.size
  await until(() => load.acknowledged.size >= written + 10, 'writes were acknowledged')
  await load.end()
  expect([load.broken(), load.refused()]).toEqual([0, 0])
  expect((await request(cluster.base, { method: 'GET', path: '/api/health' })).status).toBe(200)
})

test('an instance is not ready on a database that lacks a migration, and is once it has it', async () => {
  await open({})
  await cluster.sql.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '0003_nothing'`)
  const { status, body } = await ready()
  expect([status, body.error.message]).toEqual([
    503,
    'The database lacks a migration of this version: run "npm run migrate".',
  ])
  await cluster.sql.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = '0003_nothing'`)
  expect((await ready()).status).toBe(200)
  await cluster.sql.query('ALTER TABLE _prisma_migrations RENAME TO elsewhere')
  expect((await ready()).status).toBe(503)
  await cluster.sql.query('ALTER TABLE elsewhere RENAME TO _prisma_migrations')
  // A newer version may run on the same database already.
  await cluster.sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('next', 'x', '9999_next', now())`,
  )
  expect((await ready()).status).toBe(200)
})
