import { BaseError, formatUnits } from 'viem'
import { z } from 'zod'
import { NotBelieved, type Provider } from '@/lib/chain/ask'
import { isAuthentic, signedChainId } from '@/lib/chain/authentic'
import { type Moved, movedBy, reachedPayee } from '@/lib/chain/moved'
import { BlockNumber, RpcBlock, RpcCode, RpcReceipt, RpcTransaction, Word } from '@/lib/chain/rpc-schemas'

/** A record that names the transaction. */
export interface AskedFor {
  /** The wallet that may have been paid, EIP-55. */
  readonly payee: string | null
  /** Whether to determine if the payee was paid. */
  readonly isPayment: boolean
}

export interface Asked {
  /** `0x` and 64 hex digits, lower-case. */
  readonly txHash: string
  readonly chainId: number
  /** The block in which an earlier check of any record found it. */
  readonly blockNumber: bigint | null
  /** The records that name it. The finding depends on the record's payee. */
  readonly records: readonly AskedFor[]
}

/** The plausible result of one provider for one of the records that name the transaction. */
export interface Finding {
  /** `unavailable` when the providers contradict what an earlier check found. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'not-found' | 'unavailable'
  readonly blockNumber: string | null
  /** The signer, recovered from the signature. */
  readonly from: string | null
  readonly to: string | null
  /** The amount: `0.25` of the chain's coin, or `12.5 0x…` of the token with that contract. */
  readonly value: string | null
  /** For a payment: whether it reached the payee; null when unknown. */
  readonly paysPayee: boolean | null
  /** The number of blocks on top of its block; of one that is not found, on top of that in which it was found before. */
  readonly depth: number
}

const COIN_DECIMALS = 18
const TOKEN_DECIMALS_MAX = 77n
/** The selector of `decimals()`. */
const DECIMALS_CALL = '0x313ce567'
/** How nodes say that the code of a contract failed. */
const EXECUTION_FAULT = /revert|opcode|out of gas|invalid jump|stack (?:under|over)flow|vm execution/i

/** Where nothing is known. */
export const nowhere = { blockNumber: null, from: null, to: null, value: null, paysPayee: null, depth: 0 }

/**
 * Reads a transaction from one provider. The hash proves the transaction's fields and signer. The other answers must at
 * least be consistent.
 * @returns a finding for each record, in their order.
 * @throws NotBelieved when an answer is malformed or inconsistent, or the provider lags behind. @throws when there is none.
 */
export async function readTransaction(provider: Provider, asked: Asked): Promise<Finding[]> {
  const [tx, head] = await Promise.all([
    provider.call(RpcTransaction.nullable(), 'eth_getTransactionByHash', [asked.txHash]),
    provider.call(BlockNumber, 'eth_blockNumber', []),
  ])
  const forAll = (finding: Finding) => asked.records.map(() => finding)
  const isMined = tx?.blockNumber != null
  // The provider has not reached the block in which another one saw the transaction, so its answer proves nothing.
  if (!isMined && asked.blockNumber !== null && head < asked.blockNumber) throw new NotBelieved('Behind.')
  if (!tx) return forAll({ status: 'not-found', ...nowhere, depth: Number(head - (asked.blockNumber ?? head)) })
  for (const chainId of [tx.chainId, signedChainId(tx)])
    if (chainId != null && chainId !== asked.chainId) throw new NotBelieved('Of another chain.')
  // A field that is out of the bounds of its type is none of the transaction's.
  if (!(await isAuthentic(tx, asked.txHash).catch(() => false))) throw new NotBelieved('Another transaction.')
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

/** Caches the answer per address, because several records may need it. */
function onceEach<Answer>(ask: (address: string) => Promise<Answer>): (address: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (address) => {
    const answer = asked.get(address) ?? ask(address)
    asked.set(address, answer)
    return answer
  }
}

/** The receipt, checked against the transaction and the block. */
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

/** The amount of a token is followed by its contract, because names and symbols can be faked. */
async function amountText({ amount, token }: Moved, decimals: (token: string) => Promise<number>): Promise<string> {
  if (!token) return formatUnits(amount, COIN_DECIMALS)
  return `${formatUnits(amount, await decimals(token))} ${token}`
}

/** Whether the address has code, which could forward coin to anybody. */
const hasCode = async (provider: Provider, address: string): Promise<boolean> =>
  (await provider.call(RpcCode, 'eth_getCode', [address, 'latest'])) !== '0x'

/** The decimals of a token; 0 when it does not report any. @throws when the provider does not answer. */
async function tokenDecimals(provider: Provider, token: string): Promise<number> {
  const call = { to: token, data: DECIMALS_CALL }
  try {
    const told = await provider.call(z.union([Word, z.string()]), 'eth_call', [call, 'latest'])
    return typeof told === 'bigint' && told <= TOKEN_DECIMALS_MAX ? Number(told) : 0
  } catch (fault) {
    if (fault instanceof BaseError && EXECUTION_FAULT.test(fault.details)) return 0
    throw fault
  }
}
