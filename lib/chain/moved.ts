import { getAddress } from 'viem'
import type { RpcLog, RpcReceipt, RpcTransaction } from '@/lib/chain/rpc-schemas'

/** keccak256 of `Transfer(address,address,uint256)` (ERC-20). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const ADDRESS_TOPIC = /^0x0{24}([0-9a-fA-F]{40})$/
const WORD = /^0x[0-9a-fA-F]{64}$/

/** The transfer of a mined transaction. */
export interface Moved {
  readonly to: string | null
  /** In the smallest unit. */
  readonly amount: bigint
  /** The token's contract, EIP-55; null for the chain's own coin. */
  readonly token: string | null
}

interface Transfer {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** The ERC-20 transfer of a log, if it is one. ERC-721 transfers (four topics) and empty transfers are ignored. */
function transferOf({ address: token, topics, data }: RpcLog): Transfer[] {
  const [topic, sender, recipient, ...more] = topics
  const from = ADDRESS_TOPIC.exec(sender ?? '')?.[1]
  const to = ADDRESS_TOPIC.exec(recipient ?? '')?.[1]
  if (topic?.toLowerCase() !== TRANSFER_TOPIC || !from || !to || more.length > 0 || !WORD.test(data)) return []
  const amount = BigInt(data)
  return amount === 0n ? [] : [{ token, from: getAddress(`0x${from}`), to: getAddress(`0x${to}`), amount }]
}

/** The total that a wallet received of the first token that was transferred to it. */
function received(transfers: readonly Transfer[], wallet: string): Moved | null {
  const token = transfers.find((transfer) => transfer.to === wallet)?.token
  if (!token) return null
  const amount = transfers
    .filter((transfer) => transfer.to === wallet && transfer.token === token)
    .reduce((sum, transfer) => sum + transfer.amount, 0n)
  return { to: wallet, amount, token }
}

/**
 * The payment of a transaction as people would read it, from its fields and logged ERC-20 transfers:
 * 1. coin sent straight to the payee; 2. tokens that reached the payee; 3. coin sent to anybody; 4. the only transfer,
 * or the only one by the sender; 5. otherwise no value, to the address that was called.
 * A failed transaction moved nothing. Coin that a contract forwards leaves no log and is not seen.
 * @param payee EIP-55; the contributor of the record that names the transaction, if there is one.
 */
export function movedBy(tx: RpcTransaction, receipt: RpcReceipt, payee: string | null): Moved {
  const called = tx.to ?? receipt.contractAddress ?? null
  if (receipt.status === '0x0') return { to: called, amount: 0n, token: null }
  const coin: Moved = { to: called, amount: tx.value, token: null }
  if (tx.value > 0n && called === payee) return coin
  const transfers = receipt.logs.flatMap(transferOf)
  const paid = payee ? received(transfers, payee) : null
  if (paid) return paid
  if (tx.value > 0n) return coin
  const own = transfers.filter(({ from }) => from === tx.from)
  const [only, ...others] = transfers.length === 1 ? transfers : own
  return only && others.length === 0 ? { to: only.to, amount: only.amount, token: only.token } : coin
}

/**
 * Whether the transaction paid the payee, as far as its fields and logs tell: coin sent straight to them, or ERC-20
 * transfers from others. A failed one paid nobody, and a plain call of a token moved no more than it logged.
 * @returns null when called code may have forwarded coin, which leaves no log.
 */
export function reachedPayee(tx: RpcTransaction, receipt: RpcReceipt, payee: string): boolean | null {
  if (receipt.status === '0x0') return false
  const isOwn = tx.from === payee
  if (tx.value > 0n && tx.to === payee && !isOwn) return true
  const transfers = receipt.logs.flatMap(transferOf)
  if (transfers.some(({ from, to }) => to === payee && from !== payee)) return true
  const isTokenCall = tx.value === 0n && transfers.length > 0 && transfers.every(({ token }) => token === tx.to)
  return isTokenCall ? false : null
}
