import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkAt, provenBy, refresh } from '@/tests/api/chain/looked-up'
import type { Actor, Json } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { openWorld, type World } from '@/tests/support/world'

const CHAIN_ID = 31337
const COIN = 10n ** 18n
/** After which so many blocks a transaction is settled, as the service decided. */
const SETTLED_BLOCKS = 1_000

let evm: Evm
let world: World
let owner: Actor
let contributor: Actor
let elapsedSeconds = 0
beforeAll(async () => {
  evm = await startEvm(CHAIN_ID)
  world = await openWorld({ environment: { [`RPC_URL_${CHAIN_ID}`]: evm.url } })
  ;[owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => Promise.all([world?.close(), evm?.stop()]))
beforeEach(() => evm.client.setAutomine(true))

/** A round of the schedule, so late that everything unsettled is due. */
async function refreshLater(): Promise<void> {
  elapsedSeconds += 7 * 3600
  world.setClock(elapsedSeconds)
  await refresh()
}

/** Pays the contributor in the newest block, and names it as proof. */
async function paidProof(): Promise<{ txHash: Hex; look: () => Promise<Json>; block: bigint; before: Hex }> {
  const payer = await evm.wallet()
  const before = await evm.client.snapshot()
  const txHash = await evm.pay(payer, contributor.address as Hex, COIN)
  const { proofPath, check } = await provenBy(world, owner, contributor, CHAIN_ID, txHash)
  expect(check).toMatchObject({ status: 'confirmed', value: '1' })
  return { txHash, before, block: BigInt(check.blockNumber), look: () => checkAt(world, proofPath) }
}

/** Makes empty blocks, in portions that a busy machine makes in the time that the client gives one call. */
async function mine(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 100) await evm.client.mine({ blocks: Math.min(left, 100) })
}

/** Replaces the newest blocks by as many others, into which no transaction comes back. */
async function reorganise(depth: number): Promise<void> {
  await evm.client.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
}

test('a confirmed transaction whose block is replaced is not found any more, and nothing of it is left', async () => {
  const { look } = await paidProof()
  await evm.client.mine({ blocks: 2 })
  await refreshLater()
  expect((await look()).status, 'blocks on top change nothing').toBe('confirmed')
  await reorganise(3)
  await refreshLater()
  const check = await look()
  expect(['not-found', 'pending']).toContain(check.status)
  expect(check).toMatchObject({ blockNumber: null, value: null })
})

test('one that returns to the pool is pending, and confirmed in its new block', async () => {
  const { txHash, look, block, before } = await paidProof()
  const raw = await evm.client.request({ method: 'eth_getRawTransactionByHash' as never, params: [txHash] as never })
  await evm.client.revert({ id: before })
  await evm.client.setAutomine(false)
  await evm.client.mine({ blocks: 3 })
  await refreshLater()
  expect(await look()).toMatchObject({ status: 'not-found', from: null })

  await evm.client.sendRawTransaction({ serializedTransaction: raw as Hex })
  await refreshLater()
  expect(await look()).toMatchObject({ status: 'pending', blockNumber: null, to: contributor.address, value: null })

  await evm.client.mine({ blocks: 1 })
  await refreshLater()
  const check = await look()
  expect(check).toMatchObject({ status: 'confirmed', value: '1' })
  expect(BigInt(check.blockNumber)).toBeGreaterThan(block)
})

test('a node that has not yet reached the block is not believed when it knows of no transaction', async () => {
  const payer = await evm.wallet()
  await evm.client.mine({ blocks: 5 })
  const behind = await evm.client.snapshot()
  await evm.client.mine({ blocks: 5 })
  const txHash = await evm.pay(payer, contributor.address as Hex, COIN)
  const { proofPath, check } = await provenBy(world, owner, contributor, CHAIN_ID, txHash)
  await evm.client.revert({ id: behind })
  await refreshLater()
  expect(await checkAt(world, proofPath), 'what was read stands, with the moment of that').toEqual(check)
})

test('a thousand blocks settle it: from then on nobody is asked', async () => {
  const { txHash, look, before } = await paidProof()
  await mine(SETTLED_BLOCKS - 1)
  await refreshLater()
  const due = async () =>
    (await world.sql.query('SELECT "nextCheckAt" FROM "TransactionCheck" WHERE "txHash" = $1', [txHash])).rows[0]
  expect((await due()).nextCheckAt, 'one block is missing').not.toBeNull()
  await evm.client.mine({ blocks: 1 })
  await refreshLater()
  expect((await due()).nextCheckAt).toBeNull()

  const settled = await look()
  await evm.client.revert({ id: before })
  await mine(SETTLED_BLOCKS + 10)
  await refreshLater()
  expect(await look()).toEqual(settled)
})
