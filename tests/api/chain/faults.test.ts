import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkAt, provenBy, refresh, unheardHash } from '@/tests/api/chain/looked-up'
import type { Actor, Json } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { FAULTS, type Provider, startProvider } from '@/tests/support/evm-provider'
import { deployToken, payToken } from '@/tests/support/evm-token'
import { openSession } from '@/tests/support/session'
import { claimedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const CHAIN_ID = 31337
const COIN = 10n ** 18n
const SPONSOR = privateKeyToAccount(`0x${'5b'.repeat(32)}`)
const SOMEBODY = '0x00000000000000000000000000000000DeaDBeef'

let evm: Evm
let provider: Provider
let spare: Provider
let world: World
let owner: Actor
let contributor: Actor
let elapsedSeconds = 0
beforeAll(async () => {
  evm = await startEvm(CHAIN_ID)
  ;[provider, spare] = await Promise.all([startProvider(evm.url), startProvider(evm.url)])
  world = await openWorld({ environment: { [`RPC_URL_${CHAIN_ID}`]: provider.url } })
  // The clock moves by days here, which sessions by the ordinary way would not outlive.
  ;[owner, contributor] = await Promise.all([openSession(world.base, world.sql), openSession(world.base, world.sql)])
  await evm.wallet(SPONSOR)
})
afterAll(() => Promise.all([world?.close(), evm?.stop(), provider?.close(), spare?.close()]))
afterEach(() => {
  provider.honest()
  spare.honest()
  process.env[`RPC_URL_${CHAIN_ID}`] = provider.url
})

/** Everything that the database holds beside the checks, as one text. */
async function everythingElse(): Promise<string> {
  const tables = await world.sql.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('TransactionCheck', 'RateLimit') ORDER BY 1`,
  )
  const parts: string[] = []
  for (const { tablename } of tables.rows) {
    const { rows } = await world.sql.query(
      `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM "${tablename}" t`,
    )
    parts.push(`${tablename} ${rows[0].sum}`)
  }
  return parts.join('\n')
}

const proven = (hash: Hex) => provenBy(world, owner, contributor, CHAIN_ID, hash)

/** A check that no provider has answered yet. */
const NOTHING_KNOWN = { status: 'unavailable', blockNumber: null, from: null, to: null, value: null, checkedAt: null }

async function refreshLater(): Promise<void> {
  elapsedSeconds += 7 * 3600
  world.setClock(elapsedSeconds)
  await refresh()
}

test.each(Object.entries(FAULTS))(
  'a provider that is %s makes the check unavailable, and is given up',
  async (_name, fault) => {
    const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
    provider.behave(fault)
    const heapBefore = process.memoryUsage().rss
    const { proofPath, check } = await proven(hash)
    await expect.poll(() => provider.waiting(), { message: 'what was asked goes on' }).toBe(0)
    expect(process.memoryUsage().rss - heapBefore).toBeLessThan(128 * 1024 * 1024)
    expect(check).toMatchObject(NOTHING_KNOWN)
    provider.honest()
    await refreshLater()
    expect((await checkAt(world, proofPath)).status).toBe('confirmed')
  },
)

/** Answers that contradict what a hash proves, or each other. */
const LIES: Record<string, [method: string, change: (result: Json) => Json]> = {
  'another chain': ['eth_chainId', () => '0x1'],
  'a chain id that is no number': ['eth_chainId', () => 'one'],
  'another sender': ['eth_getTransactionByHash', (tx) => ({ ...tx, from: SOMEBODY })],
  'another recipient': ['eth_getTransactionByHash', (tx) => ({ ...tx, to: SOMEBODY })],
  'another amount': ['eth_getTransactionByHash', (tx) => ({ ...tx, value: '0xffffffffffffffffffff' })],
  'another transaction': ['eth_getTransactionByHash', (tx) => ({ ...tx, nonce: '0x4d2' })],
  'an unheard-of type': ['eth_getTransactionByHash', (tx) => ({ ...tx, type: '0x7e' })],
  'another signature': ['eth_getTransactionByHash', (tx) => ({ ...tx, r: tx.s, s: tx.r })],
  'a mined transaction without a receipt': ['eth_getTransactionReceipt', () => null],
  'the receipt of another transaction': [
    'eth_getTransactionReceipt',
    (receipt) => ({ ...receipt, transactionHash: unheardHash() }),
  ],
  'a receipt of another sender': ['eth_getTransactionReceipt', (receipt) => ({ ...receipt, from: SOMEBODY })],
  'a receipt of another block': ['eth_getTransactionReceipt', (receipt) => ({ ...receipt, blockHash: unheardHash() })],
  'a receipt without a status': ['eth_getTransactionReceipt', ({ status: _status, ...receipt }) => receipt],
  'a receipt that is a text': ['eth_getTransactionReceipt', () => 'confirmed'],
  'a block without the transaction': ['eth_getBlockByNumber', (block) => ({ ...block, transactions: [] })],
  'no such block': ['eth_getBlockByNumber', () => null],
  'a head that no chain has reached': ['eth_blockNumber', () => `0x${'f'.repeat(64)}`],
  'a receipt of three megabytes': [
    'eth_getTransactionReceipt',
    (receipt) => ({ ...receipt, logsBloom: '0'.repeat(3 * 1024 * 1024) }),
  ],
}

test.each(Object.entries(LIES))('a provider that tells %s is not believed', async (_name, [method, change]) => {
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  provider.lie(method, change)
  const { proofPath, check } = await proven(hash)
  expect(check).toMatchObject(NOTHING_KNOWN)
  const before = await everythingElse()
  await refreshLater()
  expect(await checkAt(world, proofPath)).toMatchObject(NOTHING_KNOWN)
  expect(await everythingElse(), 'nothing but the check may change').toBe(before)
  provider.honest()
  await refreshLater()
  expect(await checkAt(world, proofPath)).toMatchObject({ status: 'confirmed', from: SPONSOR.address, value: '1' })
})

test('a lie about somebody else’s bounty makes nobody its sponsor', async () => {
  const liar = await openSession(world.base, world.sql)
  const hash = await evm.pay(SPONSOR, owner.address as Hex, COIN)
  provider.lie('eth_getTransactionByHash', (tx) => ({ ...tx, from: liar.address }))
  provider.lie('eth_getTransactionReceipt', (receipt) => ({ ...receipt, from: liar.address }))
  expect((await proven(hash)).check).toMatchObject(NOTHING_KNOWN)
})

test('once a transaction was found, a provider that fails later changes nothing of it', async () => {
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  const { proofPath, check } = await proven(hash)
  expect(check.status).toBe('confirmed')
  for (const fault of [FAULTS.dead, FAULTS['null for everything'], FAULTS['an RPC error']]) {
    provider.behave(fault)
    await refreshLater()
    expect(await checkAt(world, proofPath)).toEqual(check)
  }
})

test('a provider that is dripping is given up also where the garbage collector comes by meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  provider.behave(FAULTS.dripping)
  const collecting = setInterval(collect, 200)
  try {
    const { check } = await proven(hash)
    await expect.poll(() => provider.waiting(), { message: 'what was asked goes on' }).toBe(0)
    expect(check).toMatchObject(NOTHING_KNOWN)
  } finally {
    clearInterval(collecting)
  }
})

test('when the first provider fails the next is asked, and one of another chain is passed over', async () => {
  process.env[`RPC_URL_${CHAIN_ID}`] = `${provider.url}, ${spare.url}`
  for (const spoil of [() => provider.behave(FAULTS.dead), () => provider.lie('eth_chainId', () => '0x1')]) {
    provider.honest()
    spoil()
    const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
    expect((await proven(hash)).check.status).toBe('confirmed')
  }
  expect(spare.calls.get('eth_getTransactionReceipt')).toBe(2)
})

/** The first provider tells that a transaction which waits is in the newest block. */
async function inventBlockOf(hash: Hex): Promise<void> {
  const mined = await evm.client.getBlock()
  const block = { blockHash: mined.hash, blockNumber: `0x${mined.number.toString(16)}` }
  provider.lie('eth_getTransactionByHash', (tx) => ({ ...tx, ...block }))
  provider.lie('eth_getBlockByNumber', (told) => ({ ...told, transactions: [hash] }))
  provider.lie('eth_getTransactionReceipt', () => ({
    ...block,
    transactionHash: hash,
    from: SPONSOR.address,
    status: '0x1',
    logs: [],
  }))
}

test('of two providers one cannot invent that a transaction is in a block', async () => {
  process.env[`RPC_URL_${CHAIN_ID}`] = `${provider.url},${spare.url}`
  await evm.client.setAutomine(false)
  try {
    const hash = await evm.client.sendTransaction({ account: SPONSOR, to: contributor.address as Hex, value: COIN })
    await inventBlockOf(hash)
    const { proofPath, check } = await proven(hash)
    expect(check).toMatchObject(NOTHING_KNOWN)
    provider.honest()
    await refreshLater()
    expect((await checkAt(world, proofPath)).status).toBe('pending')
    await evm.client.mine({ blocks: 1 })
    await refreshLater()
    expect((await checkAt(world, proofPath)).status).toBe('confirmed')
  } finally {
    await evm.client.setAutomine(true)
  }
})

/** The first provider tells of a head that is far from that of the chain. */
const inventHead = () => provider.lie('eth_blockNumber', (head) => `0x${(BigInt(head) + 5_000n).toString(16)}`)

test('one wrong answer about the head ends no checks: a reorganisation after it is noticed', async () => {
  const before = await evm.client.snapshot()
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, 2n * COIN)
  inventHead()
  const { proofPath, check } = await proven(hash)
  expect(check.status).toBe('confirmed')
  provider.honest()
  await evm.client.revert({ id: before })
  await evm.client.mine({ blocks: 3 })
  await refreshLater()
  expect(await checkAt(world, proofPath)).toMatchObject({ status: 'not-found', blockNumber: null })
})

test('of two providers one cannot invent that a transaction is final', async () => {
  process.env[`RPC_URL_${CHAIN_ID}`] = `${provider.url},${spare.url}`
  inventHead()
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  expect((await proven(hash)).check.status).toBe('confirmed')
  await refreshLater()
  const { rows } = await world.sql.query(`SELECT "nextCheckAt" FROM "TransactionCheck" WHERE "txHash" = $1`, [hash])
  expect(rows).toEqual([{ nextCheckAt: expect.any(Date) }])
})

test('what one provider invents while the other is away is not final, and is withdrawn once that one contradicts it', async () => {
  process.env[`RPC_URL_${CHAIN_ID}`] = `${provider.url},${spare.url}`
  await evm.client.setAutomine(false)
  try {
    const hash = await evm.client.sendTransaction({ account: SPONSOR, to: contributor.address as Hex, value: COIN })
    await inventBlockOf(hash)
    inventHead()
    spare.behave(FAULTS.dead)
    const { proofPath, check } = await proven(hash)
    expect(check.status).toBe('confirmed')
    await refreshLater()
    spare.honest()
    await refreshLater()
    expect(await checkAt(world, proofPath)).toMatchObject({ ...NOTHING_KNOWN, checkedAt: expect.any(String) })
  } finally {
    await evm.client.setAutomine(true)
  }
})

test('a contract that logs a transfer and tells no decimals is counted in its smallest unit', async () => {
  const token = await deployToken(evm, SPONSOR)
  const hash = await payToken(evm, SPONSOR, token, contributor.address as Hex, 7n)
  provider.lie('eth_call', () => '0x')
  expect((await proven(hash)).check).toMatchObject({ status: 'confirmed', value: `7 ${token}` })
})

test.each(['invalid opcode: INVALID', 'out of gas', 'execution reverted', 'invalid jump destination'])(
  'so is one whose code fails when it is asked: %s',
  async (message) => {
    const token = await deployToken(evm, SPONSOR)
    const hash = await payToken(evm, SPONSOR, token, contributor.address as Hex, 7n)
    provider.fail('eth_call', message)
    expect((await proven(hash)).check).toMatchObject({ status: 'confirmed', value: `7 ${token}` })
  },
)

test('what was found deep under other blocks stays, where a node has forgotten it since', async () => {
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  const { proofPath, check } = await proven(hash)
  expect(check.status).toBe('confirmed')
  await evm.client.mine({ blocks: 1_000 })
  provider.lie('eth_getTransactionByHash', () => null)
  await refreshLater()
  expect(await checkAt(world, proofPath)).toEqual(check)
  // Nor for good after thirty days, though nothing new is told.
  await world.sql.query(
    `UPDATE "TransactionCheck" SET "askedAt" = "askedAt" - interval '31 days' WHERE "txHash" = $1`,
    [hash],
  )
  await refreshLater()
  expect(await checkAt(world, proofPath)).toEqual(check)
  const { rows } = await world.sql.query(`SELECT "nextCheckAt" FROM "TransactionCheck" WHERE "txHash" = $1`, [hash])
  expect(rows).toEqual([{ nextCheckAt: expect.any(Date) }])
})

test('while a provider is silent the write is answered, and no transaction of the database is open', async () => {
  provider.behave(FAULTS.silent)
  const hash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  const mission = await claimedMission(owner, contributor)
  const body = { kind: 'Transaction', url: 'https://example.org/tx', note: 'Done.', chainId: CHAIN_ID, txHash: hash }
  expect((await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, body)).status).toBe(201)
  // The write is answered, and the provider is asked still.
  await expect.poll(() => provider.waiting()).toBeGreaterThan(0)
  const { rows } = await world.sql.query(
    `SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = 'trellis' AND datname = current_database() AND xact_start IS NOT NULL`,
  )
  expect(rows[0].open).toBe(0)
})
