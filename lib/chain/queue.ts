import type { Finding } from '@/lib/chain/read-transaction'
import { autocommit } from '@/lib/db/db'
import { raw, type Sql, sql } from '@/lib/db/sql'

/** A transaction as records name it. */
export interface TransactionRef {
  /** A text of digits. */
  readonly chainId: string
  /** `0x` and 64 hex digits, lower-case. */
  readonly txHash: string
}

/** A transaction that this process has taken to look up. */
export interface TakenCheck extends TransactionRef {
  readonly payee: string | null
  readonly blockNumber: string | null
  readonly askedAt: Date
}

/** A process that takes a check has so long, in milliseconds; then another may take it. Longer than any check lasts. */
const LEASE_MS = 60_000

/**
 * The INSERT that makes a transaction due, to stand as a CTE of the statement that names it, so that none is forgotten
 * whatever happens after the commit. Named again, it is due again.
 * @param payee the contributor of the record, if there is one; the first to be named stays.
 */
export function requestCheck({ chainId, txHash }: TransactionRef, payee: string | null, at: Date): Sql {
  return sql`INSERT INTO "TransactionCheck" AS k ("chainId", "txHash", status, payee, "askedAt", "nextCheckAt")
    VALUES (${chainId}, ${txHash}, 'unavailable', ${payee}, ${at}, ${at})
    ON CONFLICT ("chainId", "txHash") DO UPDATE SET payee = coalesce(k.payee, excluded.payee), "askedAt" = excluded."askedAt",
      "nextCheckAt" = excluded."nextCheckAt"`
}

/** Where records name a transaction `k`, each with whether a moderator hid the record. Constant texts. */
const NAMINGS = [
  `SELECT r."hiddenAt" IS NOT NULL AS hidden FROM "Mission" r WHERE r."bountyChainId" = k."chainId" AND r."bountyTxHash" = k."txHash"`,
  `SELECT m."hiddenAt" IS NOT NULL FROM "Payment" r JOIN "Mission" m ON m.id = r."missionId" WHERE r."chainId" = k."chainId" AND r."txHash" = k."txHash"`,
  ...['Proof', 'FundingRecord', 'ProjectEvidence'].map(
    (
      table,
    ) => `SELECT coalesce(r."hiddenAt", m."hiddenAt") IS NOT NULL FROM "${table}" r JOIN "Mission" m ON m.id = r."missionId"
      WHERE r."chainId" = k."chainId" AND r."txHash" = k."txHash"`,
  ),
]

/** Whether only hidden records name a transaction: it waits until one of them is restored. */
const isHidden = raw(`coalesce((SELECT bool_and(hidden) FROM (${NAMINGS.join(' UNION ALL ')}) namings), false)`)

/** Takes checks that are due, each by one process only: the row itself says until when it is taken. */
function take(which: Sql, at: Date): Promise<TakenCheck[]> {
  return autocommit.query<TakenCheck>(sql`WITH due AS (
      SELECT "chainId", "txHash" FROM "TransactionCheck" k WHERE "nextCheckAt" <= ${at} AND NOT ${isHidden} AND ${which} FOR UPDATE SKIP LOCKED)
    UPDATE "TransactionCheck" k SET "nextCheckAt" = ${new Date(at.getTime() + LEASE_MS)} FROM due
    WHERE k."chainId" = due."chainId" AND k."txHash" = due."txHash"
    RETURNING k."chainId", k."txHash", k.payee, k."blockNumber", k."askedAt"`)
}

/** @returns the check, or nothing when it is not due or another process has it. */
export const takeOne = ({ chainId, txHash }: TransactionRef, at: Date) =>
  take(sql`"chainId" = ${chainId} AND "txHash" = ${txHash}`, at)

/** @returns at most so many checks of a chain, the longest due first. */
export const takeDue = (chainId: string, limit: number, at: Date) =>
  take(sql`"chainId" = ${chainId} ORDER BY "nextCheckAt" LIMIT ${limit}`, at)

/**
 * Writes what was found, unless somebody found out later than `at`. Without an answer nothing that was found before is
 * lost: it stands with the moment at which it was read.
 */
export async function writeFinding(
  { chainId, txHash }: TransactionRef,
  finding: Finding | null,
  at: Date,
  nextCheckAt: Date | null,
): Promise<void> {
  const found = finding
    ? sql`status = ${finding.status}::"CheckStatus", "blockNumber" = ${finding.blockNumber}, sender = ${finding.from},
        recipient = ${finding.to}, value = ${finding.value}, "checkedAt" = ${at},`
    : sql``
  await autocommit.query(sql`UPDATE "TransactionCheck" SET ${found} "nextCheckAt" = ${nextCheckAt}
    WHERE "chainId" = ${chainId} AND "txHash" = ${txHash} AND ("checkedAt" IS NULL OR "checkedAt" <= ${at})`)
}
