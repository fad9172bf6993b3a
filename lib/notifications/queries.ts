import type { z } from 'zod'
import type { Caller } from '@/lib/context'
import { decodeNumberCursor } from '@/lib/contract/cursor'
import { keysetPage } from '@/lib/db/list'
import { iso, join, literals, raw, type Sql, sql } from '@/lib/db/sql'
import { hrefsOf } from '@/lib/notifications/notify'
import { CALL_KINDS, MODERATORS_KIND, type NotificationQuery } from '@/lib/notifications/schemas'

const notificationJson = `json_build_object('id', n.id, 'kind', n.kind, 'title', n.title, 'body', n.body, 'href', n.href,
    'read', n."readAt" IS NOT NULL, 'createdAt', ${iso('n."createdAt"')})`

/** What is news, and does not only request an action. */
const NEWS = raw(`n.kind NOT IN (${literals(CALL_KINDS)})`)

type Reader = Pick<Caller, 'wallet' | 'isAdmin'>

/**
 * The notifications of a wallet that it may read now. Those for moderators name records that were hidden later, so they are
 * only for who is a moderator still.
 */
export const readableBy = ({ wallet, isAdmin }: Reader): Sql[] => [
  sql`n.wallet = ${wallet}`,
  sql`n."hiddenAt" IS NULL`,
  ...(isAdmin ? [] : [sql`n.kind <> ${MODERATORS_KIND}`]),
]

/** SQL for the number of a wallet's unread notifications. @param which further conditions. */
export const unreadOf = (reader: Reader, ...which: Sql[]): Sql =>
  sql`(SELECT count(*)::int FROM "Notification" n
    WHERE ${join([...readableBy(reader), sql`n."readAt" IS NULL`, ...which], ' AND ')})`

/** The body of `GET /api/v1/notifications` as JSON text. */
export async function notificationsBody(reader: Reader, page: z.output<typeof NotificationQuery>): Promise<string> {
  const where = readableBy(reader)
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
    beside: page.news ? unreadOf(reader, NEWS) : unreadOf(reader),
  })
  return `{"notifications":${list.items},"unread":${list.beside},"nextCursor":${list.nextCursor}}`
}
