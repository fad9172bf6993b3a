import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import type { Actor, Json } from '@/tests/support/client'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { withMachineClock } from '@/tests/support/machine-clock'
import type { Instance } from '@/tests/support/programs'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'
import { verifiedMission } from '@/tests/support/story'

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(1)
})
afterAll(() => cluster.close())

const keys = async (of = cluster): Promise<Json[]> => (await of.get('/api/v1/rules')).body.keys
const keyCheck = async (receipt: Json, of = cluster) =>
  (await checkReceipt(receipt, {}, await keys(of))).find(({ check }) => check === 'service-key')

const complete = async (owner: Actor, id: string): Promise<Json> => {
  const outcome = { outcome: 'completed', statement: 'It is done.' }
  return (await owner.post(`/api/v1/missions/${id}/complete`, outcome)).body
}

/** Runs the command with what an instance has. @returns what it prints. */
async function rotate(
  instance: Instance | undefined,
  over: Record<string, string> = {},
  from?: 'sources',
): Promise<string> {
  const done = await runScript('rotate-key', [], { ...instance?.environment, ...over }, from)
  expect([done.code, done.err]).toEqual([0, ''])
  return done.out
}

test('a new key takes over once the service has it, and what the old one signed stays valid', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const [owner, contributor, verifier] = await Promise.all([cluster.wallet(), cluster.wallet(), cluster.verifier()])
  const { receipt: old } = await complete(owner, (await verifiedMission(owner, contributor, verifier)).id)
  const [instance] = cluster.instances
  const [, seed = ''] = /^SERVICE_PRIVATE_KEY=([\w-]{43})$/m.exec(await rotate(instance, {}, 'sources')) ?? []

  // The process that has the old key goes on, and issues nothing any more.
  const mission = await verifiedMission(owner, contributor, verifier)
  expect((await complete(owner, mission.id)).error.code).toBe('unavailable')
  expect((await cluster.get(`/api/v1/missions/${mission.id}`)).body.mission.state).toBe('VERIFIED')

  await instance?.stop()
  const next = await startInstance({ ...instance?.environment, SERVICE_PRIVATE_KEY: seed })
  try {
    const { receipt } = await complete(owner, mission.id)
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

test('the embedded default keeps the new key in its folder, also where the variable is there and blank', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const other = await openCluster(1)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-rotate-'))
  try {
    const [instance] = other.instances
    const { DATABASE_URL = '', SERVICE_PRIVATE_KEY: seed = '' } = instance?.environment ?? {}
    const file = path.join(folder, 'service-private-key')
    writeFileSync(path.join(folder, 'database-url'), DATABASE_URL)
    writeFileSync(file, seed)
    const said = await rotate(instance, { DATA_DIR: folder, DATABASE_URL: '', SERVICE_PRIVATE_KEY: '' })
    expect(said).not.toContain('SERVICE_PRIVATE_KEY')
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  } finally {
    rmSync(folder, { recursive: true })
    await other.close()
  }
})

test('a key ends no earlier than what it has signed, also where the clock of the service is ahead of the command’s', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const ahead = await openCluster(1)
  try {
    ahead.setClock(3600)
    const [owner, contributor, verifier] = await Promise.all([ahead.wallet(), ahead.wallet(), ahead.verifier()])
    const { receipt } = await complete(owner, (await verifiedMission(owner, contributor, verifier)).id)
    const [instance] = ahead.instances
    const behind = { CLOCK_FILE: `${ahead.clockFile}-of-the-command` }
    writeFileSync(behind.CLOCK_FILE, '0')
    await rotate(instance, behind)
    expect(await keyCheck(receipt, ahead)).toMatchObject({ result: 'valid' })
    const [second] = await keys(ahead)
    expect(second).toMatchObject({ since: receipt.issuedAt, until: null })

    // What an erasure leaves of a receipt is signed, too.
    const erasedAt = new Date(Date.parse(receipt.issuedAt) + 1000).toISOString()
    await ahead.sql.query(
      `INSERT INTO "Erasure" (id, "recordId", reason, at) VALUES (gen_random_uuid(), gen_random_uuid(), 'Law 7', $1)`,
      [erasedAt],
    )
    await rotate(instance, behind)
    const ended = (await keys(ahead)).find(({ publicKey }) => publicKey === second.publicKey)
    expect(ended.until).toBe(erasedAt)
  } finally {
    await ahead.close()
  }
})

test('an export from before its key was replaced counts, also where its machine has a clock that is ahead', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const own = await openCluster(1)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-rotate-'))
  try {
    const [instance] = own.instances
    const file = path.join(folder, 'export.jsonl')
    const ahead = withMachineClock(instance?.environment ?? {}, path.join(folder, 'clock'), 3600)
    const exported = await runScript('export', [file], ahead)
    expect([exported.code, exported.err]).toEqual([0, ''])
    await rotate(instance)
    const old = (await keys(own)).find(({ until }) => until !== null)
    const checked = await runScript('verify-export', [file, `${old.publicKey}@${old.until}`], {})
    expect([checked.code, checked.err]).toEqual([0, ''])
  } finally {
    rmSync(folder, { recursive: true })
    await own.close()
  }
})
