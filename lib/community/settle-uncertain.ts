import { isPostOf, type LoadedItem, loadItem, requireGivenUp } from '@/lib/community/outbox'
import type { SettlePost } from '@/lib/community/schemas'
import { lockRecord, recordSent } from '@/lib/community/settle-post'
import { outboxMachine } from '@/lib/community/states'
import { showItem } from '@/lib/community/views'
import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import { db, hasRow } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, invalid } from '@/lib/errors'
import { requireAllowed } from '@/lib/machine/machine'
import { readThread } from '@/lib/platform/gateway'
import { platformPostId, requirePlatformPost } from '@/lib/platform/urls'

type Input = OnRecord<typeof SettlePost>

/**
 * A moderator names the post of an item whose response was lost, after the service has stopped looking for it. The post
 * is read and compared with the approved payload. The platform is called before the transaction.
 */
export const settleUncertain = {
  async prefetch({ at }: { at: Date }, { params, body }: Input): Promise<{ postId: string }> {
    requirePlatformPost('postUrl', body.postUrl)
    const item = await loadItem(db, params.id, false)
    requireUnsettled(item, at)
    const postId = platformPostId(body.postUrl) ?? ''
    const thread = await readThread(postId)
    const post = thread.posts.find(({ id }) => id === postId)
    if (!post || (post.channel || thread.channel) !== item.channel || !isPostOf(post, item))
      throw invalid(
        'postUrl',
        'This post is not what was approved: its author, place, time and words must be the same.',
      )
    return { postId }
  },

  async run(
    ctx: WriteContext,
    { params, prefetched }: Input & { prefetched: { postId: string } },
  ): Promise<CommandResult> {
    const item = await loadItem(ctx.tx, params.id, true)
    requireUnsettled(item, ctx.at)
    // The record's lock serialises items with the same text, so that two of them cannot claim one post.
    const record = await lockRecord(ctx, item)
    const { postId } = prefetched
    if (await hasRow(ctx.tx, sql`SELECT 1 FROM "OutboxItem" WHERE "postId" = ${postId}::bigint`))
      throw conflict('This post is already that of another item of the outbox.')
    recordSent(ctx, item, 'settle', postId, record)
    return { show: showItem(item.id, true) }
  },
}

/** @throws Refusal `conflict` when the post is settled, or the service still looks for it. */
function requireUnsettled(item: LoadedItem, at: Date): void {
  requireAllowed(outboxMachine, item.state, 'settle')
  requireGivenUp(item, at)
}
