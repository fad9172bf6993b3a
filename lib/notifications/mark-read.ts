import type { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { hrefsOf } from '@/lib/notifications/notify'
import { unreadOf } from '@/lib/notifications/queries'
import { CALL_KINDS, type MarkRead } from '@/lib/notifications/schemas'

/**
 * Marks the caller's notifications as read; read ones keep their time. Rows are locked in the order of their ids, as by
 * the statement that hides them.
 */
export async function markNotificationsRead(
  ctx: WriteContext,
  { body }: { body: z.output<typeof MarkRead> },
): Promise<CommandResult> {
  const { wallet } = ctx.caller
  const all = body.all === true || body.all === 'true' || body.all === 1
  const hrefs = body.recordId === undefined ? [] : hrefsOf(body.recordId)
  const kinds = body.calls ? CALL_KINDS : []
  const which = all
    ? sql``
    : sql`AND (id = ANY(${body.ids ?? []}::int[]) OR href = ANY(${hrefs}::text[]) OR kind = ANY(${kinds}::text[]))`
  ctx.tx.pipeline(
    sql`UPDATE "Notification" n SET "readAt" = ${ctx.at} FROM (SELECT id FROM "Notification"
        WHERE wallet = ${wallet} AND "readAt" IS NULL AND "hiddenAt" IS NULL ${which} ORDER BY id FOR UPDATE) mine
      WHERE n.id = mine.id`,
  )
  return { show: sql`(SELECT json_build_object('unread', ${unreadOf(wallet)})::text)` }
}
