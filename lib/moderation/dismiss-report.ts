import type { z } from 'zod'
import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, notFound } from '@/lib/errors'
import { RECORD_WORDS } from '@/lib/moderation/records'
import type { DismissReport, RecordType } from '@/lib/moderation/schemas'
import { showReport } from '@/lib/moderation/views'
import { reportSettled } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

interface LoadedReport {
  recordType: RecordType
  reportedBy: string
  isOpen: boolean
  parent: { kind: 'challenge' | 'mission'; id: string; title: string; owner: string; hidden: boolean }
}

/** A moderator finds that a reported record may stay; the wallet that reported it is told why. */
export async function dismissReport(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof DismissReport> },
): Promise<Shown> {
  const report = await findOne<LoadedReport>(
    ctx.tx,
    sql`SELECT r."recordType", r."reportedBy", r.state = 'open' AS "isOpen",
        json_build_object('kind', CASE WHEN c.id IS NULL THEN 'mission' ELSE 'challenge' END, 'id', r."parentId",
          'title', coalesce(c.title, m.title), 'owner', coalesce(c.owner, m.owner),
          'hidden', coalesce(c."hiddenAt", m."hiddenAt") IS NOT NULL) AS parent
      FROM "Report" r LEFT JOIN "Challenge" c ON c.id = r."parentId" LEFT JOIN "Mission" m ON m.id = r."parentId"
      WHERE r.id = ${params.id}::uuid FOR UPDATE OF r`,
  )
  if (!report) throw notFound('There is no such report.')
  if (!report.isOpen) throw conflict('This report is already settled.')

  const { reason } = body
  const told = reportSettled(report.reportedBy, RECORD_WORDS[report.recordType], report.parent, {
    isHidden: false,
    reason,
  })
  await ctx.tx.query(
    sql`WITH told AS (${insertNotices([told], ctx.caller.wallet, ctx.at)})
      UPDATE "Report" SET state = 'dismissed', "settledBy" = ${ctx.caller.wallet}, "settledAt" = ${ctx.at}, "settleReason" = ${reason}
      WHERE id = ${params.id}::uuid`,
  )
  return { show: showReport(params.id) }
}
