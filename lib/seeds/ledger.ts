import { iso, type Sql, sql } from '@/lib/db/sql'
import type { SeedEntryView } from '@/lib/seeds/schemas'

/** Seeds per achievement (docs/decisions.md#receipts-history-seeds). A rejected proof earns none and makes no entry. */
export const SEEDS = {
  milestoneVerifiedRequired: 10,
  milestoneVerifiedOptional: 5,
  missionCompleted: 20,
  decisionVerified: 5,
} as const

/** A new ledger entry. Its id is reserved beforehand if a receipt names the entry before it is written. */
export type Credit = Pick<SeedEntryView, 'wallet' | 'amount' | 'kind' | 'evidenceHash'> &
  Partial<Pick<SeedEntryView, 'id' | 'missionId' | 'challengeId' | 'proofId'>>

/** The INSERT of ledger entries, for use as a CTE. */
export function creditSeeds(credits: readonly Credit[], at: Date): Sql {
  return sql`INSERT INTO "SeedEntry" (id, wallet, amount, kind, "missionId", "challengeId", "proofId", "evidenceHash", "createdAt")
    SELECT coalesce(e.id, nextval('"SeedEntry_id_seq"')), e.wallet, e.amount, e.kind, e."missionId", e."challengeId", e."proofId",
      e."evidenceHash", ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) AS e(id int, wallet text, amount int, kind "SeedKind",
      "missionId" uuid, "challengeId" uuid, "proofId" uuid, "evidenceHash" text)`
}

/** SQL for a wallet's balance: what its entries come to, which a trigger of theirs keeps. */
export const balanceOf = (wallet: string): Sql =>
  sql`coalesce((SELECT b.balance FROM "SeedBalance" b WHERE b.wallet = ${wallet}), 0)`

const entryFields = (e: string) =>
  `'id', ${e}.id, 'wallet', ${e}.wallet, 'amount', ${e}.amount, 'kind', ${e}.kind, 'missionId', ${e}."missionId",
    'challengeId', ${e}."challengeId", 'proofId', ${e}."proofId", 'reversesId', ${e}."reversesId",
    'evidenceHash', ${e}."evidenceHash", 'createdAt', ${iso(`${e}."createdAt"`)}`

/** A ledger entry as JSON. @param e the alias of its "SeedEntry" row. */
export const seedEntryJson = (e: string) => `json_build_object(${entryFields(e)})`

/**
 * SQL for whether a hiding wrote a reversal: at the same moment, and of a record that had earned the entry. Several parts of a record
 * may be hidden at one moment.
 * @param x the alias of the "Hiding" row. @param e that of the "SeedEntry" row.
 */
export const isReversalBy = (x: string, e: string) =>
  `${x}."parentId" IN (${e}."missionId", ${e}."challengeId") AND ${x}."hiddenAt" = ${e}."createdAt"
    AND ${x}."recordId" IN (${e}."proofId", ${e}."missionId", ${e}."challengeId")`

/** The same with the reason of a reversal. */
export const ledgerEntryJson = (e: string) =>
  `CASE WHEN ${e}.kind <> 'reversal' THEN ${seedEntryJson(e)} ELSE json_build_object(${entryFields(e)}, 'reason',
    (SELECT x.reason FROM "Hiding" x WHERE ${isReversalBy('x', e)} ORDER BY x.id LIMIT 1)) END`
