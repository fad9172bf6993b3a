import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refresh, unheardHash, untilChecked } from '@/tests/api/chain/looked-up'
import { at, project, readProject } from '@/tests/api/legacy/project-story'
import type { Actor } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { created } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Transactions that funding and evidence name, held against a real chain.

const COIN = 10n ** 18n
const SPONSOR = privateKeyToAccount(`0x${'5b'.repeat(32)}`)

let evm: Evm
let world: World
let owner: Actor
beforeAll(async () => {
  evm = await startEvm(31337)
  world = await openWorld({ environment: { RPC_URL_31337: evm.url } })
  owner = await world.wallet()
  await evm.wallet(SPONSOR)
})
afterAll(() => Promise.all([world?.close(), evm?.stop()]))

const named = (txHash: Hex) => ({ chainId: evm.chainId, txHash })

test('funding is looked up by itself: the check tells what moved, whatever the record claims', async () => {
  const { id } = await project(owner)
  const txHash = await evm.pay(SPONSOR, owner.address as Hex, COIN / 2n)
  const said = { transactionUrl: 'https://example.org/transfer', ...named(txHash), amount: '500', currency: 'ETH' }
  const { fundingRecord } = await created(owner.post(at(id, 'funding'), said))
  expect(fundingRecord.check.status, 'the answer did not wait').toBe('unavailable')
  await untilChecked()
  const [record] = (await readProject(world, id)).funding
  expect(record).toMatchObject({
    amount: '500',
    check: { status: 'confirmed', from: SPONSOR.address, to: owner.address, value: '0.5' },
  })
})

test('evidence is looked up by itself, and again by the schedule when it was not there yet', async () => {
  const { id } = await project(owner)
  const unheard = unheardHash()
  await created(owner.post(at(id, 'evidence'), { kind: 'Transaction', ...named(unheard) }))
  const mined = await evm.pay(SPONSOR, owner.address as Hex, COIN)
  await created(owner.post(at(id, 'evidence'), { kind: 'Transaction', ...named(mined) }))
  await untilChecked()
  await refresh()
  const checks = (await readProject(world, id)).evidence.map(({ check }: { check: { status: string } }) => check.status)
  expect(checks).toEqual(['not-found', 'confirmed'])
})

test('a check never verifies: neither state, nor milestones, nor Seeds know of it', async () => {
  const { id } = await project(owner)
  const txHash = await evm.pay(SPONSOR, owner.address as Hex, COIN)
  await created(
    owner.post(at(id, 'evidence'), { kind: 'Receipt', url: 'https://example.org/receipt', ...named(txHash) }),
  )
  await untilChecked()
  const { state, seeds, evidence, milestones } = await readProject(world, id)
  expect([state, seeds, evidence[0].check.status]).toEqual(['SEED', [], 'confirmed'])
  expect(milestones.map(({ verified }: { verified: boolean }) => verified)).toEqual([false, false, false])
})
