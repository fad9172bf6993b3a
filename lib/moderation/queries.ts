import type { z } from 'zod'
import { decodeIdCursor } from '@/lib/contract/cursor'
import { keysetPage } from '@/lib/db/list'
import { type Sql, sql } from '@/lib/db/sql'
import type { HidingQuery, ReportQuery } from '@/lib/moderation/schemas'
import { hidingJson, reportJson } from '@/lib/moderation/views'

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
  const after = cursor ? [sql`x.id < ${decodeIdCursor(cursor)}::uuid`] : []
  return keysetPage({ from, view, key: 'x.id', where: [...where, ...after], limit })
}
