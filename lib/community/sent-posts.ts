import { z } from 'zod'
import { outboxBody } from '@/lib/community/queries'
import { DiscussionView, OutboxPage } from '@/lib/community/schemas'
import { db, one } from '@/lib/db/db'
import { parseView } from '@/lib/db/parse-view'
import { iso, raw, sql } from '@/lib/db/sql'

/** The posts about a mission that are shown at most: the newest. */
const MISSION_POSTS_MAX = 20

/** For pages: a page of what the service posted, newest first, as everybody sees it. */
export const listSentPosts = async (page: { limit: number; cursor?: string }) =>
  parseView(OutboxPage, await outboxBody(null, page))

const PostsRow = z.object({ posts: DiscussionView.shape.posts })

/** For pages: what the service posted about a mission, oldest first. */
export async function listMissionPosts(missionId: string): Promise<DiscussionView['posts']> {
  const { posts } = await one(
    db,
    sql`SELECT coalesce(json_agg(p.post ORDER BY p.id), '[]') AS posts FROM (
      SELECT o.id, json_build_object('id', o.id, 'kind', o.kind, 'text', o.payload::json ->> 'text', 'url', o."postUrl",
        'postId', o."postId"::text, 'sentAt', ${raw(iso('o."sentAt"'))}) AS post
      FROM "OutboxItem" o WHERE o.state = 'sent' AND o."missionId" = ${missionId}::uuid
      ORDER BY o.id DESC LIMIT ${MISSION_POSTS_MAX}) p`,
    PostsRow,
  )
  return posts
}
