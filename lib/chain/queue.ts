import { z } from 'zod'
import type { Finding } from '@/lib/chain/read-transaction'
import { autocommit } from '@/lib/db/db'
import { raw, type Sql, sql } from '@/lib/db/sql'

export interface TransactionRef {
  /** A text of digits. */
  readonly chainId: string
  /** `0x` and 64 hex digits, lower-case. */
  readonly txHash: string
}

/** A transaction as one record names it. */
export interface NamedCheck extends TransactionRef {
  /** The mission (its bounty), payment, proof, funding record or evidence that names it. */
  readonly recordId: string
}

const TakenRow = z.object({
  recordId: z.string(),
  chainId: z.string(),
  txHash: z.string(),
  payee: z.string().nullable(),
  /** Whether the check also determines if the payee was paid. */
  isPayment: z.boolean(),
  blockNumber: z.string().nullable(),
  askedAt: z.date(),
})
/** A check that this process has taken. */
export type TakenCheck = Readonly<z.infer<typeof TakenRow>>

/** After this many milliseconds another process may take a taken check. It is longer than any check. */
const LEASE_MS = 60_000
/** The most checks that are taken at once. */
const TAKEN_MAX = 32

/**
 * The INSERT that makes a record's check due, for use as a CTE of the statement that names the transaction, so that no
 * check is lost after the commit. A repeated request makes it due again. Checks of other records do not change.
 * @param payee the contributor of the record, if there is one.
 */
export function requestCheck({ recordId, chainId, txHash }: NamedCheck, payee: string | null, at: Date): Sql {
  return sql`INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, payee, "askedAt", "nextCheckAt")
    VALUES (${recordId}::uuid, ${chainId}, ${txHash}, 'unavailable', ${payee}, ${at}, ${at})
    ON CONFLICT ("recordId") DO UPDATE SET payee = excluded.payee, "askedAt" = excluded."askedAt",
      "nextCheckAt" = excluded."nextCheckAt"`
}

/** The record that a check `k` belongs to, and whether a moderator hid it. Constant texts. */
const RECORDS = [
  `SELECT r."hiddenAt" IS NOT NULL AS hidden FROM "Mission" r WHERE r.id = k."recordId"`,
  `SELECT m."hiddenAt" IS NOT NULL FROM "Payment" r JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = k."recordId"`,
  ...['Proof', 'FundingRecord', 'ProjectEvidence'].map(
    (table) => `SELECT coalesce(r."hiddenAt", m."hiddenAt") IS NOT NULL FROM "${table}" r
      JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = k."recordId"`,
  ),
]

/** The condition for due checks `k`. The check of a hidden record waits until the record is restored. */
export const isDue = (at: Date) =>
  sql`k."nextCheckAt" <= ${at} AND NOT coalesce((SELECT bool_or(hidden) FROM (${raw(RECORDS.join(' UNION ALL '))}) records), false)`

/**
 * Takes checks for this process. The row itself holds until when it is taken.
 * @param ctes SQL with a CTE `due` that locks the rows and gives their ids, skipping rows that another process holds.
 */
function take(ctes: Sql, at: Date): Promise<TakenCheck[]> {
  return autocommit.query(
    sql`WITH ${ctes}
      UPDATE "TransactionCheck" k SET "nextCheckAt" = ${new Date(at.getTime() + LEASE_MS)} FROM due
      WHERE k."recordId" = due."recordId"
      RETURNING k."recordId", k."chainId", k."txHash", k.payee, k."blockNumber", k."askedAt",
        EXISTS (SELECT 1 FROM "Payment" y WHERE y.id = k."recordId") AS "isPayment"`,
    TakenRow,
  )
}

/** Takes a record's check. @returns nothing when it is not due or another process has it. */
export const takeOne = (recordId: string, at: Date) =>
  take(
    sql`due AS (SELECT k."recordId" FROM "TransactionCheck" k WHERE k."recordId" = ${recordId}::uuid AND ${isDue(at)}
      FOR UPDATE SKIP LOCKED)`,
    at,
  )

/**
 * Takes the checks of a chain that have been due longest, and the due checks of other records with the same
 * transactions, so that each transaction is read once for all of them.
 * @param limit the most transactions.
 */
export const takeDue = (chainId: string, limit: number, at: Date) =>
  take(
    sql`longest AS (SELECT k."txHash" FROM "TransactionCheck" k WHERE k."chainId" = ${chainId} AND ${isDue(at)}
        ORDER BY k."nextCheckAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED),
      due AS (SELECT k."recordId" FROM "TransactionCheck" k WHERE k."chainId" = ${chainId}
          AND k."txHash" IN (SELECT "txHash" FROM longest) AND ${isDue(at)}
        ORDER BY k."nextCheckAt" LIMIT ${TAKEN_MAX} FOR UPDATE SKIP LOCKED)`,
    at,
  )

/** The result of a check; `finding` is null when no provider answered, `nextCheckAt` when it is not repeated. */
export interface CheckOutcome extends Pick<TakenCheck, 'recordId' | 'askedAt'> {
  readonly finding: Finding | null
  readonly nextCheckAt: Date | null
}

/**
 * Writes the result of a check, unless there is a newer one, or the record has asked again since the check was taken: that may be
 * for another payee, and is due by itself. Without a finding the earlier one stays.
 */
export async function writeFinding(outcome: CheckOutcome, at: Date): Promise<void> {
  const { recordId, askedAt, finding, nextCheckAt } = outcome
  const found = finding
    ? sql`status = ${finding.status}::"CheckStatus", "blockNumber" = ${finding.blockNumber}, sender = ${finding.from},
        recipient = ${finding.to}, value = ${finding.value}, "paysPayee" = ${finding.paysPayee}, "checkedAt" = ${at},`
    : sql``
  await autocommit.run(sql`UPDATE "TransactionCheck" SET ${found} "nextCheckAt" = ${nextCheckAt}
    WHERE "recordId" = ${recordId}::uuid AND "askedAt" = ${askedAt} AND ("checkedAt" IS NULL OR "checkedAt" <= ${at})`)
}
