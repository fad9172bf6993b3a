import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Json } from '@/tests/support/client'
import { type Evm, startEvm } from '@/tests/support/evm'
import { FAULTS, type Provider, startProvider } from '@/tests/support/evm-provider'
import { openWorld, type World } from '@/tests/support/world'

const CHAIN_ID = 31337

let evm: Evm
let provider: Provider
let world: World
let folder: string
let place = 0
beforeAll(async () => {
  evm = await startEvm(CHAIN_ID)
  provider = await startProvider(evm.url)
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-status-'))
  world = await openWorld({ environment: { EVIDENCE_DIR: path.join(folder, 'evidence') } })
})
afterAll(async () => {
  await Promise.all([world?.close(), evm?.stop(), provider?.close()])
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  provider.honest()
  for (const name of Object.keys(process.env)) if (/^RPC_/.test(name)) delete process.env[name]
})

/** Configures the chain under a label of its own, which the answers kept before are not of. */
function configure(...urls: string[]): string {
  place += 1
  const label = `Garden ${place}`
  process.env[`RPC_URL_${CHAIN_ID}`] = urls.join(',')
  process.env[`RPC_LABEL_${CHAIN_ID}`] = label
  return label
}

/** That a provider answered. How fast it did depends on the machine. */
const ANSWERED = expect.stringMatching(/^(?:ok|slow)$/)

const status = async (): Promise<Json> => (await world.get('/api/v1/status')).body

test('without a configured chain nothing is degraded', async () => {
  expect(await status()).toEqual({ degraded: false, chains: [], withoutVerifier: 0 })
})

test('a chain whose provider answers is told by its label and its newest block', async () => {
  await evm.client.mine({ blocks: 7 })
  const label = configure(provider.url)
  expect(await status()).toEqual({
    degraded: expect.any(Boolean),
    withoutVerifier: 0,
    chains: [
      {
        chainId: '31337',
        label,
        status: ANSWERED,
        blockNumber: String(await evm.client.getBlockNumber()),
        latencyMs: expect.any(Number),
        checkedAt: expect.stringMatching(/Z$/),
      },
    ],
  })
})

test('never a URL: labels only, on the page too, whatever goes wrong', async () => {
  provider.behave(FAULTS.dead)
  configure(provider.url)
  const { text } = await world.get('/api/v1/status')
  const { readStatus } = await import('@/lib/status/facts')
  for (const told of [text, JSON.stringify(await readStatus())]) {
    expect(told).not.toContain('127.0.0.1')
    expect(told).not.toContain('with-a-secret-key')
  }
})

test.each(Object.entries(FAULTS))('a provider that is %s is down, and is not waited for', async (_name, fault) => {
  provider.behave(fault)
  const label = configure(provider.url)
  const { degraded, chains } = await status()
  expect(degraded).toBe(true)
  expect(chains).toMatchObject([{ label, status: 'down', blockNumber: null, latencyMs: null }])
})

test('a provider of another chain is down', async () => {
  provider.lie('eth_chainId', () => '0x1')
  configure(provider.url)
  expect((await status()).chains[0].status).toBe('down')
})

test('one provider that answers is enough, beside a silent one', async () => {
  provider.behave(FAULTS.silent)
  configure(provider.url, evm.url)
  expect(await status()).toMatchObject({ chains: [{ status: ANSWERED }] })
})

test('however many ask, a provider is asked once in some seconds', async () => {
  configure(provider.url)
  provider.calls.clear()
  await Promise.all(Array.from({ length: 50 }, status))
  await status()
  expect(provider.calls.get('eth_blockNumber')).toBe(1)
})

test('the page tells whether the storage of files can be used, and makes nothing to find out', async () => {
  const { readStatus } = await import('@/lib/status/facts')
  const state = async () =>
    (await readStatus()).groups.flatMap((group) => group.parts).find(({ name }) => name === 'Evidence files')?.state
  expect([await state(), await state()]).toEqual(['unchecked', 'unchecked'])
  mkdirSync(path.join(folder, 'evidence'))
  expect(await state()).toBe('ok')
})

test('the page tells chains, and where Seeds could be attested', async () => {
  const { readStatus } = await import('@/lib/status/facts')
  const label = configure(provider.url)
  const parts = (await readStatus()).groups.flatMap((group) => group.parts)
  expect(parts.find(({ name }) => name === `${label} (31337)`)).toMatchObject({ state: ANSWERED })
  expect(parts.find(({ name }) => name === 'Seeds onchain')).toMatchObject({ state: 'off' })
})
