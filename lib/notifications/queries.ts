import type { z } from 'zod'
import { decodeNumberCursor } from '@/lib/contract/cursor'
import { keysetPage } from '@/lib/db/list'
import { iso, literals, raw, type Sql, sql } from '@/lib/db/sql'
import { hrefsOf } from '@/lib/notifications/notify'
import { CALL_KINDS, type NotificationQuery } from '@/lib/notifications/schemas'

const notificationJson = `json_build_object('id', n.id, 'kind', n.kind, 'title', n.title, 'body', n.body, 'href', n.href,
    'read', n."readAt" IS NOT NULL, 'createdAt', ${iso('n."createdAt"')})`

/** What is news, and does not only request an action. */
const NEWS = raw(`n.kind NOT IN (${literals(CALL_KINDS)})`)

/** SQL for the number of a wallet's unread notifications. @param which a further condition. */
export const unreadOf = (wallet: string, which: Sql = sql`true`): Sql =>
  sql`(SELECT count(*)::int FROM "Notification" n
    WHERE n.wallet = ${wallet} AND n."readAt" IS NULL AND n."hiddenAt" IS NULL AND ${which})`

/** The body of `GET /api/v1/notifications` as JSON text. */
export async function notificationsBody(wallet: string, page: z.output<typeof NotificationQuery>): Promise<string> {
  const where = [sql`n.wallet = ${wallet}`, sql`n."hiddenAt" IS NULL`]
  if (page.cursor) where.push(sql`n.id < ${decodeNumberCursor(page.cursor)}::int`)
  if (page.recordId) where.push(sql`n.href = ANY(${hrefsOf(page.recordId)}::text[])`)
  if (page.unread) where.push(sql`n."readAt" IS NULL`)
  if (page.news) where.push(NEWS)
  const list = await keysetPage({
    from: '"Notification" n',
    view: notificationJson,
    key: 'n.id',
    where,
    limit: page.limit,
    beside: page.news ? unreadOf(wallet, NEWS) : unreadOf(wallet),
  })
  return `{"notifications":${list.items},"unread":${list.beside},"nextCursor":${list.nextCursor}}`
}
