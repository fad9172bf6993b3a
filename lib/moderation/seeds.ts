import { type Sql, sql } from '@/lib/db/sql'
import type { RecordType } from '@/lib/moderation/schemas'

// Only visible records hold Seeds. Hiding a record reverses the ledger entries that it earned; restoring it credits
// them again once everything they depend on is visible. A proof earns only while it verifies its milestone. Entries
// never change.

/** The condition for the entries `e` that a record earned; null for a type that earns none. */
function earnedBy(type: RecordType, id: string): Sql | null {
  if (type === 'challenge') return sql`e."challengeId" = ${id}::uuid`
  if (type === 'mission') return sql`e."missionId" = ${id}::uuid`
  if (type !== 'proof') return null
  return sql`e."proofId" = ${id}::uuid AND e."missionId" = (SELECT "missionId" FROM "Proof" WHERE id = ${id}::uuid)`
}

const reversed = sql`EXISTS (SELECT 1 FROM "SeedEntry" x WHERE x."reversesId" = e.id)`

/**
 * Locks the wallets whose balances may change, in the order of their addresses. The records must be locked before.
 * Another proof of the same mission may earn in place of a hidden one.
 */
export function holdWallets(type: RecordType, id: string): Sql {
  const earned =
    type === 'proof'
      ? sql`e."missionId" = (SELECT "missionId" FROM "Proof" WHERE id = ${id}::uuid)`
      : earnedBy(type, id)
  return sql`SELECT 1 FROM "Wallet" WHERE address IN (SELECT e.wallet FROM "SeedEntry" e WHERE ${earned ?? sql`false`})
    ORDER BY address FOR UPDATE`
}

/**
 * The INSERT that reverses the open entries of a record; returns the amounts.
 * @param evidenceHash the hash of the event that holds the reason.
 */
export function reverseSeeds(type: RecordType, id: string, evidenceHash: string, at: Date): Sql {
  return sql`INSERT INTO "SeedEntry" (wallet, amount, kind, "missionId", "challengeId", "proofId", "reversesId", "evidenceHash", "createdAt")
    SELECT e.wallet, -e.amount, 'reversal', e."missionId", e."challengeId", e."proofId", e.id, ${evidenceHash}, ${at}::timestamptz
    FROM "SeedEntry" e WHERE ${earnedBy(type, id) ?? sql`false`} AND e.amount > 0 AND NOT ${reversed} ORDER BY e.id RETURNING amount`
}

/**
 * The INSERT that credits again what a record had earned, where nothing that it depends on is hidden; returns the
 * amounts. Only credits whose newest entry is reversed are repeated. The record must be visible again.
 */
export function creditSeedsAnew(type: RecordType, id: string, at: Date): Sql {
  return sql`INSERT INTO "SeedEntry" (wallet, amount, kind, "missionId", "challengeId", "proofId", "evidenceHash", "createdAt")
    SELECT e.wallet, e.amount, e.kind, e."missionId", e."challengeId", e."proofId", e."evidenceHash", ${at}::timestamptz
    FROM (SELECT DISTINCT ON (e.wallet, e.kind, e."missionId", e."challengeId", e."proofId") e.* FROM "SeedEntry" e
      WHERE ${earnedBy(type, id) ?? sql`false`} AND e.amount > 0
      ORDER BY e.wallet, e.kind, e."missionId", e."challengeId", e."proofId", e.id DESC) e
    WHERE ${reversed}
      AND NOT EXISTS (SELECT 1 FROM "Challenge" c WHERE c.id = e."challengeId" AND c."hiddenAt" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM "Mission" m WHERE m.id = e."missionId" AND m."hiddenAt" IS NOT NULL)
      AND (e."proofId" IS NULL OR EXISTS (SELECT 1 FROM "Proof" p JOIN "Milestone" s ON s.id = p."milestoneId" AND s."verifiedProofId" = p.id
        WHERE p.id = e."proofId" AND p."hiddenAt" IS NULL))
    ORDER BY e.id RETURNING amount`
}
