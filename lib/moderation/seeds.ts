import { type Sql, sql } from '@/lib/db/sql'
import type { RecordType } from '@/lib/moderation/schemas'

// Seeds follow what is shown: an entry of the ledger that a hidden record earned is reversed, and what it had earned is
// credited anew once nothing of it is hidden; a proof earns only while its milestone is verified by it. Entries themselves
// never change.

/** The entries `e` that a record earned; null for a type that earns none. */
function earnedBy(type: RecordType, id: string): Sql | null {
  if (type === 'challenge') return sql`e."challengeId" = ${id}::uuid`
  if (type === 'mission') return sql`e."missionId" = ${id}::uuid`
  if (type !== 'proof') return null
  return sql`e."proofId" = ${id}::uuid AND e."missionId" = (SELECT "missionId" FROM "Proof" WHERE id = ${id}::uuid)`
}

const reversed = sql`EXISTS (SELECT 1 FROM "SeedEntry" x WHERE x."reversesId" = e.id)`

/**
 * Holds the wallets whose balances are about to change, in the order of their addresses. Sent after the records are locked.
 * Another proof of the same mission may earn in the place of one that is hidden.
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
 * The INSERT that reverses the open entries of a record; gives the amounts.
 * @param evidenceHash the hash of the event that says why.
 */
export function reverseSeeds(type: RecordType, id: string, evidenceHash: string, at: Date): Sql {
  return sql`INSERT INTO "SeedEntry" (wallet, amount, kind, "missionId", "challengeId", "proofId", "reversesId", "evidenceHash", "createdAt")
    SELECT e.wallet, -e.amount, 'reversal', e."missionId", e."challengeId", e."proofId", e.id, ${evidenceHash}, ${at}::timestamptz
    FROM "SeedEntry" e WHERE ${earnedBy(type, id) ?? sql`false`} AND e.amount > 0 AND NOT ${reversed} ORDER BY e.id RETURNING amount`
}

/**
 * The INSERT that credits anew what a record had earned, as far as nothing of it is hidden; gives the amounts. The newest
 * entry of what was earned says whether it stands. Sent once the record is shown again.
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
      AND (e."proofId" IS NULL OR EXISTS (SELECT 1 FROM "Proof" p JOIN "Milestone" s ON s."verifiedProofId" = p.id
        WHERE p.id = e."proofId" AND p."hiddenAt" IS NULL))
    ORDER BY e.id RETURNING amount`
}
