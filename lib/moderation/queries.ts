import type { z } from 'zod'
import type { Caller } from '@/lib/context'
import { db, findOne } from '@/lib/db/db'
import { beforeId, keysetPage } from '@/lib/db/list'
import { BodyRow } from '@/lib/db/rows'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { adminWallets } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { isUuid } from '@/lib/id'
import { excerptJson, parentOf, partFacts } from '@/lib/moderation/records'
import type { HidingQuery, RecordType, ReportQuery, TombstoneQuery } from '@/lib/moderation/schemas'
import type { HeldRecord } from '@/lib/moderation/target'
import { isReversalBy } from '@/lib/seeds/ledger'

// Views are built by Postgres as JSON text. All SQL texts are constants; `x` is the "Hiding" or "Report" row.

const ofChallenge = `x."recordType" IN ('challenge', 'proposal', 'submission')`

const ofMission = `x."recordType" NOT IN ('challenge', 'proposal', 'submission', 'muse-link')`

const titleOfParent = `coalesce((SELECT c.title FROM "Challenge" c WHERE c.id = x."parentId"), (SELECT m.title FROM "Mission" m WHERE m.id = x."parentId"),
      (SELECT concat(l."museId", ' and ', l.wallet) FROM "MuseLink" l WHERE l.id = x."parentId"))`

const aboutJson = `'recordType', x."recordType", 'recordId', x."recordId",
    'challengeId', CASE WHEN ${ofChallenge} THEN x."parentId" END, 'missionId', CASE WHEN ${ofMission} THEN x."parentId" END,
    'title', ${titleOfParent},
    'excerpt', ${excerptJson('x')}`

const hidingJson = `json_build_object('id', x.id, ${aboutJson}, 'hidden', x."restoredAt" IS NULL, 'reason', x.reason,
    'hiddenBy', x."hiddenBy", 'hiddenAt', ${iso('x."hiddenAt"')}, 'restoreReason', x."restoreReason",
    'restoredBy', x."restoredBy", 'restoredAt', ${iso('x."restoredAt"')})`

/** A report as moderators see it. */
const reportJson = `json_build_object('id', x.id, ${aboutJson}, 'reason', x.reason, 'reportedBy', x."reportedBy",
    'reportedAt', ${iso('x."reportedAt"')}, 'state', x.state, 'settledBy', x."settledBy", 'settledAt', ${iso('x."settledAt"')},
    'settleReason', x."settleReason")`

/** The oldest open reports, as a JSON array in a statement. */
export const openReports = (limit: number): Sql =>
  sql`(SELECT coalesce(json_agg(json_build_object('recordType', x."recordType", 'recordId', x."recordId", 'title', ${raw(titleOfParent)},
      'since', ${raw(iso('x."reportedAt"'))}) ORDER BY x.id), '[]')
    FROM (SELECT * FROM "Report" WHERE state = 'open' ORDER BY id LIMIT ${limit}::int) x)`

/** The body `{"report": …}` of a write, as a scalar sub-select. */
export function showReport(id: string): Sql {
  return sql`(SELECT json_build_object('report', ${raw(reportJson)})::text FROM "Report" x WHERE x.id = ${id}::uuid)`
}

const HIDING_STATES = { hidden: sql`x."restoredAt" IS NULL`, restored: sql`x."restoredAt" IS NOT NULL` } as const

/** The body of `GET /api/moderation` as JSON text. */
export async function hidingsBody({ state, cursor, limit }: z.output<typeof HidingQuery>): Promise<string> {
  const where = state ? [HIDING_STATES[state]] : []
  const list = await pageOf('"Hiding" x', hidingJson, where, cursor, limit)
  return `{"hidings":${list.items},"nextCursor":${list.nextCursor}}`
}

/** The body of `GET /api/moderation/reports` as JSON text. */
export async function reportsBody({ state, cursor, limit }: z.output<typeof ReportQuery>): Promise<string> {
  const where = state ? [sql`x.state = ${state}::"ReportState"`] : []
  const list = await pageOf('"Report" x', reportJson, where, cursor, limit)
  return `{"reports":${list.items},"nextCursor":${list.nextCursor}}`
}

function pageOf(from: string, view: string, where: readonly Sql[], cursor: string | undefined, limit: number) {
  const after = cursor ? [beforeId('x.id', cursor)] : []
  return keysetPage({ from, view, key: 'x.id', where: [...where, ...after], limit })
}

// A tombstone tells the parties of a hidden record about the hiding. For everybody else the record does not exist.

const tombstoneJson = `json_build_object('tombstone', json_build_object(${aboutJson}, 'reason', x.reason, 'hiddenBy', x."hiddenBy",
    'hiddenAt', ${iso('x."hiddenAt"')},
    'seeds', (SELECT coalesce(sum(e.amount), 0)::int FROM "SeedEntry" e WHERE e.kind = 'reversal' AND ${isReversalBy('x', 'e')}),
    'restorable',`

/** SQL for the wallets that may read the tombstone of a challenge or mission, as `tombstone` decides. */
export function tombstoneReaders(record: HeldRecord): Sql {
  const contributor = record.kind === 'mission' ? record.contributorWallet : null
  // Without null, with which `NOT IN` is never true.
  const parties = [record.owner, contributor, ...adminWallets()].filter((wallet) => wallet !== null)
  return sql`SELECT unnest(${parties}::text[]) UNION ALL SELECT r."reportedBy" FROM "Report" r WHERE r."recordId" = ${record.id}::uuid`
}

const RECEIPT_MISSION = 'SELECT r."missionId" FROM "Receipt" r WHERE r.id ='

const absent = () => notFound('There is no such record.')

/**
 * The body of `GET /api/v1/moderation/tombstone` as JSON text.
 * @throws Refusal `not_found` when nothing is hidden, or the wallet is no party of the record.
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
      LEFT JOIN "MuseLink" l ON l.id = x."parentId"
    WHERE x."parentId" = ${parent} AND x."recordId" = ${whole} AND x."recordType" = ${own}::"RecordType" AND x."restoredAt" IS NULL
      AND (${caller.isAdmin}::bool OR ${caller.wallet} IN (c.owner, m.owner, m."contributorWallet", l.wallet, l."unlinkedBy")
        OR EXISTS (SELECT 1 FROM "Report" r WHERE r."recordId" = x."recordId" AND r."reportedBy" = ${caller.wallet})
        OR EXISTS (SELECT 1 FROM (${partFacts(own, id)}) made WHERE made.author = ${caller.wallet}))`
}
