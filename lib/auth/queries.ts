import { z } from 'zod'
import { OpenSessionView } from '@/lib/auth/schemas'
import { now } from '@/lib/clock'
import { beforeId, keysetPage } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { iso, type Sql, sql } from '@/lib/db/sql'

/** SQL conditions on `s` for the sessions of a wallet that are neither revoked nor expired. */
export const openSessionsOf = (wallet: string, at: Date): Sql =>
  sql`s.wallet = ${wallet} AND s."revokedAt" IS NULL AND s."expiresAt" > ${at}`

/**
 * The body of `GET /api/v1/sessions` as JSON text.
 * @param hash the token hash of the request, to mark its own session.
 */
export async function sessionsBody(
  wallet: string,
  hash: string | null,
  page: { limit: number; cursor?: string },
): Promise<string> {
  const where = [openSessionsOf(wallet, now())]
  if (page.cursor) where.push(beforeId('s.id', page.cursor))
  const list = await keysetPage({
    from: '"Session" s',
    view: `json_build_object('id', s.id, 'delivery', s.delivery, 'createdAt', ${iso('s."createdAt"')},
      'expiresAt', ${iso('s."expiresAt"')})`,
    key: 's.id',
    where,
    limit: page.limit,
    beside: sql`(SELECT id FROM "Session" WHERE "tokenHash" = ${hash})`,
  })
  const sessions = parseView(z.array(OpenSessionView.omit({ current: true })), list.items)
  const marked = sessions.map((session): OpenSessionView => ({ ...session, current: session.id === list.beside }))
  return `{"sessions":${JSON.stringify(marked)},"nextCursor":${list.nextCursor}}`
}
