import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAt, paidBy, provenBy, refresh, unheardHash, untilChecked } from '@/tests/api/chain/looked-up'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, signIn } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { deploy, deployToken, payToken, readArtifact } from '@/tests/support/evm-token'
import { claimedMission, seedMission, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const COIN = 10n ** 18n
const SPONSOR = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
const NFT = '@openzeppelin/contracts/build/contracts/ERC721PresetMinterPauserAutoId.json'

let evm: Evm
let otherEvm: Evm
let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  ;[evm, otherEvm] = await Promise.all([startEvm(31337), startEvm(31338)])
  world = await openWorld({ environment: { RPC_URL_31337: evm.url, RPC_URL_31338: otherEvm.url } })
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
  await Promise.all([evm.wallet(SPONSOR), evm.wallet(owner.account), otherEvm.wallet(SPONSOR)])
})
afterAll(() => Promise.all([world?.close(), evm?.stop(), otherEvm?.stop()]))

const to = () => contributor.address as Hex
const proven = (txHash: Hex, chainId = evm.chainId) => provenBy(world, owner, contributor, chainId, txHash)
const paid = (txHash: Hex) => paidBy(world, owner, contributor, verifier, evm.chainId, txHash)
const blockOf = async (hash: Hex) => String((await evm.client.getTransactionReceipt({ hash })).blockNumber)

test('coins sent to the contributor: found with sender, recipient, amount and block, and the answer did not wait', async () => {
  const txHash = await evm.pay(SPONSOR, to(), COIN / 4n)
  const { first, check } = await proven(txHash)
  expect(first).toEqual({
    status: 'unavailable',
    chainId: '31337',
    txHash,
    blockNumber: null,
    from: null,
    to: null,
    value: null,
    checkedAt: null,
  })
  expect(check).toEqual({
    status: 'confirmed',
    chainId: '31337',
    txHash,
    blockNumber: await blockOf(txHash),
    from: SPONSOR.address,
    to: contributor.address,
    value: '0.25',
    checkedAt: expect.stringMatching(/Z$/),
  })
})

test('a payment in coins is looked up by itself', async () => {
  const txHash = await evm.pay(SPONSOR, to(), 3n * COIN)
  expect(await paid(txHash)).toMatchObject({
    status: 'confirmed',
    to: contributor.address,
    value: '3',
    paysContributor: true,
  })
})

test('a payment in tokens tells who got how much of which token, not who was called', async () => {
  const token = await deployToken(evm, SPONSOR)
  const txHash = await payToken(evm, SPONSOR, token, to(), 125n * (COIN / 10n))
  expect(await paid(txHash)).toMatchObject({
    status: 'confirmed',
    from: SPONSOR.address,
    to: contributor.address,
    value: `12.5 ${token}`,
    paysContributor: true,
  })
})

test('a payment to somebody else did not pay the contributor', async () => {
  const somebody = (await world.wallet()).address as Hex
  expect(await paid(await evm.pay(SPONSOR, somebody, COIN))).toMatchObject({ value: '1', paysContributor: false })
  const token = await deployToken(evm, SPONSOR)
  expect(await paid(await payToken(evm, SPONSOR, token, somebody, COIN))).toMatchObject({
    to: somebody,
    value: `1 ${token}`,
    paysContributor: false,
  })
})

test('a payment that failed paid nobody; of one that waits, or that nobody knows, it is not known', async () => {
  const token = await deployToken(evm, SPONSOR)
  const failed = await payToken(evm, await evm.wallet(), token, to(), COIN)
  expect(await paid(failed)).toMatchObject({ status: 'failed', paysContributor: false })
  expect(await paid(unheardHash())).toMatchObject({ status: 'not-found', paysContributor: null })
  await evm.client.setAutomine(false)
  try {
    const waiting = await evm.client.sendTransaction({ account: SPONSOR, to: to(), value: COIN })
    expect(await paid(waiting)).toMatchObject({ status: 'pending', paysContributor: null })
    await evm.client.mine({ blocks: 1 })
  } finally {
    await evm.client.setAutomine(true)
  }
})

test('what a contract may have passed on without a log is not called unpaid', async () => {
  // A wallet with code that does nothing, as far as its logs tell.
  const contract = await evm.wallet()
  await evm.client.setCode({ address: contract.address, bytecode: '0x00' })
  expect(await paid(await evm.pay(SPONSOR, contract.address, COIN))).toMatchObject({
    status: 'confirmed',
    to: contract.address,
    value: '1',
    paysContributor: null,
  })
})

test('a token transfer that fails moved nothing', async () => {
  const token = await deployToken(evm, SPONSOR)
  const poor = await evm.wallet()
  const txHash = await payToken(evm, poor, token, to(), COIN)
  expect((await proven(txHash)).check).toMatchObject({
    status: 'failed',
    blockNumber: await blockOf(txHash),
    from: poor.address,
    to: token,
    value: '0',
  })
})

test('a token with ids is no amount', async () => {
  const nft = await deploy(evm, SPONSOR, NFT, ['Badge', 'BDG', 'https://example.org/'])
  const call = { account: SPONSOR, address: nft, abi: readArtifact(NFT).abi, functionName: 'mint', args: [to()] }
  const txHash = await evm.client.writeContract(call)
  expect((await proven(txHash)).check).toMatchObject({ status: 'confirmed', to: nft, value: '0' })
})

