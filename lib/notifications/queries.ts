import type { z } from 'zod'
import { decodeNumberCursor } from '@/lib/contract/cursor'
import { keysetPage } from '@/lib/db/list'
import { iso, type Sql, sql } from '@/lib/db/sql'
import { hrefsOf } from '@/lib/notifications/notify'
import { CALL_KINDS, type NotificationQuery } from '@/lib/notifications/schemas'

const notificationJson = `json_build_object('id', n.id, 'kind', n.kind, 'title', n.title, 'body', n.body, 'href', n.href,
    'read', n."readAt" IS NOT NULL, 'createdAt', ${iso('n."createdAt"')})`

/** SQL for the number of a wallet's unread notifications. */
export const unreadOf = (wallet: string): Sql =>
  sql`(SELECT count(*)::int FROM "Notification" u WHERE u.wallet = ${wallet} AND u."readAt" IS NULL AND u."hiddenAt" IS NULL)`

/** @property news only what is news, and not what only requests an action. */
type Page = z.output<typeof NotificationQuery> & { readonly news?: boolean }

/** The body of `GET /api/v1/notifications` as JSON text. */
export async function notificationsBody(wallet: string, page: Page): Promise<string> {
  const where = [sql`n.wallet = ${wallet}`, sql`n."hiddenAt" IS NULL`]
  if (page.cursor) where.push(sql`n.id < ${decodeNumberCursor(page.cursor)}::int`)
  if (page.recordId) where.push(sql`n.href = ANY(${hrefsOf(page.recordId)}::text[])`)
  if (page.unread) where.push(sql`n."readAt" IS NULL`)
  if (page.news) where.push(sql`n.kind <> ALL(${CALL_KINDS}::text[])`)
  const list = await keysetPage({
    from: '"Notification" n',
    view: notificationJson,
    key: 'n.id',
    where,
    limit: page.limit,
    beside: unreadOf(wallet),
  })
  return `{"notifications":${list.items},"unread":${list.beside},"nextCursor":${list.nextCursor}}`
}
