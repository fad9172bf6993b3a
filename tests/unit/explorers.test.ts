import { describe, expect, test } from 'vitest'
import { explorerTransaction } from '@/lib/projects/explorers'
import { AddEvidence, RecordFunding, transactionOf } from '@/lib/projects/schemas'

const HASH = `0x${'ab'.repeat(32)}`

describe('the URL of a known explorer tells chain and hash', () => {
  test.each([
    [`https://etherscan.io/tx/${HASH}`, '1'],
    [`https://www.etherscan.io/tx/${HASH}/`, '1'],
    [`https://optimistic.etherscan.io/tx/${HASH}#eventlog`, '10'],
    [`https://gnosisscan.io/tx/${HASH}`, '100'],
    [`https://polygonscan.com/tx/${HASH}`, '137'],
    [`https://basescan.org/tx/${HASH}?a=b`, '8453'],
    [`https://base.blockscout.com/tx/${HASH}?tab=logs`, '8453'],
    [`https://arbiscan.io/tx/${HASH}`, '42161'],
    [`https://sepolia.basescan.org/tx/${HASH}`, '84532'],
    [`https://sepolia.etherscan.io/tx/${HASH}`, '11155111'],
    [`https://ETHERSCAN.io:443/tx/${HASH.toUpperCase()}`, '1'],
  ])('%s', (url, chainId) => {
    expect(explorerTransaction(url)).toEqual({ chainId, txHash: HASH })
  })
})

describe('no other URL does', () => {
  test.each([
    `http://etherscan.io/tx/${HASH}`,
    `https://etherscan.io:8443/tx/${HASH}`,
    `https://etherscan.io.evil.example/tx/${HASH}`,
    `https://evil.example/etherscan.io/tx/${HASH}`,
    `https://notetherscan.io/tx/${HASH}`,
    `https://www.www.etherscan.io/tx/${HASH}`,
    `https://etherscan.io/block/${HASH}`,
    `https://etherscan.io/tx/${HASH}00`,
    `https://etherscan.io/tx/${HASH.slice(0, -1)}`,
    `https://etherscan.io/x/tx/${HASH}`,
    `https://etherscan.io/?tx=${HASH}`,
    `https://constructor/tx/${HASH}`,
    'https://etherscan.io/',
    'etherscan.io',
    '',
  ])('%s', (url) => {
    expect(explorerTransaction(url)).toBeNull()
  })
})

test('fields that agree with the URL change nothing, whatever their case', () => {
  const body = RecordFunding.parse({
    transactionUrl: `https://etherscan.io/tx/${HASH}`,
    chainId: 1,
    txHash: `0x${'AB'.repeat(32)}`,
  })
  expect(transactionOf(body, body.transactionUrl)).toEqual({ chainId: '1', txHash: HASH })
})

test('fields that disagree with the URL are refused by name', () => {
  const told = (more: object) => {
    const parsed = AddEvidence.safeParse({ kind: 'Receipt', url: `https://etherscan.io/tx/${HASH}`, ...more })
    return parsed.error?.issues.map(({ path }) => path.join('.'))
  }
  expect(told({ chainId: '10' })).toEqual(['chainId'])
  expect(told({ txHash: `0x${'cd'.repeat(32)}` })).toEqual(['txHash'])
  expect(told({ chainId: '1', txHash: HASH })).toBeUndefined()
})

test('a transaction without a URL needs both halves', () => {
  const fields = (more: object) =>
    AddEvidence.safeParse({ kind: 'Transaction', ...more }).error?.issues.map(({ path }) => path.join('.'))
  expect(fields({})).toEqual(['txHash'])
  expect(fields({ chainId: '1' })).toEqual(['txHash'])
  expect(fields({ txHash: HASH })).toEqual(['chainId'])
  expect(fields({ chainId: '1', txHash: HASH })).toBeUndefined()
})
