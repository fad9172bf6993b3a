import { CHALLENGE, lockChallenge } from '@/lib/challenges/load'
import { countLinks, findThread, isElsewhere, requireRunning } from '@/lib/community/discussion'
import { Channel, type LinkDiscussion } from '@/lib/community/schemas'
import { showDiscussion } from '@/lib/community/views'
import { type CommandResult, type OnRecord, requireOwner, type WriteContext } from '@/lib/context'
import { DISCUSSION_RELINKS_MAX } from '@/lib/contract/limits'
import { sql } from '@/lib/db/sql'
import { conflict, invalid } from '@/lib/errors'
import { requirePlatform } from '@/lib/platform/settings'
import { channelOfUrl, platformPostId, postUrl, requirePlatformPost } from '@/lib/platform/urls'
import { recordChange } from '@/lib/records/record-change'

/**
 * Links a challenge to its discussion: a channel, and a post of the thread if there is one. The link may be changed
 * until the first reply is imported or the first post is sent, and while no post of the thread is known on the connected
 * platform. The platform is not called; the first sync reads the thread.
 */
export async function linkDiscussion(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof LinkDiscussion>,
): Promise<CommandResult> {
  const { channel, originPostUrl = null } = body
  const postId = originPostUrl === null ? null : postIdIn(channel, originPostUrl)
  // Pipelined: the other statements run after the lock is taken, so they see what the lock waited for.
  const [challenge, thread, links] = await Promise.all([
    lockChallenge(ctx, params.id),
    findThread(ctx.tx, params.id),
    countLinks(ctx.tx, params.id, 'owner'),
  ])
  requireOwner(challenge, ctx.caller.wallet)
  requireRunning(challenge)
  if (links > DISCUSSION_RELINKS_MAX)
    throw conflict(`A discussion is linked anew at most ${DISCUSSION_RELINKS_MAX} times, so its link stays as it is.`)

  const isOpen = thread !== null && (thread.postId === null || isElsewhere(thread))
  const threadUrl = postId === null ? null : postUrl(requirePlatform().origin, channel, postId)
  recordChange(ctx, CHALLENGE, challenge, null, {
    event: { kind: 'discussion-linked', data: { channel, originPostUrl, threadUrl } },
    rows: {
      linked: sql`INSERT INTO "PlatformThread" ("challengeId", channel, "originPostUrl", "postId", "threadUrl", "linkedBy", "linkedAt")
        SELECT ${challenge.id}::uuid, ${channel}, ${originPostUrl}::text, ${postId}::bigint, ${threadUrl}::text,
          ${ctx.caller.wallet}, ${ctx.at}::timestamptz
        WHERE (${isOpen} OR NOT EXISTS (SELECT 1 FROM "Proposal" WHERE "challengeId" = ${challenge.id}::uuid))
          AND NOT EXISTS (SELECT 1 FROM "OutboxItem" WHERE "challengeId" = ${challenge.id}::uuid
            AND (state IN ('sending', 'uncertain') OR state = 'sent' AND NOT ${isOpen}))
        ON CONFLICT ("challengeId") DO UPDATE SET channel = EXCLUDED.channel, "originPostUrl" = EXCLUDED."originPostUrl",
          "postId" = EXCLUDED."postId", "threadUrl" = EXCLUDED."threadUrl", "linkedBy" = EXCLUDED."linkedBy",
          "linkedAt" = EXCLUDED."linkedAt", "syncedAt" = NULL, "lastSync" = NULL, "triedAt" = NULL
        RETURNING "challengeId"`,
    },
    requires: { linked: 'The discussion has begun, so its link stays as it is.' },
  })
  return { show: showDiscussion(challenge.id) }
}

/** @throws Refusal `invalid_request` when the URL is no post of the platform, or is in another channel. */
function postIdIn(channel: string, url: string): string | null {
  requirePlatformPost('originPostUrl', url)
  const named = channelOfUrl(url)
  const { data: known } = Channel.safeParse(named)
  if (named !== null && known === undefined)
    throw invalid('originPostUrl', 'The channel in this address is none that could be linked.')
  if (named !== null && known !== channel) throw invalid('originPostUrl', `This post is in the channel ${known}.`)
  return platformPostId(url)
}
