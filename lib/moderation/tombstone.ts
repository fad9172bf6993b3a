import type { z } from 'zod'
import type { Caller } from '@/lib/context'
import { db, findOne } from '@/lib/db/db'
import { BodyRow } from '@/lib/db/rows'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'
import { isUuid } from '@/lib/id'
import { aboutJson } from '@/lib/moderation/queries'
import { parentOf, partFacts } from '@/lib/moderation/records'
import type { RecordType, TombstoneQuery } from '@/lib/moderation/schemas'

// What is told of a hidden record to those it concerns; to everybody else it is as absent as one that never was.

const tombstoneJson = `json_build_object('tombstone', json_build_object(${aboutJson}, 'reason', x.reason, 'hiddenBy', x."hiddenBy",
    'hiddenAt', ${iso('x."hiddenAt"')},
    'seeds', (SELECT coalesce(sum(e.amount), 0)::int FROM "SeedEntry" e WHERE (e."missionId" = x."parentId" OR e."challengeId" = x."parentId")
      AND e.kind = 'reversal' AND e."createdAt" = x."hiddenAt"), 'restorable',`

const RECEIPT_MISSION = 'SELECT r."missionId" FROM "Receipt" r WHERE r.id ='

const absent = () => notFound('There is no such record.')

/**
 * The body of `GET /api/v1/moderation/tombstone` as JSON text.
 * @throws Refusal `not_found` where nothing is hidden, or the wallet has no part in it.
 */
export async function tombstoneBody(caller: Caller, query: z.output<typeof TombstoneQuery>): Promise<string> {
  if (!isUuid(query.recordId)) throw absent()
  const row = await findOne(db, tombstone(caller, query.recordType, query.recordId.toLowerCase()), BodyRow)
  if (!row) throw absent()
  return row.body
}

function tombstone(caller: Caller, type: RecordType | 'receipt', id: string): Sql {
  const isReceipt = type === 'receipt'
  const whole = isReceipt ? sql`(${raw(RECEIPT_MISSION)} ${id}::uuid)` : sql`${id}::uuid`
  const own = isReceipt ? 'mission' : type
  const parent = own === 'muse-link' || isReceipt ? whole : sql`(${parentOf(own, id)})`
  return sql`SELECT ${raw(tombstoneJson)} ${caller.isAdmin}::bool))::text AS body
    FROM "Hiding" x LEFT JOIN "Challenge" c ON c.id = x."parentId" LEFT JOIN "Mission" m ON m.id = x."parentId"
    WHERE x."parentId" = ${parent} AND x."recordId" = ${whole} AND x."recordType" = ${own}::"RecordType" AND x."restoredAt" IS NULL
      AND (${caller.isAdmin}::bool OR ${caller.wallet} IN (c.owner, m.owner, m."contributorWallet")
        OR EXISTS (SELECT 1 FROM "Report" r WHERE r."recordId" = x."recordId" AND r."reportedBy" = ${caller.wallet})
        OR EXISTS (SELECT 1 FROM (${partFacts(own, id)}) made WHERE made.author = ${caller.wallet}))`
}
