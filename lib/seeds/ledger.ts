import { iso, type Sql, sql } from '@/lib/db/sql'

/** What is earned (docs/decisions.md#receipts-history-seeds). A rejected proof earns zero and makes no entry. */
export const SEEDS = {
  milestoneVerifiedRequired: 10,
  milestoneVerifiedOptional: 5,
  missionCompleted: 20,
  decisionVerified: 5,
} as const

/** A new line of the ledger. */
export interface Credit {
  /** Reserved by `reserveSeedId` where the entry is told of before it is written. */
  readonly id?: number
  readonly wallet: string
  readonly amount: number
  readonly kind: string
  readonly missionId?: string | null
  readonly challengeId?: string | null
  readonly proofId?: string | null
  /** SHA-256 (hex) of what earned it. */
  readonly evidenceHash: string
}

/** The INSERT of ledger entries, to stand as a CTE. */
export function creditSeeds(credits: readonly Credit[], at: Date): Sql {
  return sql`INSERT INTO "SeedEntry" (id, wallet, amount, kind, "missionId", "challengeId", "proofId", "evidenceHash", "createdAt")
    SELECT coalesce(e.id, nextval('"SeedEntry_id_seq"')), e.wallet, e.amount, e.kind, e."missionId", e."challengeId", e."proofId",
      e."evidenceHash", ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) AS e(id int, wallet text, amount int, kind "SeedKind",
      "missionId" uuid, "challengeId" uuid, "proofId" uuid, "evidenceHash" text)`
}

const entryFields = (e: string) =>
  `'id', ${e}.id, 'wallet', ${e}.wallet, 'amount', ${e}.amount, 'kind', ${e}.kind, 'missionId', ${e}."missionId",
    'challengeId', ${e}."challengeId", 'proofId', ${e}."proofId", 'reversesId', ${e}."reversesId",
    'evidenceHash', ${e}."evidenceHash", 'createdAt', ${iso(`${e}."createdAt"`)}`

/** A line of the ledger as JSON. @param e the alias of its "SeedEntry" row. */
export const seedEntryJson = (e: string) => `json_build_object(${entryFields(e)})`

/** The same, and of a reversal why: it was written in the transaction that hid a record. */
export const ledgerEntryJson = (e: string) =>
  `CASE WHEN ${e}.kind <> 'reversal' THEN ${seedEntryJson(e)} ELSE json_build_object(${entryFields(e)}, 'reason',
    (SELECT x.reason FROM "Hiding" x WHERE x."parentId" IN (${e}."missionId", ${e}."challengeId") AND x."hiddenAt" = ${e}."createdAt"
      ORDER BY x.id LIMIT 1)) END`
