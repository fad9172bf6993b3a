import { z } from 'zod'
import { now } from '@/lib/clock'
import { ItemRow, type LoadedItem, payloadFields, selectItems } from '@/lib/community/outbox'
import { settlePost } from '@/lib/community/settle-post'
import { UNCERTAIN_POST_CHECK_MS } from '@/lib/contract/limits'
import { db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { CHANNEL_POSTS_MAX, readChannel, readThread } from '@/lib/platform/gateway'
import { type PlatformPost, tame } from '@/lib/platform/gateway/answers'
import { findPlatform } from '@/lib/platform/settings'

const MINUTE_MS = 60_000
/** A call ends within ten seconds: a post that is still `sending` after this long was left by a process that died. */
const SENDING_TIMEOUT_MS = MINUTE_MS
/** The platform takes a signed message within five minutes of its time; after twice that it can no longer appear. */
const CANNOT_APPEAR_AFTER_MS = 10 * MINUTE_MS
/** Clocks differ: a post may seem older than the attempt that made it. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS
const ROUND_MAX = 5

/** Posts that a process began to send and never settled become `uncertain`. */
export async function settleAbandoned(): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - SENDING_TIMEOUT_MS)
  const abandoned = await db.query(selectItems(sql`state = 'sending' AND "attemptedAt" < ${before} LIMIT 100`), ItemRow)
  for (const item of abandoned) {
    await settlePost(item, { kind: 'lost', message: 'The service stopped before the answer came.' }, null, at)
  }
}

/** The uncertain posts to look for now, those that were attempted last first: they are the likeliest to be found. */
export function listUncertain(): Promise<LoadedItem[]> {
  const since = new Date(now().getTime() - UNCERTAIN_POST_CHECK_MS)
  return db.query(
    selectItems(sql`state = 'uncertain' AND "attemptedAt" > ${since} ORDER BY "attemptedAt" DESC LIMIT ${ROUND_MAX}`),
    ItemRow,
  )
}

/**
 * Looks for a post whose answer was lost where it would stand. It is sent when it is found, failed once it can no longer
 * appear, and else stays as it is; it is never sent again.
 * @throws PlatformFault when the platform cannot be read.
 */
export async function reconcilePost(item: LoadedItem): Promise<void> {
  const attemptedAt = item.attemptedAt?.getTime() ?? 0
  const { posts, isWhole } = await readDestination(item, attemptedAt)
  const at = now()
  const postId = await firstUnclaimed(posts.filter((post) => isPostOf(post, item)))
  if (postId !== null) await settlePost(item, { kind: 'posted', postId }, null, at)
  else if (isWhole && at.getTime() - attemptedAt > CANNOT_APPEAR_AFTER_MS) {
    await settlePost(item, { kind: 'refused', message: 'It does not stand on the platform.' }, null, at)
  }
}

/** The posts among which it would stand, and whether all of them were seen. */
async function readDestination(
  item: LoadedItem,
  attemptedAt: number,
): Promise<{ posts: readonly PlatformPost[]; isWhole: boolean }> {
  if (item.parentPostId !== null) {
    const { posts, isCut, unreadable } = await readThread(item.parentPostId)
    return { posts, isWhole: !isCut && unreadable === 0 }
  }
  const posts = await readChannel(item.channel)
  const reachesBack = posts.some((post) => post.postedAt.getTime() < attemptedAt - CLOCK_TOLERANCE_MS)
  return { posts, isWhole: posts.length < CHANNEL_POSTS_MAX || reachesBack }
}

/** Whether a post of the platform is what an attempt made: by the service's own Muse, there, since then, to the letter. */
export function isPostOf(post: PlatformPost, item: LoadedItem): boolean {
  const { text } = payloadFields(item.payload)
  const attemptedAt = item.attemptedAt?.getTime() ?? 0
  return (
    post.museId === findPlatform()?.museId &&
    post.parentId === item.parentPostId &&
    post.postedAt.getTime() > attemptedAt - CLOCK_TOLERANCE_MS &&
    post.text.trim() === tame(text, Number.MAX_SAFE_INTEGER).trim()
  )
}

const ClaimedRow = z.object({ postId: z.string() })

/** The first of these posts that is no other item's. */
async function firstUnclaimed(posts: readonly PlatformPost[]): Promise<string | null> {
  const ids = posts.map((post) => post.id).sort((a, b) => Number(a) - Number(b))
  if (ids.length === 0) return null
  const claimed = await db.query(
    sql`SELECT "postId" FROM "OutboxItem" WHERE "postId" = ANY(${ids}::bigint[])`,
    ClaimedRow,
  )
  return ids.find((id) => !claimed.some(({ postId }) => postId === id)) ?? null
}
