import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { startLoad } from '@/tests/support/load'
import type { Instance } from '@/tests/support/programs'
import { until } from '@/tests/support/until'

const CLIENTS = 4
const WRITES = 20
const TIMEOUT_MS = 400_000

let cluster: Cluster
const restarted: Instance[] = []
beforeAll(async () => {
  cluster = await openCluster(2)
})
afterAll(async () => {
  await Promise.all(restarted.map((instance) => instance.stop()))
  await cluster.close()
})

async function connectTo(base: string): Promise<net.Socket | null> {
  const upstream = net.connect({ host: '127.0.0.1', port: Number(new URL(base).port) })
  return once(upstream, 'connect').then(
    () => upstream,
    () => null,
  )
}

/** A proxy that gives connections to the instances in turn, and leaves out those that take none. */
async function openProxy(bases: readonly string[]): Promise<{ base: string; close(): void }> {
  let turn = 0
  const proxy = net.createServer({ pauseOnConnect: true }, async (client) => {
    client.on('error', () => undefined)
    turn += 1
    const inTurn = bases.map((_, place) => bases[(turn + place) % bases.length] ?? '')
    for (const base of inTurn) {
      const upstream = await connectTo(base)
      if (!upstream) continue
      upstream.on('error', () => client.destroy())
      client.on('close', () => upstream.destroy())
      upstream.pipe(client)
      client.pipe(upstream)
      return
    }
    client.destroy()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return { base: `http://localhost:${address.port}`, close: () => proxy.close() }
}

test(
  'instances behind a proxy are restarted one after the other, and no request fails',
  async () => {
    const proxy = await openProxy(cluster.instances.map(({ base }) => base))
    const load = startLoad(proxy.base, await cluster.wallets(CLIENTS))
    for (const instance of cluster.instances) {
      const before = load.acknowledged.size
      await until(() => load.acknowledged.size >= before + WRITES, 'writes were acknowledged')
      expect(await instance.stop()).toBe(0)
      await until(() => load.acknowledged.size >= before + 2 * WRITES, 'the other one acknowledged writes')
      restarted.push(await startInstance(instance.environment))
    }
    await load.end()
    expect([load.broken(), load.refused()]).toEqual([0, 0])
    await load.expectExactlyOnce(cluster.sql)
    proxy.close()
  },
  TIMEOUT_MS,
)
