import type { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { join, sql } from '@/lib/db/sql'
import { hrefsOf } from '@/lib/notifications/notify'
import { readableBy, unreadOf } from '@/lib/notifications/queries'
import { CALL_KINDS, type MarkRead } from '@/lib/notifications/schemas'

/**
 * Marks the caller's notifications as read; read ones keep their time. Rows are locked in the order of their ids, as by
 * the statement that hides them.
 */
export async function markNotificationsRead(
  ctx: WriteContext,
  { body }: { body: z.output<typeof MarkRead> },
): Promise<CommandResult> {
  const all = body.all === true || body.all === 'true' || body.all === 1
  const hrefs = body.recordId === undefined ? [] : hrefsOf(body.recordId)
  const kinds = body.calls ? CALL_KINDS : []
  const which = all
    ? sql``
    : sql`AND (n.id = ANY(${body.ids ?? []}::int[]) OR n.href = ANY(${hrefs}::text[]) OR n.kind = ANY(${kinds}::text[]))`
  ctx.tx.pipeline(
    sql`UPDATE "Notification" u SET "readAt" = ${ctx.at} FROM (SELECT n.id FROM "Notification" n
        WHERE ${join(readableBy(ctx.caller), ' AND ')} AND n."readAt" IS NULL ${which} ORDER BY n.id FOR UPDATE) mine
      WHERE u.id = mine.id`,
  )
  return { show: sql`(SELECT json_build_object('unread', ${unreadOf(ctx.caller)})::text)` }
}
