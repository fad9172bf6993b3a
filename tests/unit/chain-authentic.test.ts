import { keccak256, parseTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Provider } from '@/lib/chain/ask'
import { isAuthentic, signedChainId } from '@/lib/chain/authentic'
import { readTransaction } from '@/lib/chain/read-transaction'
import { RpcTransaction } from '@/lib/chain/rpc-schemas'

const SIGNER = privateKeyToAccount(`0x${'5c'.repeat(32)}`)
const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const WORD = `0x${'01'.repeat(32)}` as const
const common = { nonce: 7, gas: 21_000n, to: TO, value: 5n, data: '0xabcd' } as const
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }
const accessList = [{ address: TO, storageKeys: [WORD] }] as const

const authorization = await SIGNER.signAuthorization({ chainId: 1, contractAddress: TO, nonce: 3 })

/** One of every type that a wallet can sign. */
const TYPES: Record<string, TransactionSerializable> = {
  'legacy, before EIP-155': { ...common, type: 'legacy', gasPrice: 3n },
  'legacy (EIP-155)': { ...common, type: 'legacy', gasPrice: 3n, chainId: 8453 },
  'with an access list (EIP-2930)': { ...common, type: 'eip2930', gasPrice: 3n, chainId: 1, accessList },
  'with two fees (EIP-1559)': { ...common, type: 'eip1559', ...fees, chainId: 10 },
  'with blobs (EIP-4844)': {
    ...common,
    type: 'eip4844',
    ...fees,
    chainId: 1,
    maxFeePerBlobGas: 4n,
    blobVersionedHashes: [WORD],
    sidecars: false,
  },
  'with authorizations (EIP-7702)': {
    ...common,
    type: 'eip7702',
    ...fees,
    chainId: 1,
    authorizationList: [authorization],
  },
}

const TYPE_NUMBERS: Record<string, string> = {
  legacy: '0x0',
  eip2930: '0x1',
  eip1559: '0x2',
  eip4844: '0x3',
  eip7702: '0x4',
}
const quantity = (value: bigint | number | undefined) => (value === undefined ? null : `0x${value.toString(16)}`)

/** A signed transaction as a node tells it. */
async function told(unsigned: TransactionSerializable): Promise<{ hash: string; rpc: Record<string, unknown> }> {
  const serialized = await SIGNER.signTransaction(unsigned)
  const signed = parseTransaction(serialized)
  const hash = keccak256(serialized)
  const rpc = {
    hash,
    from: SIGNER.address,
    to: signed.to,
    value: quantity(signed.value),
    input: signed.data ?? '0x',
    nonce: quantity(signed.nonce),
    gas: quantity(signed.gas),
    type: TYPE_NUMBERS[signed.type ?? 'legacy'],
    chainId: quantity(signed.chainId),
    gasPrice: quantity(signed.gasPrice),
    maxFeePerGas: quantity(signed.maxFeePerGas),
    maxPriorityFeePerGas: quantity(signed.maxPriorityFeePerGas),
    maxFeePerBlobGas: quantity(signed.maxFeePerBlobGas),
    blobVersionedHashes: signed.blobVersionedHashes,
    accessList: signed.accessList,
    authorizationList: signed.authorizationList?.map((one) => ({
      ...one,
      chainId: quantity(one.chainId),
      nonce: quantity(one.nonce),
      yParity: quantity(one.yParity),
    })),
    r: signed.r,
    s: signed.s,
    v: quantity(signed.type === 'legacy' ? signed.v : signed.yParity),
  }
  return { hash, rpc }
}

test.each(Object.entries(TYPES))('a transaction %s is the one with its hash', async (_name, unsigned) => {
  const { hash, rpc } = await told(unsigned)
  expect(await isAuthentic(RpcTransaction.parse(rpc), hash)).toBe(true)
})

test.each(Object.entries(TYPES))('changed in any part it is not: %s', async (_name, unsigned) => {
  const { hash, rpc } = await told(unsigned)
  const others = {
    from: TO,
    to: SIGNER.address,
    value: '0x6',
    input: '0xabce',
    nonce: '0x8',
    gas: '0x5209',
    r: rpc['s'],
  }
  for (const [field, value] of Object.entries(others)) {
    const changed = RpcTransaction.parse({ ...rpc, [field]: value })
    const believed = await isAuthentic(changed, hash).catch(() => false)
    expect(believed, field).toBe(false)
  }
})

test('a type that no wallet signs cannot be proven', async () => {
  const { hash, rpc } = await told({ ...common, type: 'eip1559', ...fees, chainId: 10 })
  expect(await isAuthentic(RpcTransaction.parse({ ...rpc, type: '0x7e' }), hash)).toBe(false)
})

test('the chain that each was signed for is known, but for a legacy one that is good on any', async () => {
  const chainIds = await Promise.all(
    Object.values(TYPES).map(async (unsigned) => signedChainId(RpcTransaction.parse((await told(unsigned)).rpc))),
  )
  expect(chainIds).toEqual([null, 8453, 1, 10, 1, 1])
})

test('a legacy transaction of another chain is not believed when it is told without its chain id', async () => {
  const { hash, rpc } = await told({ ...common, type: 'legacy', gasPrice: 3n, chainId: 1 })
  const provider: Provider = {
    call: async (returns, method) =>
      returns.parse(method === 'eth_blockNumber' ? '0x9' : { ...rpc, chainId: undefined, blockNumber: null }),
  }
  const asked = { txHash: hash, blockNumber: null, records: [{ payee: null, isPayment: false }] }
  expect(await readTransaction(provider, { ...asked, chainId: 1 })).toMatchObject([{ status: 'pending' }])
  await expect(readTransaction(provider, { ...asked, chainId: 8453 })).rejects.toThrow('Of another chain.')
})
