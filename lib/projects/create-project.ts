import type { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import { type Sql, sql } from '@/lib/db/sql'
import { publishMission, requireTerms } from '@/lib/missions/create-mission'
import { findPreview } from '@/lib/platform/import-post'
import type { PostPreview } from '@/lib/platform/schemas'
import { requirePlatformPost } from '@/lib/platform/urls'
import type { CreateProject } from '@/lib/projects/schemas'
import { showProject } from '@/lib/projects/views'
import type { Rows } from '@/lib/records/record-change'

type Input = { readonly body: z.output<typeof CreateProject> }

/**
 * Creates a mission from a public post of the community platform, and stores the post's preview. The preview is fetched
 * before the transaction; if the platform cannot be read, only the URL is stored.
 */
export const createProject = {
  async prefetch({ caller, at }: { caller: Caller; at: Date }, { body }: Input): Promise<PostPreview | null> {
    requirePlatformPost('sourceUrl', body.sourceUrl)
    requireTerms(body, caller.wallet, at)
    return findPreview('sourceUrl', body.sourceUrl)
  },
  async run(
    ctx: WriteContext,
    { body, prefetched }: Input & { prefetched: PostPreview | null },
  ): Promise<CommandResult> {
    const beside: Rows = prefetched ? { post: insertSourcePost(prefetched, ctx.at) } : {}
    return publishMission(ctx, body, showProject, beside)
  },
}

/** The INSERT of a post's preview, for use as a CTE after the CTE `mission`. */
const insertSourcePost = (post: PostPreview, at: Date): Sql =>
  sql`INSERT INTO "SourcePost" ("missionId", "postId", url, channel, title, description, "siteName", "authorName", "imageUrl", "publishedAt", "readAt")
    SELECT mission.id, ${post.postId}, ${post.url}, ${post.channel}, ${post.title}, ${post.description}, ${post.siteName},
      ${post.authorName}, ${post.imageUrl}, ${post.publishedAt}::timestamptz, ${at}::timestamptz FROM mission`
