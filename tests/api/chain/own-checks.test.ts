import { type Hex, pad, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readBacklog } from '@/lib/status/backlog'
import { checkAt, paidBy, provenBy, refresh, unheardHash, untilChecked } from '@/tests/api/chain/looked-up'
import { done, hide } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { type Provider, startProvider } from '@/tests/support/evm-provider'
import { deployToken, payToken } from '@/tests/support/evm-token'
import { claimedMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A transaction can be named by anybody: what one record says of it never changes what another shows.

const COIN = 10n ** 18n
const SPONSOR = privateKeyToAccount(`0x${'5b'.repeat(32)}`)

let evm: Evm
let provider: Provider
let world: World
let owner: Actor
let contributor: Actor
let stranger: Actor
let verifier: Actor
beforeAll(async () => {
  evm = await startEvm(31337)
  provider = await startProvider(evm.url)
  world = await openWorld({ environment: { RPC_URL_31337: provider.url } })
  ;[owner, contributor, stranger, verifier] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.wallet(),
    world.verifier(),
  ])
  await evm.wallet(SPONSOR)
})
afterEach(() => provider.honest())
afterAll(() => Promise.all([world?.close(), evm?.stop(), provider?.close()]))

const dueOf = async (recordId: string): Promise<Json> =>
  (await world.sql.query('SELECT "askedAt", "nextCheckAt" FROM "TransactionCheck" WHERE "recordId" = $1', [recordId]))
    .rows[0]

/** Records a funding on a project of a stranger's. */
async function fund(txHash: Hex, over: Record<string, unknown> = {}): Promise<{ path: string; id: string }> {
  const { id } = await seedMission(stranger, over)
  const path = `/api/projects/${id}`
  const said = { transactionUrl: `https://explorer.example/tx/${txHash}`, chainId: '31337', txHash }
  const reply = await stranger.post(`${path}/funding`, said)
  if (reply.status !== 201) throw new Error(reply.text)
  await untilChecked()
  return { path, id: reply.body.fundingRecord.id }
}
const funding = async (path: string): Promise<Json> => (await world.get(path)).body.project.funding[0].check

test('whoever names a transaction first does not decide whom it paid on the records of others', async () => {
  const token = await deployToken(evm, SPONSOR)
  const other = await world.wallet()
  const txHash = await payToken(evm, SPONSOR, token, contributor.address as Hex, 125n * (COIN / 10n))
  // As a call that pays two wallets logs it: each record tells what reached its own contributor.
  provider.lie('eth_getTransactionReceipt', (receipt) => {
    const [paid] = receipt.logs
    const topics = [...paid.topics.slice(0, 2), pad(other.address as Hex)]
    return { ...receipt, logs: [{ ...paid, topics, data: toHex(7n * COIN, { size: 32 }) }, paid] }
  })
  const theirs = await fund(txHash, { contributorWallet: other.address })
  const theirCheck = await funding(theirs.path)
  const { proofPath, check } = await provenBy(world, owner, contributor, evm.chainId, txHash)
  expect(theirCheck).toMatchObject({ status: 'confirmed', to: other.address, value: `7 ${token}` })
  expect(check).toMatchObject({ status: 'confirmed', to: contributor.address, value: `12.5 ${token}` })

  world.setClock(3600)
  try {
    await refresh()
    const facts = ({ checkedAt: _, ...found }: Json) => found
    expect(facts(await funding(theirs.path)), 'looked up in one go').toEqual(facts(theirCheck))
    expect(facts(await checkAt(world, proofPath))).toEqual(facts(check))
  } finally {
    world.setClock(0)
  }
})

test('coin and tokens of one transaction are told by each record’s own contributor', async () => {
  const txHash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  const paid = await paidBy(world, owner, contributor, verifier, evm.chainId, txHash)
  const other = await world.wallet()
  const theirs = await paidBy(world, stranger, other, verifier, evm.chainId, txHash)
  expect(paid).toMatchObject({ status: 'confirmed', to: contributor.address, paysContributor: true })
  expect(theirs).toMatchObject({ status: 'confirmed', to: contributor.address, paysContributor: false })
})

