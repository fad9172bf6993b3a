import { z } from 'zod'
import type { Finding } from '@/lib/chain/read-transaction'
import { autocommit } from '@/lib/db/db'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/durations'

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
  checkedAt: z.date().nullable(),
})
/** A check that this process has taken. */
export type TakenCheck = Readonly<z.infer<typeof TakenRow>>

const DueRow = TakenRow.extend({ hidden: z.boolean() })

/** After this many milliseconds another process may take a taken check. It is longer than any check. */
const LEASE_MS = 60_000
/** The most checks that are taken at once. */
const TAKEN_MAX = 32
/** The most checks of which is looked at once whether their records are hidden: of the longest due, and of the newest. */
const LOOKED_AT_MAX = 32
/** The newest are sought among so many that became due last, and the longest due among as many: many may name the same transaction. */
const SOUGHT_MAX = 2_000
/** So long the check of a hidden record is put off, again and again. */
const HIDDEN_WAIT_MS = DAY_MS / 4

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

/** The tables with parts of a mission that name a transaction and can be hidden by themselves. */
const PARTS = ['Proof', 'FundingRecord', 'ProjectEvidence']

/** The record that a check `k` belongs to, and whether a moderator hid it. Constant texts. */
const RECORDS = [
  `SELECT r."hiddenAt" IS NOT NULL AS hidden FROM "Mission" r WHERE r.id = k."recordId"`,
  `SELECT m."hiddenAt" IS NOT NULL FROM "Payment" r JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = k."recordId"`,
  ...PARTS.map(
    (table) => `SELECT coalesce(r."hiddenAt", m."hiddenAt") IS NOT NULL FROM "${table}" r
      JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = k."recordId"`,
  ),
]

const HIDDEN = raw(`coalesce((SELECT bool_or(hidden) FROM (${RECORDS.join(' UNION ALL ')}) records), false)`)

/** The condition for due checks `k`. The check of a hidden record waits until the record is restored. */
export const isDue = (at: Date) => sql`k."nextCheckAt" <= ${at} AND NOT ${HIDDEN}`

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/**
 * Takes checks for this process, and puts others off. The row itself holds until when it is taken.
 * @param ctes SQL with a CTE `due` that gives the ids of locked rows, without those that another process holds, and whether their
 * records are hidden.
 */
async function take(ctes: Sql, at: Date): Promise<{ taken: TakenCheck[]; hidden: TakenCheck[] }> {
  const rows = await autocommit.query(
    sql`WITH ${ctes}
      UPDATE "TransactionCheck" k SET "nextCheckAt" =
        CASE WHEN due.hidden THEN ${after(at, HIDDEN_WAIT_MS)}::timestamptz ELSE ${after(at, LEASE_MS)}::timestamptz END
      FROM due WHERE k."recordId" = due."recordId"
      RETURNING k."recordId", k."chainId", k."txHash", k.payee, k."blockNumber", k."askedAt", k."checkedAt",
        EXISTS (SELECT 1 FROM "Payment" y WHERE y.id = k."recordId") AS "isPayment", due.hidden`,
    DueRow,
  )
  return { taken: rows.filter((row) => !row.hidden), hidden: rows.filter((row) => row.hidden) }
}

/** Takes a record's check. @returns nothing when it is not due or another process has it. */
export async function takeOne(recordId: string, at: Date): Promise<TakenCheck[]> {
  const one = sql`due AS (SELECT k."recordId", false AS hidden FROM "TransactionCheck" k
    WHERE k."recordId" = ${recordId}::uuid AND ${isDue(at)} FOR UPDATE SKIP LOCKED)`
  return (await take(one, at)).taken
}

/**
 * Takes due checks of a chain: one half those that records asked for last, one half those that have been due longest, so that
 * transactions that do not exist, however many were named, hold up no new one. Each is of another transaction. With them it takes the due
 * checks of other records with the same transactions, so that each transaction is read once for all of them.
 * @param limit the most transactions.
 * @returns also whether it put off checks of hidden records, behind which others may be due.
 */
