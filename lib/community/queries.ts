import { z } from 'zod'
import { challengeNotFound } from '@/lib/challenges/queries'
import { DiscussionView, OutboxPage } from '@/lib/community/schemas'
import { discussionJson, outboxItemJson, sentPostJson } from '@/lib/community/views'
import type { Caller } from '@/lib/context'
import { db, findOne, one } from '@/lib/db/db'
import { beforeId, keysetPage } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { BodyRow } from '@/lib/db/rows'
import { raw, type Sql, sql } from '@/lib/db/sql'

/** The body of `GET /api/v1/challenges/{id}/musebook` as JSON text. @throws Refusal `not_found`, also when hidden. */
export async function discussionBody(challengeId: string): Promise<string> {
  const row = await findOne(
    db,
    sql`SELECT ${raw(discussionJson)}::text AS body FROM "Challenge" c
      WHERE c.id = ${challengeId}::uuid AND c."hiddenAt" IS NULL`,
    BodyRow,
  )
  if (!row) throw challengeNotFound()
  return row.body
}

/** For pages: the parsed discussion. @throws Refusal `not_found`. */
export async function getDiscussion(challengeId: string): Promise<DiscussionView> {
  return parseView(DiscussionView, await discussionBody(challengeId))
}

const NOT_HIDDEN = sql`NOT EXISTS (SELECT 1 FROM "Challenge" c WHERE c.id = o."challengeId" AND c."hiddenAt" IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM "Mission" m WHERE m.id = o."missionId" AND m."hiddenAt" IS NOT NULL)`

/** Everybody sees sent posts, a wallet also its own, a moderator all of them (docs/decisions.md#community-platform). */
function visibleTo(caller: Caller | null): Sql[] {
  if (caller?.isAdmin) return []
  if (caller) return [sql`(o.state = 'sent' OR o."createdBy" = ${caller.wallet})`, NOT_HIDDEN]
  return [sql`o.state = 'sent'`, NOT_HIDDEN]
}

/** The body of `GET /api/v1/platform-outbox` as JSON text. */
export async function outboxBody(caller: Caller | null, page: { limit: number; cursor?: string }): Promise<string> {
  const where = visibleTo(caller)
  if (page.cursor) where.push(beforeId('o.id', page.cursor))
  const list = await keysetPage({
    from: '"OutboxItem" o',
    view: outboxItemJson(caller?.isAdmin ?? false),
    key: 'o.id',
    where,
    limit: page.limit,
  })
  return `{"items":${list.items},"nextCursor":${list.nextCursor}}`
}

/** A mission shows at most this many posts, the newest ones. */
const MISSION_POSTS_MAX = 20

/** For pages: the public list of sent posts, newest first. */
export const listSentPosts = async (page: { limit: number; cursor?: string }) =>
  parseView(OutboxPage, await outboxBody(null, page))

const PostsRow = z.object({ posts: DiscussionView.shape.posts })

/** For pages: the sent posts about a mission, oldest first. */
export async function listMissionPosts(missionId: string): Promise<DiscussionView['posts']> {
  const { posts } = await one(
    db,
    sql`SELECT coalesce(json_agg(p.post ORDER BY p.id), '[]') AS posts FROM (
      SELECT o.id, ${raw(sentPostJson)} AS post FROM "OutboxItem" o WHERE o.state = 'sent' AND o."missionId" = ${missionId}::uuid
      ORDER BY o.id DESC LIMIT ${MISSION_POSTS_MAX}) p`,
    PostsRow,
  )
  return posts
}