test('a transaction that waits for its block is pending, and confirmed by a later round', async () => {
  await evm.client.setAutomine(false)
  try {
    const txHash = await evm.client.sendTransaction({ account: SPONSOR, to: to(), value: COIN })
    const { proofPath, check } = await proven(txHash)
    expect(check).toMatchObject({
      status: 'pending',
      blockNumber: null,
      from: SPONSOR.address,
      to: contributor.address,
      value: null,
    })
    await evm.client.mine({ blocks: 1 })
    await refresh()
    expect((await checkAt(world, proofPath)).status, 'it is not yet due').toBe('pending')
    world.setClock(31)
    await refresh()
    expect(await checkAt(world, proofPath)).toMatchObject({
      status: 'confirmed',
      value: '1',
      blockNumber: await blockOf(txHash),
    })
  } finally {
    await evm.client.setAutomine(true)
  }
})

test('a transaction that nobody knows is not found', async () => {
  expect((await proven(unheardHash())).check).toMatchObject({
    status: 'not-found',
    blockNumber: null,
    from: null,
    to: null,
    value: null,
    checkedAt: expect.any(String),
  })
})

test('a transaction of another chain is not found on the one that was named', async () => {
  const txHash = await otherEvm.pay(SPONSOR, to(), COIN)
  expect((await proven(txHash, evm.chainId)).check.status).toBe('not-found')
  expect((await proven(txHash, otherEvm.chainId)).check.status).toBe('confirmed')
})

test('on a chain without a provider nothing is found out, until there is one', async () => {
  const late = await startEvm(777)
  try {
    const txHash = await late.pay(await late.wallet(), to(), COIN)
    const { proofPath, check } = await proven(txHash, late.chainId)
    expect(check).toMatchObject({ status: 'unavailable', checkedAt: null })
    await refresh()
    expect((await checkAt(world, proofPath)).status).toBe('unavailable')
    process.env['RPC_URL_777'] = late.url
    await refresh()
    expect(await checkAt(world, proofPath)).toMatchObject({ status: 'confirmed', value: '1' })
  } finally {
    delete process.env['RPC_URL_777']
    await late.stop()
  }
})

test('a link without a transaction has nothing to check, and no row of its own', async () => {
  const mission = await claimedMission(owner, contributor)
  const before = await world.sql.query('SELECT 1 FROM "TransactionCheck"')
  const body = { kind: 'Link', url: 'https://example.org/p', note: 'Live.' }
  const reply = await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, body)
  expect(reply.body.proof.check.status).toBe('not-applicable')
  expect((await world.sql.query('SELECT 1 FROM "TransactionCheck"')).rowCount).toBe(before.rowCount)
})

test('whoever sent the bounty, as the check found it, may record a payment; nobody else may', async () => {
  const sponsor = await signIn(world.base, SPONSOR)
  const bountyTxHash = await evm.pay(SPONSOR, owner.address as Hex, COIN)
  const bounty = { bountyChainId: evm.chainId, bountyTxHash, bountyAmount: '1', bountyCurrency: 'COIN' }
  const { id } = await verifiedMission(owner, contributor, verifier, bounty)
  await untilChecked()
  const { mission } = (await world.get(`/api/v1/missions/${id}`)).body
  expect(mission.bounty.check).toMatchObject({ status: 'confirmed', from: SPONSOR.address, value: '1' })
  await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' })
  const payment = { chainId: evm.chainId, txHash: await evm.pay(SPONSOR, to(), COIN) }
  expectRefused(await (await world.wallet()).post(`/api/v1/missions/${id}/payment`, payment), 403)
  expect((await sponsor.post(`/api/v1/missions/${id}/payment`, payment)).status).toBe(201)
})

test('the same transaction named on several records is checked for each, and the chain says the same of it', async () => {
  const txHash = await evm.pay(SPONSOR, to(), COIN)
  const one = await proven(txHash)
  const { id } = await seedMission(await world.wallet(), { bountyChainId: evm.chainId, bountyTxHash: txHash })
  await untilChecked()
  const { check } = (await world.get(`/api/v1/missions/${id}`)).body.mission.bounty
  expect(check.status).toBe('confirmed')
  expect({ ...one.check, checkedAt: check.checkedAt }).toEqual(check)
  expect((await world.sql.query('SELECT 1 FROM "TransactionCheck" WHERE "txHash" = $1', [txHash])).rowCount).toBe(2)
})

test('a write that is refused asks for no check', async () => {
  const txHash = unheardHash()
  const mission = await claimedMission(owner, contributor)
  const body = { kind: 'Transaction', url: 'https://example.org/tx', note: 'Mine.', chainId: evm.chainId, txHash }
  expectRefused(await owner.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, body), 403)
  expect((await world.sql.query('SELECT 1 FROM "TransactionCheck" WHERE "txHash" = $1', [txHash])).rowCount).toBe(0)
})

test('the schedule of the self-hosted server looks up what nothing else did', async () => {
  const txHash = await evm.pay(SPONSOR, to(), COIN)
  await world.sql.query(
    `INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, "askedAt", "nextCheckAt")
     VALUES (gen_random_uuid(), $1, $2, 'unavailable', now(), now() - interval '1 second')`,
    [String(evm.chainId), txHash],
  )
  const status = async () =>
    (await world.sql.query('SELECT status FROM "TransactionCheck" WHERE "txHash" = $1', [txHash])).rows[0].status
  const { startSchedule } = await import('@/server/schedule')
  const schedule = startSchedule()
  try {
    await expect.poll(status).toBe('confirmed')
  } finally {
    await schedule.stop()
  }
})
