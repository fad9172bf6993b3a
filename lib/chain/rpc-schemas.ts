import { getAddress } from 'viem'
import { z } from 'zod'

// Schemas of providers' responses (Ethereum JSON-RPC specification). Numbers are hex texts.

const hex = (pattern: RegExp) => z.templateLiteral(['0x', z.string().regex(pattern)])

/** A whole number. */
export const Quantity = hex(/^[0-9a-fA-F]{1,64}$/).transform(BigInt)
const SafeQuantity = Quantity.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))
const SmallQuantity = SafeQuantity.transform(Number)
/** The number of a block. No chain gets as far as the numbers that are no safe integers. */
export const BlockNumber = SafeQuantity
const Hash = hex(/^[0-9a-fA-F]{64}$/)
const Bytes = hex(/^[0-9a-fA-F]*$/)
/** `r` or `s` of a signature. */
const SignaturePart = hex(/^[0-9a-fA-F]{1,64}$/)
const RpcAddress = hex(/^[0-9a-fA-F]{40}$/).transform((value) => getAddress(value))

const AccessList = z.array(z.object({ address: RpcAddress, storageKeys: z.array(Hash) }))
const AuthorizationList = z.array(
  z.object({
    address: RpcAddress,
    chainId: SmallQuantity,
    nonce: SmallQuantity,
    r: SignaturePart,
    s: SignaturePart,
    yParity: SmallQuantity,
  }),
)

/** The result of `eth_getTransactionByHash`, with the fields of all transaction types that a wallet can sign. */
export const RpcTransaction = z.object({
  hash: Hash,
  blockHash: Hash.nullish(),
  blockNumber: BlockNumber.nullish(),
  from: RpcAddress,
  to: RpcAddress.nullish(),
  value: Quantity,
  input: Bytes,
  nonce: SmallQuantity,
  gas: Quantity,
  type: SmallQuantity.default(0),
  chainId: SmallQuantity.nullish(),
  gasPrice: Quantity.nullish(),
  maxFeePerGas: Quantity.nullish(),
  maxPriorityFeePerGas: Quantity.nullish(),
  maxFeePerBlobGas: Quantity.nullish(),
  blobVersionedHashes: z.array(Hash).nullish(),
  accessList: AccessList.nullish(),
  authorizationList: AuthorizationList.nullish(),
  r: SignaturePart,
  s: SignaturePart,
  v: Quantity.nullish(),
  yParity: Quantity.nullish(),
})
export type RpcTransaction = z.output<typeof RpcTransaction>

const RpcLog = z.object({ address: RpcAddress, topics: z.array(Hash).max(4), data: Bytes })
export type RpcLog = z.output<typeof RpcLog>

/** The result of `eth_getTransactionReceipt`. */
export const RpcReceipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  blockNumber: BlockNumber,
  from: RpcAddress,
  contractAddress: RpcAddress.nullish(),
  status: z.enum(['0x1', '0x0']),
  logs: z.array(RpcLog),
})
export type RpcReceipt = z.output<typeof RpcReceipt>

/** The result of `eth_getBlockByNumber` without the transactions' bodies. */
export const RpcBlock = z.object({ hash: Hash, number: BlockNumber, transactions: z.array(Hash) })

/** The result of a call that returns one whole number, e.g. a token's `decimals()`. */
export const Word = hex(/^[0-9a-fA-F]{64}$/).transform(BigInt)

/** The result of `eth_getCode`: `0x` when there is no code. */
export const RpcCode = Bytes
