import { z } from 'zod'
import {
  OUTBOX_KINDS,
  OUTBOX_STATES,
  type OutboxState,
  type OutboxTrigger,
  outboxMachine,
} from '@/lib/community/states'
import { UNCERTAIN_POST_CHECK_MS } from '@/lib/contract/limits'
import { type Db, findOne } from '@/lib/db/db'
import { parseView } from '@/lib/db/parse-view'
import { IdRow } from '@/lib/db/rows'
import { type Sql, sql } from '@/lib/db/sql'
import { MINUTE_MS } from '@/lib/durations'
import { conflict, notFound } from '@/lib/errors'
import { HistoryHead } from '@/lib/history/chain'
import { type PlatformPost, TEXT_CHARS_MAX, tame } from '@/lib/platform/gateway/answers'
import { findPlatform } from '@/lib/platform/settings'
import type { RecordKind } from '@/lib/records/record-change'

// Shared by the commands on posts of the service.

export const ItemRow = HistoryHead.extend({
  id: z.string(),
  kind: z.enum(OUTBOX_KINDS),
  state: z.enum(OUTBOX_STATES),
  challengeId: z.string().nullable(),
  missionId: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.date(),
  channel: z.string(),
  parentPostId: z.string().nullable(),
  payload: z.string(),
  payloadHash: z.string(),
  attempts: z.int(),
  attemptedAt: z.date().nullable(),
  /** The Muse of the last attempt; null for attempts before it was kept. */
  attemptedBy: z.string().nullable(),
})
export type LoadedItem = z.infer<typeof ItemRow>

/** The SELECT of posts (`ItemRow`). */
export const selectItems = (where: Sql): Sql =>
  sql`SELECT id, kind, state, "challengeId", "missionId", "createdBy", "createdAt", channel, "parentPostId", payload, "payloadHash", attempts,
    "attemptedAt", "attemptedBy", "historySeq", "historyHead", coalesce((SELECT h.at FROM "HistoryEvent" h
      WHERE h."recordId" = "OutboxItem".id AND h.seq = "historySeq"), "createdAt") AS "historyAt" FROM "OutboxItem" WHERE ${where}`

/** A post, or null. @param lock whether its row is locked until the transaction ends. */
export async function findItem(executor: Db, id: string, lock: boolean): Promise<LoadedItem | null> {
  // Pipelined: the second statement runs after the lock is taken, so it sees the event that the lock waited for.
  const [, item] = await Promise.all([
    lock ? executor.query(sql`SELECT id FROM "OutboxItem" WHERE id = ${id}::uuid FOR UPDATE`, IdRow) : null,
    findOne(executor, selectItems(sql`id = ${id}::uuid`), ItemRow),
  ])
  return item
}

/** A post. @param lock whether its row is locked until the transaction ends. @throws Refusal `not_found`. */
export async function loadItem(executor: Db, id: string, lock: boolean): Promise<LoadedItem> {
  const item = await findItem(executor, id, lock)
  if (!item) throw notFound('There is no such post.')
  return item
}

/** @throws Refusal `conflict` while the service still looks for a post whose response was lost. */
export function requireGivenUp({ state, attemptedAt }: LoadedItem, at: Date): void {
  if (state !== 'uncertain') return
  const until = new Date((attemptedAt?.getTime() ?? 0) + UNCERTAIN_POST_CHECK_MS)
  if (at < until)
    throw conflict(
      `The service looks for this post on the platform until ${until.toISOString()}. After that a moderator settles it.`,
    )
}

export const OUTBOX_ITEM: RecordKind<OutboxState, OutboxTrigger> = {
  table: '"OutboxItem"',
  stateType: '"OutboxState"',
  machine: outboxMachine,
  isDated: false,
  changed: 'The post has moved a moment ago. Read it again.',
}

const PayloadFields = z.object({
  channel: z.string(),
  name: z.string(),
  text: z.string(),
  parent_post_id: z.int().optional(),
})

/** @param payload as made by `payloadOf`; the database never changes it. */
export const payloadFields = (payload: string): z.infer<typeof PayloadFields> => parseView(PayloadFields, payload)

/** Clocks differ: a post may seem older than the attempt that created it. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

/** Whether a platform post results from an attempt: the Muse of the attempt, same parent and text, and not older than it. */
export function isPostOf(post: PlatformPost, item: LoadedItem): boolean {
  const { text } = payloadFields(item.payload)
  const attemptedAt = item.attemptedAt?.getTime() ?? 0
  return (
    post.museId === (item.attemptedBy ?? findPlatform()?.museId) &&
    post.parentId === item.parentPostId &&
    post.postedAt.getTime() > attemptedAt - CLOCK_TOLERANCE_MS &&
    post.text.trim() === tame(text, TEXT_CHARS_MAX).trim()
  )
}

const PostedRow = z.object({ postId: z.string().nullable(), attemptedBy: z.string().nullable() })

/** Those of the posts that are no item's: the service has posted the others. */
export async function listUnclaimed(executor: Db, posts: readonly PlatformPost[]): Promise<readonly PlatformPost[]> {
  return posts.length === 0 ? [] : othersThan(await executor.query(selectPosted(posts), PostedRow), posts)
}

/**
 * Those of the posts that the service has not posted: no item's, and by no Muse with which it has tried to post about the challenge,
 * whose post may have been lost.
 */
export async function listReplies(
  executor: Db,
  challengeId: string,
  posts: readonly PlatformPost[],
): Promise<readonly PlatformPost[]> {
  const posted = await executor.query(
    sql`${selectPosted(posts)} OR "challengeId" = ${challengeId}::uuid AND "attemptedBy" IS NOT NULL`,
    PostedRow,
  )
  const muses = new Set(posted.map(({ attemptedBy }) => attemptedBy))
  return othersThan(posted, posts).filter(({ museId }) => !muses.has(museId))
}

const selectPosted = (posts: readonly PlatformPost[]): Sql =>
  sql`SELECT "postId", "attemptedBy" FROM "OutboxItem" WHERE "postId" = ANY(${posts.map(({ id }) => id)}::bigint[])`

function othersThan(posted: readonly z.infer<typeof PostedRow>[], posts: readonly PlatformPost[]) {
  const ids = new Set(posted.map(({ postId }) => postId))
  return posts.filter(({ id }) => !ids.has(id))
}
