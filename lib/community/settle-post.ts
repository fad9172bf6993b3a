import { z } from 'zod'
import { findItem, type LoadedItem, OUTBOX_ITEM } from '@/lib/community/outbox'
import type { OutboxState, OutboxTrigger } from '@/lib/community/states'
import { hasRow, one } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { type Transaction, transaction } from '@/lib/db/transaction'
import { HistoryHead } from '@/lib/history/chain'
import { eventOf, follow, HEAD_COLUMNS } from '@/lib/history/record'
import { postSettled } from '@/lib/notifications/notices'
import type { Notice } from '@/lib/notifications/notify'
import { requirePlatform } from '@/lib/platform/settings'
import { postUrl } from '@/lib/platform/urls'
import { type ChangeContext, moveOf, recordChange, writeChange } from '@/lib/records/record-change'

export type PostOutcome =
  | { readonly kind: 'posted'; readonly postId: string }
  | { readonly kind: 'refused' | 'lost'; readonly message: string }

/** The trigger for an outcome, by the state of the post. Without one the outcome changes nothing. */
const TRIGGERS: Partial<Record<OutboxState, Partial<Record<PostOutcome['kind'], OutboxTrigger>>>> = {
  sending: { posted: 'acknowledged', refused: 'refused', lost: 'lost' },
  uncertain: { posted: 'found', refused: 'absent' },
}

const EVENT_KINDS = { posted: 'post-sent', refused: 'post-failed', lost: 'post-uncertain' } as const

const AboutRow = HistoryHead.extend({
  kind: z.enum(['challenge', 'mission']),
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  hidden: z.boolean(),
})
export type AboutRecord = z.infer<typeof AboutRow>

/**
 * Records the outcome of an attempt: the post's state, its history, the history of its record, and notifications. Does
 * nothing when the attempt is settled already or another attempt followed it.
 * @param actor the wallet that approved the post; null for the schedule.
 */
export async function settlePost(
  attempted: Pick<LoadedItem, 'id' | 'attempts'>,
  outcome: PostOutcome,
  actor: string | null,
  at: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const item = await findItem(tx, attempted.id, true)
    if (!item || item.attempts !== attempted.attempts) return
    const by = { tx, at, caller: actor === null ? null : { wallet: actor } }
    // The record's lock serialises items with the same text, so that two of them cannot claim one post.
    const record = await lockRecord(by, item)
    const known = outcome.kind === 'posted' ? await withoutClaimed(tx, item, outcome.postId) : outcome
    const trigger = TRIGGERS[item.state]?.[known.kind]
    if (!trigger) return
    if (known.kind === 'posted') recordSent(by, item, trigger, known.postId, record)
    else
      recordChange(by, OUTBOX_ITEM, item, trigger, {
        event: { kind: EVENT_KINDS[known.kind], data: { message: known.message } },
        notify: known.kind === 'refused' ? noticesOf(record, false) : [],
      })
  })
}

/**
 * The platform may name the id of a post that is known as another one: that of another item, the post that was replied to, or a
 * reply of somebody else. That outcome counts as lost.
 */
async function withoutClaimed(tx: Transaction, item: LoadedItem, postId: string): Promise<PostOutcome> {
  const claimed = await hasRow(
    tx,
    sql`SELECT 1 FROM "OutboxItem" WHERE "postId" = ${postId}::bigint
      UNION ALL SELECT 1 FROM "Proposal" WHERE "postId" = ${postId}::bigint AND "challengeId" =
        coalesce(${item.challengeId}::uuid, (SELECT m."challengeId" FROM "Mission" m WHERE m.id = ${item.missionId}::uuid))`,
  )
  if (!claimed && postId !== item.parentPostId) return { kind: 'posted', postId }
  return { kind: 'lost', message: 'The platform named a post that is another one.' }
}

const TABLES = { challenge: sql`"Challenge"`, mission: sql`"Mission"` } as const

/** The record that a post is about, locked until the transaction ends. The write happens after the last event of both. */
export async function lockRecord(ctx: ChangeContext, item: LoadedItem): Promise<AboutRecord> {
  const kind = item.challengeId !== null ? 'challenge' : 'mission'
  const record = await one(
    ctx.tx,
    sql`SELECT ${kind}::text AS kind, id, title, owner, ${HEAD_COLUMNS}, "hiddenAt" IS NOT NULL AS hidden
      FROM ${TABLES[kind]} WHERE id = ${item.challengeId ?? item.missionId}::uuid FOR UPDATE`,
    AboutRow,
  )
  for (const head of [item, record]) follow(ctx, head)
  return record
}

/** Records that a post exists, also in the history of its record. An announcement starts the discussion. */
export function recordSent(
  ctx: ChangeContext,
  item: LoadedItem,
  trigger: OutboxTrigger,
  postId: string,
  record: AboutRecord,
): void {
  const { at } = ctx
  const url = postUrl(requirePlatform().origin, item.channel, postId)
  const { to, event: own } = moveOf(ctx, OUTBOX_ITEM, item, trigger, {
    kind: EVENT_KINDS.posted,
    data: { postId, url },
  })
  const data = { itemId: item.id, kind: item.kind, url, payloadHash: item.payloadHash }
  const event = eventOf(record, ctx, { kind: 'post-sent', data })
  writeChange(ctx, OUTBOX_ITEM, item, to, [event, own], {
    set: sql`, "postId" = ${postId}::bigint, "postUrl" = ${url}, "sentAt" = ${at}`,
    rows: {
      recorded: sql`UPDATE ${TABLES[record.kind]} SET "historySeq" = ${event.seq}, "historyHead" = ${event.hash}, "updatedAt" = ${event.at}
        WHERE id = ${record.id}::uuid`,
      ...(item.kind === 'announce' ? { begun: beginDiscussion(item, postId, url, at) } : {}),
    },
    notify: noticesOf(record, true),
  })
}

/** Hidden records send no notifications. */
const noticesOf = (record: AboutRecord, isSent: boolean): Notice[] =>
  record.hidden ? [] : [postSettled(record, isSent)]

/**
 * A challenge without a known thread is discussed under its announcement, also where another channel was linked: linked by whoever
 * queued that, or by whoever linked the same channel before.
 */
function beginDiscussion(item: LoadedItem, postId: string, url: string, at: Date): Sql {
  return sql`INSERT INTO "PlatformThread" AS t ("challengeId", channel, "postId", "threadUrl", "linkedBy", "linkedAt")
    VALUES (${item.challengeId}::uuid, ${item.channel}, ${postId}::bigint, ${url}, ${item.createdBy}, ${at})
    ON CONFLICT ("challengeId") DO UPDATE SET channel = EXCLUDED.channel, "postId" = EXCLUDED."postId", "threadUrl" = EXCLUDED."threadUrl",
      "linkedBy" = CASE t.channel WHEN EXCLUDED.channel THEN t."linkedBy" ELSE EXCLUDED."linkedBy" END,
      "linkedAt" = CASE t.channel WHEN EXCLUDED.channel THEN t."linkedAt" ELSE EXCLUDED."linkedAt" END
    WHERE t."postId" IS NULL`
}
