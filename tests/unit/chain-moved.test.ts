import { type Address, encodeAbiParameters, encodeEventTopics, getAddress, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { movedBy, reachedPayee } from '@/lib/chain/moved'
import { RpcReceipt, RpcTransaction } from '@/lib/chain/rpc-schemas'

const ABI = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const named = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [SENDER, PAYEE, OTHER, SAFE] = [named('1'), named('2'), named('3'), named('4')]
const [COIN_TOKEN, SPAM_TOKEN] = [named('a'), named('b')]
const HASH = `0x${'ab'.repeat(32)}`

const transaction = (to: Address | null, value = 0n) =>
  RpcTransaction.parse({
    hash: HASH,
    from: SENDER,
    to,
    value: `0x${value.toString(16)}`,
    input: '0x',
    nonce: '0x0',
    gas: '0x5208',
    r: '0x1',
    s: '0x1',
    v: '0x0',
  })

const log = (address: Address, from: Address, to: Address, value: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: ABI, eventName: 'Transfer', args: { from, to } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})

const receipt = (logs: object[] = [], over: object = {}) =>
  RpcReceipt.parse({
    transactionHash: HASH,
    blockHash: HASH,
    blockNumber: '0x1',
    from: SENDER,
    status: '0x1',
    logs,
    ...over,
  })

test('coin sent straight to the payee counts before anything that was logged', () => {
  const logs = [log(SPAM_TOKEN, SENDER, PAYEE, 9n)]
  expect(movedBy(transaction(PAYEE, 5n), receipt(logs), PAYEE)).toEqual({ to: PAYEE, amount: 5n, token: null })
})

test('what reached the payee is summed, of the first token that did', () => {
  const logs = [
    log(COIN_TOKEN, SENDER, OTHER, 1n),
    log(COIN_TOKEN, SAFE, PAYEE, 20n),
    log(SPAM_TOKEN, OTHER, PAYEE, 999n),
    log(COIN_TOKEN, SAFE, PAYEE, 3n),
  ]
  expect(movedBy(transaction(SAFE), receipt(logs), PAYEE)).toEqual({ to: PAYEE, amount: 23n, token: COIN_TOKEN })
})

test('without a payee the only transfer counts, or the only one by the sender', () => {
  const one = [log(COIN_TOKEN, SAFE, OTHER, 7n)]
  expect(movedBy(transaction(SAFE), receipt(one), null)).toEqual({ to: OTHER, amount: 7n, token: COIN_TOKEN })
  const several = [log(COIN_TOKEN, SENDER, OTHER, 7n), log(SPAM_TOKEN, SAFE, SENDER, 1n)]
  expect(movedBy(transaction(SAFE), receipt(several), null)).toEqual({ to: OTHER, amount: 7n, token: COIN_TOKEN })
})

test('of several transfers none is guessed', () => {
  const logs = [log(COIN_TOKEN, SENDER, OTHER, 7n), log(COIN_TOKEN, SENDER, SAFE, 8n)]
  expect(movedBy(transaction(COIN_TOKEN), receipt(logs), PAYEE)).toEqual({ to: COIN_TOKEN, amount: 0n, token: null })
})

test('coin that went to somebody counts before tokens that did not reach the payee', () => {
  const logs = [log(COIN_TOKEN, SENDER, OTHER, 7n)]
  expect(movedBy(transaction(SAFE, 4n), receipt(logs), PAYEE)).toEqual({ to: SAFE, amount: 4n, token: null })
})

test('a failed transaction moved nothing', () => {
  const failed = receipt([log(COIN_TOKEN, SENDER, PAYEE, 7n)], { status: '0x0' })
  expect(movedBy(transaction(PAYEE, 5n), failed, PAYEE)).toEqual({ to: PAYEE, amount: 0n, token: null })
})

test('a created contract stands where a recipient would', () => {
  const created = receipt([], { contractAddress: OTHER })
  expect(movedBy(transaction(null, 2n), created, null)).toEqual({ to: OTHER, amount: 2n, token: null })
})

test('what is no ERC-20 transfer is passed over: an indexed id, nothing moved, dirty words', () => {
  const whole = log(COIN_TOKEN, SENDER, PAYEE, 7n)
  const [topic = '', from = '', to = ''] = whole.topics.map(String)
  const logs = [
    { ...whole, topics: [topic, from, to, HASH], data: '0x' },
    log(COIN_TOKEN, SENDER, PAYEE, 0n),
    { ...whole, topics: [topic, from, `0x01${to.slice(4)}`] },
    { ...whole, data: `${whole.data}00` },
    { ...whole, topics: [HASH, from, to] },
  ]
  expect(movedBy(transaction(COIN_TOKEN), receipt(logs), PAYEE)).toEqual({ to: COIN_TOKEN, amount: 0n, token: null })
})

test.each([
  ['coin straight to the payee', transaction(PAYEE, 1n), receipt(), true],
  ['tokens that reached the payee by a contract', transaction(SAFE), receipt([log(COIN_TOKEN, SAFE, PAYEE, 1n)]), true],
  [
    'a plain call of a token for somebody else',
    transaction(COIN_TOKEN),
    receipt([log(COIN_TOKEN, SENDER, OTHER, 1n)]),
    false,
  ],
  ['what failed', transaction(PAYEE, 1n), receipt([], { status: '0x0' }), false],
  ['coin to an address that may be a contract', transaction(OTHER, 1n), receipt(), null],
  ['a call that logged nothing', transaction(SAFE), receipt(), null],
  ['tokens to somebody else by a contract', transaction(SAFE), receipt([log(COIN_TOKEN, SAFE, OTHER, 1n)]), null],
  ['tokens that the payee sent to themselves', transaction(SAFE), receipt([log(COIN_TOKEN, PAYEE, PAYEE, 1n)]), null],
])('whether the payee was paid: %s', (_what, tx, mined, expected) => {
  expect(reachedPayee(tx, mined, PAYEE)).toBe(expected)
})
