import { z } from 'zod'
import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, notFound } from '@/lib/errors'
import { showReport } from '@/lib/moderation/queries'
import { RECORD_WORDS } from '@/lib/moderation/records'
import { type DismissReport, RECORD_TYPES } from '@/lib/moderation/schemas'
import { AffectedRecord, reportSettled } from '@/lib/notifications/moderation-notices'
import { insertNotices } from '@/lib/notifications/notify'

const ReportRow = z.object({
  recordType: z.enum(RECORD_TYPES),
  reportedBy: z.string(),
  isOpen: z.boolean(),
  /** The record itself or the one that it is a part of; for a Muse link the wallet. */
  parent: AffectedRecord,
})

/** A moderator decides that a reported record stays visible. The reporting wallet is notified of the reason. */
export async function dismissReport(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof DismissReport>,
): Promise<CommandResult> {
  // Pipelined: the last statement runs after the locks are taken, so it sees what an erasure or a hiding that held them has left.
  // What the report is about comes first, as where it is hidden (lib/moderation/moderate-record.ts).
  const parent = sql`SELECT "parentId" FROM "Report" WHERE id = ${params.id}::uuid`
  const locked = [
    sql`SELECT 1 FROM "Challenge" WHERE id = (${parent}) FOR SHARE`,
    sql`SELECT 1 FROM "Mission" WHERE id = (${parent}) FOR SHARE`,
    sql`SELECT 1 FROM "Report" WHERE id = ${params.id}::uuid FOR UPDATE`,
  ].map((lock) => ctx.tx.run(lock))
  const found = findOne(
    ctx.tx,
    sql`SELECT r."recordType", r."reportedBy", r.state = 'open' AS "isOpen",
        json_build_object('kind', CASE WHEN c.id IS NOT NULL THEN 'challenge' WHEN m.id IS NOT NULL THEN 'mission' ELSE 'wallet' END,
          'id', coalesce(l.wallet, r."parentId"::text), 'title', coalesce(c.title, m.title, l."museId"),
          'owner', coalesce(c.owner, m.owner, l.wallet), 'contributorWallet', m."contributorWallet",
          'hidden', coalesce(c."hiddenAt", m."hiddenAt") IS NOT NULL) AS parent
      FROM "Report" r LEFT JOIN "Challenge" c ON c.id = r."parentId" LEFT JOIN "Mission" m ON m.id = r."parentId"
        LEFT JOIN "MuseLink" l ON l.id = r."parentId"
      WHERE r.id = ${params.id}::uuid`,
    ReportRow,
  )
  const [report] = await Promise.all([found, ...locked])
  if (!report) throw notFound('There is no such report.')
  if (!report.isOpen) throw conflict('This report is already settled.')

  const { reason } = body
  const told = reportSettled(report.reportedBy, RECORD_WORDS[report.recordType], report.parent, {
    isHidden: false,
    reason,
  })
  ctx.tx.pipeline(
    sql`WITH notified AS (${insertNotices([told], ctx.caller.wallet, ctx.at)})
      UPDATE "Report" SET state = 'dismissed', "settledBy" = ${ctx.caller.wallet}, "settledAt" = ${ctx.at}, "settleReason" = ${reason}
      WHERE id = ${params.id}::uuid`,
  )
  return { show: showReport(params.id) }
}
