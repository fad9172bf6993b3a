import { iso } from '@/lib/db/sql'

/** SQL for the transaction that a record names. All texts are constants. */
interface Naming {
  readonly recordId: string
  readonly chainId: string
  /** SQL null when there is no transaction. */
  readonly txHash: string
}

/** The transaction of a row with the usual column names. @param row the alias of the row. */
export const namedBy = (row: string): Naming => ({
  recordId: `${row}.id`,
  chainId: `${row}."chainId"`,
  txHash: `${row}."txHash"`,
})

/** The result of the automatic check of a record's transaction. @param also more fields, each with a leading comma. */
export const checkJson = ({ recordId, chainId, txHash }: Naming, also = '') =>
  `(SELECT json_build_object('status', CASE WHEN ${txHash} IS NULL OR ${chainId} IS NULL THEN 'not-applicable'
      ELSE coalesce(k.status::text, 'unavailable') END,
    'chainId', ${chainId}, 'txHash', ${txHash}, 'blockNumber', k."blockNumber", 'from', k.sender, 'to', k.recipient,
    'value', k.value, 'checkedAt', ${iso('k."checkedAt"')}${also})
    FROM (SELECT 1) AS always LEFT JOIN "TransactionCheck" k ON k."recordId" = ${recordId})`

/** The same of a payment, and whether the contributor was paid. */
export const paymentCheckJson = (naming: Naming) => checkJson(naming, `, 'paysContributor', k."paysPayee"`)

/**
 * SQL for the version of the results of automatic checks.
 * @param records SQL for the ids of the records that name the transactions.
 */
export const checksVersion = (records: string) =>
  `(SELECT string_agg(k.xmin::text, ' ' ORDER BY k."recordId") FROM "TransactionCheck" k WHERE k."recordId" = ANY(ARRAY(${records})))`
