import { expect, test } from 'vitest'
import { openCluster } from '@/tests/support/instances'
import { completedMission } from '@/tests/support/story'
import { startLoad, until } from '@/tests/support/load'
test('real pgbouncer', async () => {
  const cluster = await openCluster(2, { through: async (url) => { const u = new URL(url); u.port = '56432'; return u.href } })
  try {
    const { receipt } = await completedMission(await cluster.wallet(), await cluster.wallet(), await cluster.verifier())
    expect(receipt.id).toBeTruthy()
    const load = startLoad(cluster.base, await cluster.wallets(8))
    await until(() => load.acknowledged.size > 60, 'load')
    await load.end()
    await load.expectExactlyOnce(cluster.sql)
    console.log('acknowledged', load.acknowledged.size, 'refused', load.refused())
  } finally { await cluster.close() }
}, 120000)
