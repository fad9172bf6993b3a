import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { FAULTS, type Provider, startProvider } from '@/tests/support/evm-provider'
import { openSession } from '@/tests/support/session'
import { claimedMission, seedMission } from '@/tests/support/story'
import { MALFORMED_IDS, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const COIN = 10n ** 18n
const unheard = (): Hex => `0x${randomUUID().replaceAll('-', '').repeat(2)}`

let evm: Evm
let provider: Provider
let world: World
let sponsor: PrivateKeyAccount
let owner: Actor
let contributor: Actor
beforeAll(async () => {
  evm = await startEvm(31337)
  provider = await startProvider(evm.url)
  world = await openWorld({ environment: { RPC_URL_31337: provider.url } })
  ;[sponsor, owner, contributor] = await Promise.all([evm.wallet(), world.wallet(), world.wallet()])
})
afterEach(() => provider.honest())
afterAll(async () => {
  await world?.close()
  await provider?.close()
  await evm?.stop()
})

const at = (id: string) => `/api/projects/${id}/tx-checks`
const recheck = (id: string, recordType: string, recordId: string, by = contributor) =>
  by.post(at(id), { recordType, recordId })

interface Recorded {
  readonly projectId: string
  readonly recordType: 'funding' | 'evidence'
  readonly recordId: string
}

async function funded(txHash: Hex | null, chainId = '31337'): Promise<Recorded> {
  const { id } = await claimedMission(owner, contributor)
  const named = txHash === null ? {} : { chainId, txHash }
  const { status, body, text } = await owner.post(`/api/projects/${id}/funding`, {
    transactionUrl: `https://explorer.example/tx/${randomUUID()}`,
    ...named,
  })
  expect(status, text).toBe(201)
  return { projectId: id, recordType: 'funding', recordId: body.fundingRecord.id }
}

async function evidenced(txHash: Hex | null): Promise<Recorded> {
  const { id } = await claimedMission(owner, contributor)
  const said =
    txHash === null
      ? { kind: 'Link', url: 'https://example.org/proof' }
      : { kind: 'Transaction', chainId: '31337', txHash }
  const { status, body, text } = await owner.post(`/api/projects/${id}/evidence`, said)
  expect(status, text).toBe(201)
  return { projectId: id, recordType: 'evidence', recordId: body.evidenceItem.id }
}

const again = ({ projectId, recordType, recordId }: Recorded, by = contributor) =>
  recheck(projectId, recordType, recordId, by)

/** What the project's own record says of the check. */
async function shown({ projectId, recordType, recordId }: Recorded): Promise<Json> {
  const { project } = (await world.get(`/api/projects/${projectId}`)).body
  return project[recordType].find(({ id }: Json) => id === recordId).check
}

describe.each([
  ['funding', funded],
  ['evidence', evidenced],
] as const)('%s', (_type, recorded) => {
  test('is looked up at once, and the answer is what the chain says', async () => {
    const txHash = await evm.pay(sponsor, contributor.address as Hex, COIN / 4n)
    const record = await recorded(txHash)
    const { status, body } = await again(record)
    expect(status).toBe(201)
    const { blockNumber } = await evm.client.getTransactionReceipt({ hash: txHash })
    expect(body).toEqual({
      check: {
        status: 'confirmed',
        chainId: '31337',
        txHash,
        blockNumber: String(blockNumber),
        from: sponsor.address,
        to: contributor.address,
        value: '0.25',
        checkedAt: expect.stringMatching(/Z$/),
      },
    })
    expect(await shown(record)).toEqual(body.check)
  })

  test('without a transaction there is nothing to look up: 409', async () => {
    const record = await recorded(null)
    expectRefused(await again(record), 409)
  })

  test('that is hidden takes no check: 410', async () => {
    const record = await recorded(unheard())
    const table = record.recordType === 'funding' ? 'FundingRecord' : 'ProjectEvidence'
    await world.sql.query(`UPDATE "${table}" SET "hiddenAt" = now() WHERE id = $1`, [record.recordId])
    expectRefused(await again(record), 410)
  })

  test('of another project, or of the other type, is not found', async () => {
    const record = await recorded(unheard())
    const { id } = await seedMission(owner)
    const otherType = record.recordType === 'funding' ? 'evidence' : 'funding'
    expectRefused(await recheck(id, record.recordType, record.recordId), 404)
    expectRefused(await recheck(record.projectId, otherType, record.recordId), 404)
  })
})

test('what was not found at first is found when it is looked up again', async () => {
  await evm.client.setAutomine(false)
  try {
    const txHash = await evm.client.sendTransaction({ account: sponsor, to: contributor.address as Hex, value: COIN })
    const record = await funded(txHash)
    expect((await again(record)).body.check).toMatchObject({ status: 'pending', blockNumber: null })
    await evm.client.mine({ blocks: 1 })
    expect((await again(record)).body.check).toMatchObject({ status: 'confirmed', value: '1' })
  } finally {
    await evm.client.setAutomine(true)
  }
  expect((await again(await funded(unheard()))).body.check.status).toBe('not-found')
})

test('a chain without a provider stays unavailable', async () => {
  const record = await funded(unheard(), '999999937')
  const { status, body } = await again(record)
  expect([status, body.check.status, body.check.checkedAt]).toEqual([201, 'unavailable', null])
})

test('while no provider answers, what was found before stands with its moment', async () => {
  const record = await funded(await evm.pay(sponsor, contributor.address as Hex, COIN))
  const { check } = (await again(record)).body
  expect(check.status).toBe('confirmed')
  for (const behaviour of [FAULTS.dead, FAULTS.refusing, FAULTS['a page'], FAULTS['no result']]) {
    provider.behave(behaviour)
    const { status, body } = await again(record)
    expect([status, body.check]).toEqual([201, check])
  }
  provider.honest()
  expect(Date.parse((await again(record)).body.check.checkedAt)).toBeGreaterThan(Date.parse(check.checkedAt))
})

test('it is no event of the project, nobody is told, and no word of it says that anything is verified', async () => {
  const record = await funded(await evm.pay(sponsor, contributor.address as Hex, COIN))
  const before = (await world.get(`/api/projects/${record.projectId}`)).body.project
  const told = async () => (await owner.get('/api/v1/notifications')).body.notifications.length
  const earlier = await told()
  const { text } = await again(record)
  const after = (await world.get(`/api/projects/${record.projectId}`)).body.project
  expect([after.events, after.updatedAt, await told()]).toEqual([before.events, before.updatedAt, earlier])
  expect(text).not.toMatch(/verif/i)
})

test('any signed-in wallet may ask, also once the project has its outcome', async () => {
  const record = await funded(await evm.pay(sponsor, contributor.address as Hex, COIN))
  await owner.post(`/api/v1/missions/${record.projectId}/complete`, { outcome: 'failed', statement: 'Over.' })
  expect((await again(record, await world.wallet())).status).toBe(201)
  expectRefused(
    await world.send('POST', at(record.projectId), { recordType: record.recordType, recordId: record.recordId }),
    401,
  )
})

test('the same key again replays the answer and asks no provider', async () => {
  const record = await funded(await evm.pay(sponsor, contributor.address as Hex, COIN))
  const [body, key] = [{ recordType: record.recordType, recordId: record.recordId }, randomUUID()]
  const first = await contributor.post(at(record.projectId), body, { key })
  const asked = [...provider.calls.values()].reduce((sum, count) => sum + count, 0)
  const replayed = await contributor.post(at(record.projectId), body, { key })
  expect([first.status, replayed.status, replayed.text]).toEqual([201, 200, first.text])
  expect([...provider.calls.values()].reduce((sum, count) => sum + count, 0)).toBe(asked)
})

test('fields are named, and records that do not exist are not found', async () => {
  const record = await funded(unheard())
  const post = (body: unknown) => contributor.post(at(record.projectId), body)
  expectRefused(await post({ recordId: record.recordId }), 400, 'recordType')
  expectRefused(await post({ recordType: 'proof', recordId: record.recordId }), 400, 'recordType')
  expectRefused(await post({ recordType: 'funding' }), 400, 'recordId')
  expectRefused(await post({ recordType: 'funding', recordId: 5 }), 400, 'recordId')
  for (const id of [UNKNOWN_ID, 'x', '', '42', `${record.recordId}0`, '\u0000'])
    expectRefused(await recheck(record.projectId, 'funding', id), 404)
  for (const id of [UNKNOWN_ID, ...MALFORMED_IDS]) expectRefused(await recheck(id, 'funding', record.recordId), 404)
  await world.sql.query('UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1', [record.projectId])
  expectRefused(await again(record), 410)
})

test('it counts as an onchain check: 12 in ten minutes and wallet', async () => {
  const record = await funded(unheard())
  const { headers } = await again(record, await openSession(world.base, world.sql))
  expect(headers.get('ratelimit-policy')).toBe('"onchain-wallet";q=12000;w=600, "onchain-network";q=24000;w=600')
})
