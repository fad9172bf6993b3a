import type { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { hasRow } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { adminWallets } from '@/lib/env'
import { conflict, expired } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { affectedMuseLink, holdMuseLink } from '@/lib/moderation/muse-link'
import { showReport } from '@/lib/moderation/queries'
import { RECORD_WORDS, requireRecordId } from '@/lib/moderation/records'
import type { RecordType, ReportRecord } from '@/lib/moderation/schemas'
import { holdTarget } from '@/lib/moderation/target'
import { recordReported } from '@/lib/notifications/moderation-notices'
import { insertNotices } from '@/lib/notifications/notify'

/** Reports a record to the moderators. Its rows are locked, so that it cannot be hidden while a report is added. */
export async function reportRecord(
  ctx: WriteContext,
  { body }: { body: z.output<typeof ReportRecord> },
): Promise<CommandResult> {
  const { recordType, reason } = body
  const recordId = requireRecordId(body)
  const what = RECORD_WORDS[recordType]
  const { hidden, parentId, named } = await holdReported(ctx, recordType, recordId)
  if (hidden) throw expired(`This ${what} was hidden by a moderator.`)

  const id = uuidv7(ctx.at.getTime())
  const told = recordReported(adminWallets(), what, named)
  const made = await hasRow(
    ctx.tx,
    sql`WITH notified AS (${insertNotices(told, ctx.caller.wallet, ctx.at)})
      INSERT INTO "Report" (id, "recordType", "recordId", "parentId", reason, "reportedBy", "reportedAt", state)
      VALUES (${id}::uuid, ${recordType}::"RecordType", ${recordId}::uuid, ${parentId}::uuid, ${reason}, ${ctx.caller.wallet},
        ${ctx.at}, 'open')
      ON CONFLICT ("recordId", "reportedBy") DO NOTHING RETURNING id`,
  )
  if (!made) throw conflict(`This wallet has already reported this ${what}.`)
  return { show: showReport(id) }
}

/** Locks the reported record, so that it cannot be hidden meanwhile. `named` is what the notification names. */
async function holdReported(ctx: WriteContext, type: RecordType, id: string) {
  if (type === 'muse-link') {
    const link = await holdMuseLink(ctx.tx, id, 'SHARE')
    return { hidden: link.hidden, parentId: id, named: affectedMuseLink(link) }
  }
  const { hidden, parent } = await holdTarget(ctx, type, id, 'SHARE')
  return { hidden: hidden || parent.hidden, parentId: parent.id, named: parent }
}
