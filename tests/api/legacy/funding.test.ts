import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, fundingBody, project, readMission, readProject, txHash } from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { created } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let wallet: Actor
let id: string
beforeAll(async () => {
  world = await openWorld()
  ;[owner, wallet] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const fund = async (body: object, project_ = id) =>
  (await created(wallet.post(at(project_, 'funding'), body))).fundingRecord
const fresh = async () => {
  id = (await project(owner)).id
}

test('the URL of a known explorer tells chain and hash, and the check is asked for with the record', async () => {
  await fresh()
  const hash = txHash()
  const transactionUrl = `https://basescan.org/tx/${hash}`
  const record = await fund({ transactionUrl, amount: '25', currency: 'USDC', note: 'The first half.' })
  expect(record).toEqual({
    id: expect.any(String),
    transactionUrl,
    chainId: '8453',
    txHash: hash,
    amount: '25',
    currency: 'USDC',
    note: 'The first half.',
    recordedBy: wallet.address,
    recordedAt: expect.any(String),
    check: {
      status: 'unavailable',
      chainId: '8453',
      txHash: hash,
      blockNumber: null,
      from: null,
      to: null,
      value: null,
      checkedAt: null,
    },
  })
  const { rows } = await world.sql.query(
    'SELECT "chainId", status, "nextCheckAt" FROM "TransactionCheck" WHERE "txHash" = $1',
    [hash],
  )
  expect(rows).toEqual([{ chainId: '8453', status: 'unavailable', nextCheckAt: expect.any(Date) }])
})

test('what a check finds later is shown at once: such a page is never remembered', async () => {
  await fresh()
  const { txHash: hash } = await fund(fundingBody())
  expect((await readProject(world, id)).funding[0].check.status).toBe('unavailable')
  await world.sql.query(`UPDATE "TransactionCheck" SET status = 'confirmed', sender = $2 WHERE "txHash" = $1`, [
    hash,
    owner.address,
  ])
  for (const { check } of [
    (await readProject(world, id)).funding[0],
    (await world.get(at(id, 'funding'))).body.funding[0],
  ]) {
    expect(check).toMatchObject({ status: 'confirmed', from: owner.address })
  }
})

test('any other page is taken with or without the transaction that it shows', async () => {
  await fresh()
  const bare = await fund({ transactionUrl: 'https://example.org/our-transfer' })
  expect(bare).toMatchObject({ chainId: null, txHash: null, check: { status: 'not-applicable' } })
  const hash = txHash()
  const told = await fund({
    transactionUrl: 'https://example.org/the-other',
    chainId: 1,
    txHash: hash.toUpperCase().replace('0X', '0x'),
  })
  expect(told).toMatchObject({ chainId: '1', txHash: hash, check: { status: 'unavailable' } })
})

test('a wallet records a transaction once on a project, however it is told, and may record it on another', async () => {
  await fresh()
  const hash = txHash()
  await fund({ transactionUrl: `https://etherscan.io/tx/${hash}` })
  for (const body of [
    { transactionUrl: `https://etherscan.io/tx/${hash}` },
    { transactionUrl: `https://www.etherscan.io/tx/${hash}#eventlog` },
    { transactionUrl: `https://eth.blockscout.com/tx/${hash}?tab=logs` },
    { transactionUrl: 'https://example.org/elsewhere', chainId: '1', txHash: hash },
  ]) {
    const refused = await wallet.post(at(id, 'funding'), body)
    expectRefused(refused, 409)
    expect(refused.body.error.message).toBe('You have recorded this transaction as funding of this mission already.')
  }
  expect((await readProject(world, id)).funding).toHaveLength(1)
  await fund({ transactionUrl: `https://basescan.org/tx/${hash}` })
  await fund({ transactionUrl: `https://etherscan.io/tx/${hash}` }, (await project(owner)).id)
})

test('what one wallet says of a transaction takes no other’s place, and changes nothing of what that one says', async () => {
  await fresh()
  const [transactionUrl, words] = ['https://example.org/our-transfer', { amount: '25', currency: 'USDC' }]
  const named = { transactionUrl, chainId: '1', txHash: txHash() }
  const theirs = await fund({ ...named, note: 'This was a loan to the owner.' })
  const own = (await created(owner.post(at(id, 'funding'), { ...named, ...words, note: 'A gift.' }))).fundingRecord
  expect(own).toMatchObject({ ...named, ...words, note: 'A gift.', recordedBy: owner.address })
  expect((await readProject(world, id)).funding).toEqual([theirs, own])
  expectRefused(await owner.post(at(id, 'funding'), named), 409)
})

test('funding is recorded and not held: the mission, its bounty and its receipt know nothing of it', async () => {
  await fresh()
  await fund(fundingBody())
  expect(await readMission(world, id)).toMatchObject({ state: 'SEED', bounty: null, receiptId: null })
  expect((await world.sql.query('SELECT 1 FROM "Payment"')).rowCount).toBe(0)
})

test.each<[string, object]>([
  ['transactionUrl', { transactionUrl: undefined }],
  ['transactionUrl', { transactionUrl: '' }],
  ['transactionUrl', { transactionUrl: txHash() }],
  ['transactionUrl', { transactionUrl: `http://basescan.org/tx/${txHash()}` }],
  ['transactionUrl', { transactionUrl: 'ipfs://bafy' }],
  ['transactionUrl', { transactionUrl: 'https://user:pass@example.org/' }],
  ['transactionUrl', { transactionUrl: 'https://localhost/tx' }],
  ['transactionUrl', { transactionUrl: 'https://10.0.0.1/tx' }],
  ['transactionUrl', { transactionUrl: 'https://[fd00::1]/tx' }],
  ['transactionUrl', { transactionUrl: `https://example.org/${'x'.repeat(2048)}` }],
  ['chainId', { chainId: 0 }],
  ['chainId', { chainId: 'one' }],
  ['chainId', { chainId: '1' }],
  ['txHash', { txHash: '0x12' }],
  ['txHash', { txHash: txHash() }],
  ['chainId', { transactionUrl: 'https://example.org/', txHash: txHash() }],
  ['txHash', { transactionUrl: 'https://example.org/', chainId: '1' }],
  ['amount', { amount: 'a lot' }],
  ['currency', { currency: 'x'.repeat(81) }],
  ['note', { note: ' ' }],
  ['note', { note: 'x'.repeat(4001) }],
])('funding is refused that names %s wrongly: %j', async (field, over) => {
  await fresh()
  expectRefused(await wallet.post(at(id, 'funding'), fundingBody(over)), 400, field)
  expect((await readProject(world, id)).funding).toEqual([])
})
