import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { startLoad } from '@/tests/support/load'
import type { Instance } from '@/tests/support/programs'
import { until } from '@/tests/support/until'

const CLIENTS = 8
const KILLS = 5
const WRITES = 30
/** Each process takes a while to start on a busy machine. */
const TIMEOUT_MS = 240_000

let cluster: Cluster
let instance: Instance
beforeAll(async () => {
  cluster = await openCluster(1)
  instance = cluster.instances[0] as Instance // the only one
})
afterAll(async () => {
  await instance.stop()
  await cluster.close()
})

test(
  'killed again and again while clients write and repeat, the service loses and doubles nothing',
  async () => {
    const load = startLoad(cluster.base, await cluster.wallets(CLIENTS))
    for (let kill = 0; kill < KILLS; kill++) {
      const before = load.acknowledged.size
      await until(() => load.acknowledged.size >= before + WRITES, 'writes were acknowledged')
      await instance.kill()
      instance = await startInstance(instance.environment)
    }
    await load.end()
    expect(load.broken()).toBeGreaterThan(0)
    await load.expectExactlyOnce(cluster.sql)
  },
  TIMEOUT_MS,
)

test('asked to end while clients write, the service lets them finish', async () => {
  const load = startLoad(cluster.base, await cluster.wallets(CLIENTS))
  await until(() => load.acknowledged.size >= WRITES, 'writes were acknowledged')
  const asked = instance
  expect([await asked.stop(), asked.log()]).toEqual([0, ''])
  instance = await startInstance(instance.environment)
  await load.end()
  await load.expectExactlyOnce(cluster.sql)
})