test('asking again on one record neither changes nor puts off what another shows', async () => {
  const txHash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  const one = await fund(txHash)
  const two = await fund(txHash)
  const [shown, due] = [await funding(one.path), await dueOf(one.id)]
  world.setClock(3600)
  try {
    const reply = await stranger.post(`${two.path}/tx-checks`, { recordType: 'funding', recordId: two.id })
    expect(Date.parse(reply.body.check.checkedAt)).toBeGreaterThan(Date.parse(shown.checkedAt))
    expect(await funding(one.path)).toEqual(shown)
    expect(await dueOf(one.id)).toEqual(due)
  } finally {
    world.setClock(0)
  }
})

test('a transaction given up on one record stays given up when a stranger names it anew', async () => {
  const txHash = unheardHash()
  const { proofPath } = await provenBy(world, owner, contributor, evm.chainId, txHash)
  const shown = await checkAt(world, proofPath)
  const recordId = (await world.get(proofPath)).body.proofs[0].id
  await world.sql.query('UPDATE "TransactionCheck" SET "nextCheckAt" = NULL WHERE "recordId" = $1', [recordId])
  const theirs = await fund(txHash)
  await refresh()
  expect((await dueOf(recordId)).nextCheckAt).toBeNull()
  expect(await checkAt(world, proofPath)).toEqual(shown)
  expect((await dueOf(theirs.id)).nextCheckAt).not.toBeNull()
})

test('a hidden record waits alone, and is out of the way: the same transaction on a shown one is looked up', async () => {
  const txHash = unheardHash()
  const [hidden, shown] = [await fund(txHash), await fund(txHash)]
  await world.sql.query('UPDATE "FundingRecord" SET "hiddenAt" = now() WHERE id = $1', [hidden.id])
  const { takeDue } = await import('@/lib/chain/queue')
  const { now } = await import('@/lib/clock')
  const later = new Date(now().getTime() + 3_600_000)
  const taken = (await takeDue('31337', 100, later)).taken.map(({ recordId }) => recordId)
  expect(taken).toContain(shown.id)
  expect(taken).not.toContain(hidden.id)
  expect((await dueOf(hidden.id)).nextCheckAt.getTime()).toBeGreaterThan(later.getTime())
})

test('who sponsors a mission is read from its own bounty, whatever others found of the transaction', async () => {
  const txHash = await evm.pay(SPONSOR, contributor.address as Hex, COIN)
  await fund(txHash)
  const { id } = await claimedMission(owner, contributor, { bountyChainId: '31337', bountyTxHash: txHash })
  await untilChecked()
  await world.sql.query('DELETE FROM "TransactionCheck" WHERE "recordId" = $1', [id])
  const { check } = (await world.get(`/api/v1/missions/${id}`)).body.mission.bounty
  expect(check).toMatchObject({ status: 'unavailable', from: null })
})

test('what nobody can look up yet is no backlog: on a chain without a provider, of a record that is hidden', async () => {
  const admin = await world.admin()
  const { id } = await seedMission(stranger)
  const elsewhere = { transactionUrl: 'https://explorer.example/tx/1', chainId: '424242', txHash: unheardHash() }
  expect((await stranger.post(`/api/projects/${id}/funding`, elsewhere)).status).toBe(201)
  const funded = await fund(unheardHash())
  const past = new Date(Date.now() - 3_600_000)
  await world.sql.query('UPDATE "TransactionCheck" SET "nextCheckAt" = NULL WHERE "chainId" = $1', ['31337'])
  expect(await readBacklog()).toMatchObject({ checksDue: 0, checksLagSeconds: 0 })
  await world.sql.query('UPDATE "TransactionCheck" SET "nextCheckAt" = $1 WHERE "recordId" = $2', [past, funded.id])
  expect(await readBacklog()).toMatchObject({ checksDue: 1 })
  await done(hide(admin, 'funding', funded.id))
  expect(await readBacklog()).toMatchObject({ checksDue: 0, checksLagSeconds: 0 })
  await world.sql.query('UPDATE "TransactionCheck" SET "nextCheckAt" = NULL')
})
