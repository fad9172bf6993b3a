import { type LoadedChallenge, loadChallenge } from '@/lib/challenges/load'
import { now } from '@/lib/clock'
import { announceText, isUpdateOf } from '@/lib/community/compose-post'
import { type Place, requireStillPlaced, threadOfMission } from '@/lib/community/destination'
import { findThread, requireRunning } from '@/lib/community/discussion'
import { type LoadedItem, loadItem, OUTBOX_ITEM, payloadFields } from '@/lib/community/outbox'
import type { ApprovePost } from '@/lib/community/schemas'
import { type PostOutcome, settlePost } from '@/lib/community/settle-post'
import { outboxMachine } from '@/lib/community/states'
import { showItem } from '@/lib/community/views'
import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import { hasRow } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { requireAllowed } from '@/lib/machine/machine'
import { type LoadedMission, loadMission } from '@/lib/missions/load'
import { sendPost } from '@/lib/platform/gateway'
import { PlatformFault } from '@/lib/platform/gateway/fault'
import { platformMode, requirePlatform } from '@/lib/platform/settings'
import { recordChange } from '@/lib/records/record-change'

/**
 * A moderator approves the exact payload that they reviewed, while it says what is so and goes where the record is discussed. With
 * publishing on, the post is sent to the platform after `sending` is committed. With publishing off, it stays `approved` until it is
 * approved again.
 */
export async function approvePost(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof ApprovePost>,
): Promise<CommandResult> {
  const item = await loadItem(ctx.tx, params.id, true)
  // Pipelined: the other statements run after the lock is taken, so they see what the lock waited for.
  const [record, thread, isTaken] = await Promise.all([
    lockRecord(ctx, item),
    findPlace(ctx, item),
    isOtherApproved(ctx, item),
  ])
  const mode = platformMode()
  const isPublishing = mode === 'publishing'
  const to = isPublishing ? 'sending' : 'approved'
  requireAllowed(outboxMachine, item.state, 'approve', to)
  if (body.payloadHash !== item.payloadHash)
    throw conflict('This is not the hash of the payload. Read the post again and review it as it is.')
  if (isTaken) throw conflict('Another post of this kind was already approved for this record.')
  requireStillSo(item, record)
  // Without a platform nothing is sent, and nobody can tell which posts are its own.
  if (mode !== 'off') requireStillPlaced(item, thread)

  const attempt = item.attempts + 1
  const attemptedAt = ctx.at
  recordChange(
    ctx,
    OUTBOX_ITEM,
    item,
    { on: 'approve', to },
    {
      event: { kind: 'post-approved', data: { payloadHash: item.payloadHash } },
      set: isPublishing
        ? sql`, attempts = ${attempt}, "attemptedAt" = ${attemptedAt}, "attemptedBy" = ${requirePlatform().museId}`
        : undefined,
    },
  )
  const { wallet } = ctx.caller
  return {
    show: showItem(item.id, true),
    ...(isPublishing ? { background: () => deliverPost({ ...item, attempts: attempt }, attemptedAt, wallet) } : {}),
  }
}

/** The record that a post is about. */
type Subject = { readonly challenge: LoadedChallenge } | { readonly mission: LoadedMission }

/** Locks the record that the post is about. @throws Refusal `expired` when a moderator hid it. */
async function lockRecord(ctx: WriteContext, { challengeId, missionId }: LoadedItem): Promise<Subject> {
  if (challengeId !== null) return { challenge: await loadChallenge(ctx.tx, challengeId, true) }
  return { mission: await loadMission(ctx.tx, sql`${missionId}::uuid`, true) }
}

/** The thread that the record is discussed in now. */
async function findPlace({ tx }: WriteContext, { challengeId, missionId }: LoadedItem): Promise<Place | null> {
  if (challengeId !== null) return findThread(tx, challengeId)
  return missionId === null ? null : threadOfMission(tx, missionId)
}

/**
 * What a post says of its record was so when it was queued: a challenge may have ended since or have other deadlines, a
 * mission be in another state. What a receipt says never changes.
 * @throws Refusal `conflict` when the post no longer says what is so.
 */
function requireStillSo({ kind, payload }: LoadedItem, record: Subject): void {
  const { text } = payloadFields(payload)
  if ('challenge' in record) requireRunning(record.challenge)
  const isSo =
    'challenge' in record
      ? text === announceText(record.challenge)
      : kind === 'receipt' || isUpdateOf(text, record.mission)
  if (!isSo) throw conflict('This post no longer says what is so. Cancel it, and have it queued anew.')
}

/** Announcements and receipts are posted once per record. A partial unique index enforces this as well. */
async function isOtherApproved(ctx: WriteContext, item: LoadedItem): Promise<boolean> {
  if (item.kind === 'mission-update') return false
  const record =
    item.kind === 'announce' ? sql`"challengeId" = ${item.challengeId}` : sql`"missionId" = ${item.missionId}`
  return hasRow(
    ctx.tx,
    sql`SELECT 1 FROM "OutboxItem" WHERE kind = ${item.kind}::"OutboxKind" AND ${record}::uuid AND id <> ${item.id}::uuid
      AND state IN ('approved', 'sending', 'uncertain', 'sent')`,
  )
}

/**
 * Sends a post to the platform. `sending` is committed and no transaction is open: whatever happens now, the service
 * never sends the post again without a new approval.
 * @param attemptedAt of this attempt, as it is committed.
 * @returns the view of the post for the moderator.
 */
async function deliverPost(item: LoadedItem, attemptedAt: Date, approvedBy: string): Promise<Sql> {
  const outcome = await sendPost(payloadFields(item.payload), attemptedAt).then(
    (postId): PostOutcome => ({ kind: 'posted', postId }),
    (fault: unknown): PostOutcome => {
      if (fault instanceof PlatformFault) return { kind: fault.isUndone ? 'refused' : 'lost', message: fault.sentence }
      throw fault
    },
  )
  await settlePost(item, outcome, approvedBy, now())
  return showItem(item.id, true)
}
