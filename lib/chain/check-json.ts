import { iso } from '@/lib/db/sql'

/**
 * What the automatic check found about a transaction, a fact of its own (decisions §6).
 * @param chainId SQL of the chain id, @param txHash SQL of the hash; null where there is no transaction.
 */
export const checkJson = (chainId: string, txHash: string) =>
  `(SELECT json_build_object('status', CASE WHEN ${txHash} IS NULL OR ${chainId} IS NULL THEN 'not-applicable'
      ELSE coalesce(k.status::text, 'unavailable') END,
    'chainId', ${chainId}, 'txHash', ${txHash}, 'blockNumber', k."blockNumber", 'from', k.sender, 'to', k.recipient,
    'value', k.value, 'checkedAt', ${iso('k."checkedAt"')})
    FROM (SELECT 1) AS always LEFT JOIN "TransactionCheck" k ON k."chainId" = ${chainId} AND k."txHash" = ${txHash})`
