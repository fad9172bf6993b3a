import { keccak256, recoverTransactionAddress, serializeTransaction, type TransactionSerializable } from 'viem'
import type { RpcTransaction } from '@/lib/chain/rpc-schemas'

/** From this value on, a legacy signature's `v` contains the chain id (EIP-155). */
const EIP155_V_MIN = 35n

const legacyChainId = (v: bigint) => (v >= EIP155_V_MIN ? Number((v - EIP155_V_MIN) / 2n) : undefined)

/** The chain that a transaction was signed for (EIP-155); null for a legacy signature that is good on any chain. */
export const signedChainId = ({ type, v, chainId }: RpcTransaction): number | null =>
  (type === 0 ? legacyChainId(v ?? 0n) : chainId) ?? null

/** The transaction as its signer serialised it; null for a type that no wallet signs (a rollup's own). */
function serializableOf(tx: RpcTransaction): TransactionSerializable | null {
  const chainId = tx.chainId ?? 0
  const common = { nonce: tx.nonce, gas: tx.gas, to: tx.to ?? undefined, value: tx.value, data: tx.input }
  const accessList = tx.accessList ?? []
  const fees = {
    maxFeePerGas: tx.maxFeePerGas ?? undefined,
    maxPriorityFeePerGas: tx.maxPriorityFeePerGas ?? undefined,
  }
  const gasPrice = tx.gasPrice ?? undefined
  switch (tx.type) {
    case 0:
      return { ...common, type: 'legacy', gasPrice, chainId: legacyChainId(tx.v ?? 0n) }
    case 1:
      return { ...common, type: 'eip2930', chainId, accessList, gasPrice }
    case 2:
      return { ...common, type: 'eip1559', chainId, accessList, ...fees }
    case 3:
      return {
        ...common,
        type: 'eip4844',
        chainId,
        accessList,
        ...fees,
        maxFeePerBlobGas: tx.maxFeePerBlobGas ?? 0n,
        blobVersionedHashes: tx.blobVersionedHashes ?? [],
        to: tx.to ?? null,
      }
    case 4:
      return { ...common, type: 'eip7702', chainId, accessList, ...fees, authorizationList: tx.authorizationList ?? [] }
    default:
      return null
  }
}

/**
 * Whether a provider's transaction is the one with this hash. It is serialised and hashed again and its signer
 * recovered, so that no provider can forge sender, recipient or amount (EIP-155, 2718, 2930, 1559, 4844, 7702).
 * @param txHash lower-case.
 * @returns false for a type that cannot be serialised here.
 * @throws when a field is out of the bounds of its type.
 */
export async function isAuthentic(tx: RpcTransaction, txHash: string): Promise<boolean> {
  const unsigned = serializableOf(tx)
  if (!unsigned) return false
  const { r, s, v, yParity } = tx
  const signature = tx.type === 0 ? { r, s, v: v ?? 0n } : { r, s, yParity: Number(yParity ?? v) }
  const serializedTransaction = serializeTransaction(unsigned, signature)
  if (keccak256(serializedTransaction) !== txHash) return false
  return (await recoverTransactionAddress({ serializedTransaction })) === tx.from
}
