import { iso } from '@/lib/db/sql'

/** A line of the ledger as JSON. @param e the alias of its "SeedEntry" row. */
export const seedEntryJson = (e: string) =>
  `json_build_object('id', ${e}.id, 'wallet', ${e}.wallet, 'amount', ${e}.amount, 'kind', ${e}.kind, 'missionId', ${e}."missionId",
    'challengeId', ${e}."challengeId", 'proofId', ${e}."proofId", 'reversesId', ${e}."reversesId",
    'evidenceHash', ${e}."evidenceHash", 'createdAt', ${iso(`${e}."createdAt"`)})`