export async function takeDue(chainId: string, limit: number, at: Date) {
  const newestMax = Math.floor(limit / 2)
  /** The first due checks of different transactions, and of each the first. The orders are of `d`. */
  const distinct = (sought: string, order: string) =>
    sql`SELECT k."recordId", ${HIDDEN} AS hidden FROM (SELECT * FROM (SELECT DISTINCT ON (d."txHash") d.* FROM (
          SELECT d."recordId", d."txHash", d."askedAt", d."nextCheckAt" FROM "TransactionCheck" d
          WHERE d."chainId" = ${chainId} AND d."nextCheckAt" <= ${at} ORDER BY ${raw(sought)} LIMIT ${SOUGHT_MAX}::int) d
        ORDER BY d."txHash", ${raw(order)}) d ORDER BY ${raw(order)} LIMIT ${LOOKED_AT_MAX}::int) k`
  /** Locks the first of those looked at, of which none is hidden; another process has locked others. */
  const choose = (from: string, order: string, max: number, besides = sql``) =>
    sql`SELECT k."recordId", k."txHash" FROM "TransactionCheck" k JOIN ${raw(from)} o ON o."recordId" = k."recordId"
      WHERE NOT o.hidden AND k."nextCheckAt" <= ${at} ${besides} ORDER BY ${raw(order)} LIMIT ${max}::int FOR UPDATE OF k SKIP LOCKED`
  const ctes = sql`latest AS (${distinct('d."nextCheckAt" DESC', 'd."askedAt" DESC')}),
      oldest AS (${distinct('d."nextCheckAt"', 'd."nextCheckAt"')}),
      asked_last AS (${choose('latest', 'k."askedAt" DESC', newestMax)}),
      due_longest AS (${choose('oldest', 'k."nextCheckAt"', limit - newestMax, sql`AND k."txHash" NOT IN (SELECT "txHash" FROM asked_last)`)}),
      chosen AS (TABLE asked_last UNION ALL TABLE due_longest),
      visible AS (SELECT k."recordId" FROM "TransactionCheck" k WHERE k."chainId" = ${chainId}
          AND k."txHash" IN (SELECT "txHash" FROM chosen) AND ${isDue(at)}
        ORDER BY k."recordId" IN (SELECT "recordId" FROM chosen) DESC, k."nextCheckAt" LIMIT ${TAKEN_MAX}::int FOR UPDATE SKIP LOCKED),
      put_off AS (SELECT k."recordId" FROM "TransactionCheck" k WHERE k."nextCheckAt" <= ${at} AND k."recordId" IN
          (SELECT "recordId" FROM latest WHERE hidden UNION SELECT "recordId" FROM oldest WHERE hidden) FOR UPDATE SKIP LOCKED),
      due AS (SELECT "recordId", false AS hidden FROM visible UNION ALL SELECT "recordId", true FROM put_off)`
  const { taken, hidden } = await take(ctes, at)
  return { taken, putOff: hidden.length > 0 }
}

/**
 * The UPDATE that makes checks due which were put off while a record was hidden: its own, and of a mission those of its parts, as if the
 * record named its transaction now. It locks those that are due already, too: another process that still sees the record as hidden skips them.
 */
export function resumeChecks(recordId: string, at: Date): Sql {
  const parts = ['Payment', ...PARTS].map(
    (table) => sql`SELECT id FROM ${raw(`"${table}"`)} WHERE "missionId" = ${recordId}::uuid`,
  )
  return sql`UPDATE "TransactionCheck" SET "askedAt" = ${at}, "nextCheckAt" = ${at} WHERE "nextCheckAt" IS NOT NULL
    AND "recordId" IN (SELECT ${recordId}::uuid UNION ALL ${join(parts, ' UNION ALL ')})`
}

/** The result of a check; `finding` is null when no provider answered, `nextCheckAt` when it is not repeated. */
export interface CheckOutcome extends Pick<TakenCheck, 'recordId' | 'askedAt' | 'checkedAt'> {
  readonly finding: Finding | null
  readonly nextCheckAt: Date | null
}

/**
 * Writes the result of a check, unless another one was written or the record has asked again since the check was taken: that may be
 * for another payee, and is due by itself. Which is newer is not asked of the clock, which may have been ahead. Without a finding the
 * earlier one stays.
 */
export async function writeFinding(outcome: CheckOutcome, at: Date): Promise<void> {
  const { recordId, askedAt, checkedAt, finding, nextCheckAt } = outcome
  const found = finding
    ? sql`status = ${finding.status}::"CheckStatus", "blockNumber" = ${finding.blockNumber}, sender = ${finding.from},
        recipient = ${finding.to}, value = ${finding.value}, "paysPayee" = ${finding.paysPayee}, "checkedAt" = ${at},`
    : sql``
  await autocommit.run(sql`UPDATE "TransactionCheck" SET ${found} "nextCheckAt" = ${nextCheckAt}
    WHERE "recordId" = ${recordId}::uuid AND "askedAt" = ${askedAt} AND "checkedAt" IS NOT DISTINCT FROM ${checkedAt}`)
}
