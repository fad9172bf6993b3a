import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import type { Json } from '@/tests/support/client'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { verifiedMission } from '@/tests/support/story'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** A process of its own takes its time to load where many others run. */
const PROCESS_MS_MAX = 240_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(1)
})
afterAll(() => cluster.close())

const keys = async (): Promise<Json[]> => (await cluster.get('/api/v1/rules')).body.keys
const keyCheck = async (receipt: Json) =>
  (await checkReceipt(receipt, {}, await keys())).find(({ check }) => check === 'service-key')

test('a new key takes over once the service has it, and what the old one signed stays valid', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const [owner, contributor, verifier] = await Promise.all([cluster.wallet(), cluster.wallet(), cluster.verifier()])
  const complete = async (id: string) => {
    const outcome = { outcome: 'completed', statement: 'It is done.' }
    return (await owner.post(`/api/v1/missions/${id}/complete`, outcome)).body
  }
  const { receipt: old } = await complete((await verifiedMission(owner, contributor, verifier)).id)
  const [instance] = cluster.instances
  const done = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/rotate-key.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...instance?.environment },
    encoding: 'utf8',
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
  const [, seed = ''] = /^SERVICE_PRIVATE_KEY=([\w-]{43})$/m.exec(done.stdout) ?? []

  // The process that has the old key goes on, and issues nothing any more.
  const mission = await verifiedMission(owner, contributor, verifier)
  expect((await complete(mission.id)).error.code).toBe('unavailable')
  expect((await cluster.get(`/api/v1/missions/${mission.id}`)).body.mission.state).toBe('VERIFIED')

  await instance?.stop()
  const next = await startInstance({ ...instance?.environment, SERVICE_PRIVATE_KEY: seed })
  try {
    const { receipt } = await complete(mission.id)
    expect(receipt.serviceKey).not.toBe(old.serviceKey)
    expect(await keys()).toEqual([
      { algorithm: 'Ed25519', publicKey: receipt.serviceKey, since: expect.any(String), until: null },
      { algorithm: 'Ed25519', publicKey: old.serviceKey, since: old.issuedAt, until: expect.any(String) },
    ])
    expect(await keyCheck(receipt)).toMatchObject({ result: 'valid', because: 'It is the key of this service.' })
    expect((await keyCheck(old))?.because).toMatch(/^It was the key of this service until \d{4}-/)
    // With the old key a later date can be written, and nobody is taken in by it.
    expect(await keyCheck({ ...old, issuedAt: '2099-01-01T00:00:00.000Z' })).toMatchObject({ result: 'invalid' })
  } finally {
    await next.stop()
  }
})
