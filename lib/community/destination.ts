import { z } from 'zod'
import type { Destination } from '@/lib/community/compose-post'
import { isElsewhere, type LinkedThread, requireHere } from '@/lib/community/discussion'
import { Channel } from '@/lib/community/schemas'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, invalid } from '@/lib/errors'
import { channelOfUrl, platformPostId } from '@/lib/platform/urls'
import { isErasedText } from '@/lib/text/erased'

// Where posts about a record go.

/** A channel, a post of the thread there if one is known, and since when a record is discussed there. */
export type Place = Pick<LinkedThread, 'channel' | 'postId' | 'threadUrl'> & { readonly linkedAt: Date | null }

const SourceRow = z.object({
  channel: z.string().nullable(),
  postId: z.string().nullable(),
  threadUrl: z.string().nullable(),
  linkedAt: z.date().nullable(),
  sourceUrl: z.string().nullable(),
})

/**
 * The thread of the challenge that a mission grew from, otherwise that of the post that it was made from; null where neither is on the
 * connected platform.
 */
export async function threadOfMission(executor: Db, missionId: string): Promise<Place | null> {
  const mission = await findOne(
    executor,
    sql`SELECT m."sourceUrl", t.channel, t."postId", t."threadUrl", t."linkedAt" FROM "Mission" m
      LEFT JOIN "PlatformThread" t ON t."challengeId" = m."challengeId" WHERE m.id = ${missionId}::uuid`,
    SourceRow,
  )
  if (!mission) return null
  const { channel, sourceUrl, ...linked } = mission
  if (channel !== null && !isElsewhere(linked)) return { channel, ...linked }
  const sourceId = sourceUrl === null ? null : platformPostId(sourceUrl)
  // An address may name any channel, also one that no post could be sent to.
  const { data: named } = Channel.safeParse(sourceUrl === null || sourceId === null ? null : channelOfUrl(sourceUrl))
  return named === undefined ? null : { channel: named, postId: sourceId, threadUrl: sourceUrl, linkedAt: null }
}

/** A reply must be in the channel of its parent, so in another channel than that of the thread a post has no parent. */
const inChannel = (channel: string, thread: Place | null): Destination => ({
  channel,
  parentPostId: thread?.channel === channel ? thread.postId : null,
})

/**
 * The requested channel, otherwise that of the discussion.
 * @throws Refusal `invalid_request` when no channel is known.
 */
export function destinationOf(requested: string | undefined, thread: Place | null): Destination {
  const linked = thread && !isErasedText(thread.channel) ? thread.channel : undefined
  const channel = requested ?? linked
  if (channel === undefined) throw invalid('channel', 'No discussion is linked, so name the channel to post in.')
  return inChannel(channel, thread)
}

/**
 * A post goes where its record is discussed: under the thread, or in another channel if it was queued for that one in spite of the
 * thread.
 * @throws Refusal `conflict` where it would not, because another thread was linked meanwhile or the platform is another one.
 */
export function requireStillPlaced(post: Destination & { readonly createdAt: Date }, thread: Place | null): void {
  if (thread) requireHere(thread)
  const { channel, parentPostId, createdAt } = post
  const isBeside = thread !== null && thread.channel !== channel
  const isLater = thread?.linkedAt != null && thread.linkedAt > createdAt
  if (inChannel(channel, thread).parentPostId === parentPostId && !(isBeside && isLater)) return
  throw conflict('This post would not go where its record is discussed now. Cancel it, and have it queued anew.')
}
