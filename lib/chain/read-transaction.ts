import { BaseError, formatUnits } from 'viem'
import { z } from 'zod'
import { NotBelieved, type Provider } from '@/lib/chain/ask'
import { isAuthentic } from '@/lib/chain/authentic'
import { type Moved, movedBy, reachedPayee } from '@/lib/chain/moved'
import { Quantity, RpcBlock, RpcCode, RpcReceipt, RpcTransaction, Word } from '@/lib/chain/rpc-schemas'

/** A record that names the transaction. */
export interface AskedFor {
  /** Whose payment it may be, EIP-55. */
  readonly payee: string | null
  /** Whether it is to be found out if the payee was paid. */
  readonly isPayment: boolean
}

/** What there is to find out, and what is known already. */
export interface Asked {
  /** `0x` and 64 hex digits, lower-case. */
  readonly txHash: string
  readonly chainId: number
  /** The block in which it was found before, by whichever record. */
  readonly blockNumber: bigint | null
  /** What it moved is told for each record by that record's payee. */
  readonly records: readonly AskedFor[]
}

/** What a provider says of a transaction, as far as it can be believed, for one of the records that name it. */
export interface Finding {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'not-found'
  readonly blockNumber: string | null
  /** The signer, recovered from the signature. */
  readonly from: string | null
  readonly to: string | null
  /** What moved: `0.25` of the chain's coin, or `12.5 0x…` of the token with that contract. */
  readonly value: string | null
  /** Of a payment: whether it reached the payee; null while nobody can tell. */
  readonly paysPayee: boolean | null
  /** How many blocks stand on the one that holds it. */
  readonly depth: number
}

const COIN_DECIMALS = 18
const TOKEN_DECIMALS_MAX = 77n
/** The selector of `decimals()`. */
const DECIMALS_CALL = '0x313ce567'

const nowhere = { blockNumber: null, from: null, to: null, value: null, paysPayee: null, depth: 0 }

/**
 * Reads a transaction from one provider. What can be proven is: the transaction's fields and signer by its hash. Of the
 * rest the answers must at least agree with each other.
 * @returns a finding for each record, in their order.
 * @throws when an answer is missing, malformed, contradicts another, or comes from a provider that lags behind.
 */
export async function readTransaction(provider: Provider, asked: Asked): Promise<Finding[]> {
  const [tx, head] = await Promise.all([
    provider.call(RpcTransaction.nullable(), 'eth_getTransactionByHash', [asked.txHash]),
    provider.call(Quantity, 'eth_blockNumber', []),
  ])
  const forAll = (finding: Finding) => asked.records.map(() => finding)
  const isMined = tx?.blockNumber != null
  // It has not reached the block in which another saw the transaction: that it knows of none says nothing.
  if (!isMined && asked.blockNumber !== null && head < asked.blockNumber) throw new NotBelieved('Behind.')
  if (!tx) return forAll({ status: 'not-found', ...nowhere })
  if (tx.chainId != null && tx.chainId !== asked.chainId) throw new NotBelieved('Of another chain.')
  if (!(await isAuthentic(tx, asked.txHash))) throw new NotBelieved('Another transaction.')
  if (!isMined) return forAll({ status: 'pending', ...nowhere, from: tx.from, to: tx.to ?? null })

  const receipt = await readReceipt(provider, tx)
  const mined = {
    status: receipt.status === '0x1' ? 'confirmed' : 'failed',
    blockNumber: String(receipt.blockNumber),
    from: tx.from,
    depth: Math.max(0, Number(head - receipt.blockNumber)),
  } as const
  const decimals = onceEach((token) => tokenDecimals(provider, token))
  const ranCode = onceEach((called) => hasCode(provider, called))
  return Promise.all(
    asked.records.map(async ({ payee, isPayment }) => {
      const moved = movedBy(tx, receipt, payee)
      const paysPayee = payee !== null && isPayment ? reachedPayee(tx, receipt, payee) : null
      const isPlain = paysPayee === null && payee !== null && isPayment && tx.to != null && !(await ranCode(tx.to))
      return {
        ...mined,
        to: moved.to,
        value: await amountText(moved, decimals),
        paysPayee: isPlain ? false : paysPayee,
      }
    }),
  )
}

/** Asks once for each address, however many records need the answer. */
function onceEach<Answer>(ask: (address: string) => Promise<Answer>): (address: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (address) => {
    const answer = asked.get(address) ?? ask(address)
    asked.set(address, answer)
    return answer
  }
}

/** The receipt, held against the transaction and the block that both name. */
async function readReceipt(provider: Provider, tx: RpcTransaction): Promise<RpcReceipt> {
  const number = `0x${tx.blockNumber?.toString(16)}`
  const [receipt, block] = await Promise.all([
    provider.call(RpcReceipt, 'eth_getTransactionReceipt', [tx.hash]),
    provider.call(RpcBlock, 'eth_getBlockByNumber', [number, false]),
  ])
  const agree =
    receipt.transactionHash === tx.hash &&
    receipt.from === tx.from &&
    receipt.blockNumber === tx.blockNumber &&
    block.number === tx.blockNumber &&
    receipt.blockHash === block.hash &&
    tx.blockHash === block.hash &&
    block.transactions.includes(tx.hash)
  if (!agree) throw new NotBelieved('It contradicts itself.')
  return receipt
}

/** A token's amount is followed by its contract: names and symbols are whatever its maker wrote. */
async function amountText({ amount, token }: Moved, decimals: (token: string) => Promise<number>): Promise<string> {
  if (!token) return formatUnits(amount, COIN_DECIMALS)
  return `${formatUnits(amount, await decimals(token))} ${token}`
}

/** Whether code runs when an address is called, which may then pass coin on to anybody. */
const hasCode = async (provider: Provider, address: string): Promise<boolean> =>
  (await provider.call(RpcCode, 'eth_getCode', [address, 'latest'])) !== '0x'

/** What the token says of its own unit; one that says nothing is counted in its smallest. */
async function tokenDecimals(provider: Provider, token: string): Promise<number> {
  const call = { to: token, data: DECIMALS_CALL }
  try {
    const told = await provider.call(z.union([Word, z.string()]), 'eth_call', [call, 'latest'])
    return typeof told === 'bigint' && told <= TOKEN_DECIMALS_MAX ? Number(told) : 0
  } catch (fault) {
    if (fault instanceof BaseError && /revert/i.test(fault.details)) return 0
    throw fault
  }
}
