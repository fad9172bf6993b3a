import type { PublicClient } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { askProviders, NotBelieved, type Provider } from '@/lib/chain/ask'
import { Quantity } from '@/lib/chain/rpc-schemas'

const CHAIN_ID = 31337

/** A provider that gives these results, by method; an error for those that it has none for. */
const providing = (results: Readonly<Record<string, unknown>>) =>
  ({
    async request({ method }: { method: string }) {
      if (method in results) return results[method]
      throw new Error('Too many requests.')
    },
  }) as unknown as PublicClient // nothing else of it is used

const HONEST = providing({ eth_chainId: '0x7a69', eth_blockNumber: '0x5' })
const UNFIT = providing({ eth_chainId: '0x7a69', eth_blockNumber: 'five' })
const DEAD = providing({})

const outcomes: string[] = []
globalThis.trellisRecorder = {
  request: () => undefined,
  cache: () => undefined,
  platformCall: () => undefined,
  job: () => undefined,
  chainLookup: (_chainId, outcome) => void outcomes.push(outcome),
}
afterEach(() => void outcomes.splice(0))

const headOf = (provider: Provider) => provider.call(Quantity, 'eth_blockNumber', [])
const ask = (providers: readonly PublicClient[], question = headOf) =>
  askProviders({ chainId: CHAIN_ID, label: 'Here', providers }, question)

test('a provider that fails, or whose answer cannot be believed, is passed over', async () => {
  expect(await ask([DEAD, UNFIT, HONEST])).toEqual({ answers: [5n], isHeard: true })
  expect(outcomes).toEqual(['answered'])
})

test.each([
  ['does not fit', UNFIT, headOf],
  ['contradicts itself', HONEST, () => Promise.reject(new NotBelieved('It contradicts itself.'))],
])('an answer that %s is none, but its provider is not silent', async (_how, provider, question) => {
  expect(await ask([DEAD, provider], question)).toEqual({ answers: [], isHeard: true })
  expect(outcomes).toEqual(['disbelieved'])
})

test.each([
  ['gives errors', DEAD],
  ['serves another chain', providing({ eth_chainId: '0x1', eth_blockNumber: '0x5' })],
  ['names no chain', providing({ eth_chainId: null, eth_blockNumber: null })],
  ['names its chain and then gives errors', providing({ eth_chainId: '0x7a69' })],
])('one that %s is silent', async (_how, provider) => {
  expect(await ask([provider])).toEqual({ answers: [], isHeard: false })
  expect(outcomes).toEqual(['silent'])
})
