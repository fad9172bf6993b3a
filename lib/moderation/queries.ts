import type { z } from 'zod'
import { beforeId, keysetPage } from '@/lib/db/list'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { excerptJson } from '@/lib/moderation/records'
import type { HidingQuery, ReportQuery } from '@/lib/moderation/schemas'

// Views are built by Postgres as JSON text. Every text below is a constant; `x` is the "Hiding" or "Report" row.

const ofChallenge = `x."recordType" IN ('challenge', 'proposal', 'submission')`

const ofMission = `x."recordType" NOT IN ('challenge', 'proposal', 'submission', 'muse-link')`

const titleOfParent = `coalesce((SELECT c.title FROM "Challenge" c WHERE c.id = x."parentId"), (SELECT m.title FROM "Mission" m WHERE m.id = x."parentId"),
      (SELECT concat(l."museId", ' and ', l.wallet) FROM "MuseLink" l WHERE l.id = x."parentId"))`

export const aboutJson = `'recordType', x."recordType", 'recordId', x."recordId",
    'challengeId', CASE WHEN ${ofChallenge} THEN x."parentId" END, 'missionId', CASE WHEN ${ofMission} THEN x."parentId" END,
    'title', ${titleOfParent},
    'excerpt', ${excerptJson('x')}`

/** What a moderator hid, and how it ended. */
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
