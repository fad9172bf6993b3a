import type { z } from 'zod'
import type { ChallengeState } from '@/lib/challenges/states'
import type { Shown, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf } from '@/lib/history/record'
import type { MissionState } from '@/lib/missions/states'
import { type Change, recordChange } from '@/lib/moderation/change'
import { moderateMuseLink } from '@/lib/moderation/muse-link'
import { RECORD_WORDS, requireRecordId } from '@/lib/moderation/records'
import { listReporters, settleReports } from '@/lib/moderation/reports'
import type { ModerateRecord } from '@/lib/moderation/schemas'
import { creditSeedsAnew, holdWallets, reverseSeeds } from '@/lib/moderation/seeds'
import { findSideFacts, type SideFacts, stateWithLink } from '@/lib/moderation/side-link'
import { holdTarget, isWhole, type Target } from '@/lib/moderation/target'
import { findWaitingFacts, stateWith, stateWithout, type WaitingFacts } from '@/lib/moderation/waiting-proof'
import { recordHidden, recordRestored, reportSettled } from '@/lib/notifications/notices'
import { insertNotices, type Notice, showNotices } from '@/lib/notifications/notify'

type Body = z.output<typeof ModerateRecord>

/**
 * A moderator hides a record, or brings it back. Nothing is deleted: the record's row says that it is hidden, the history
 * of its challenge or mission says why, and its Seeds are reversed or credited anew (decisions §10).
 */
export async function moderateRecord(ctx: WriteContext, { body }: { body: Body }): Promise<Shown> {
  const { recordType, action, reason } = body
  const recordId = requireRecordId(body)
  if (recordType === 'muse-link') return moderateMuseLink(ctx, recordId, body)
  const isHiding = action === 'hide'
  // Sent in one flight; whatever follows a lock sees what the lock waited for.
  const [target, waiting, side, reporters] = await Promise.all([
    holdTarget(ctx.tx, recordType, recordId, 'UPDATE'),
    recordType === 'proof' ? findWaitingFacts(ctx.tx, recordId) : null,
    recordType === 'submission' && !isHiding ? findSideFacts(ctx.tx, recordId) : null,
    listReporters(ctx.tx, recordId),
    ctx.tx.query(holdWallets(recordType, recordId)),
  ])
  if (target.hidden === isHiding)
    throw conflict(isHiding ? 'This record is already hidden.' : 'This record is not hidden.')

  const data = { recordType, recordId, reason }
  const to = side ? stateAfterReturn(target, side, ctx.at) : stateAfter(target, waiting, isHiding)
  const changes = changesOf(ctx, target, to, isHiding, data)
  const evidenceHash = changes[0].event.hash
  // In one flight again: Seeds follow what the first statement has hidden or shown.
  const [, entries] = await Promise.all([
    ctx.tx.query(recordChange(ctx, target, changes, body)),
    ctx.tx.query<{ amount: number }>(
      isHiding
        ? reverseSeeds(recordType, recordId, evidenceHash, ctx.at)
        : creditSeedsAnew(recordType, recordId, ctx.at),
    ),
    ctx.tx.query(insertNotices(noticesOf(target, body, reporters), ctx.caller.wallet, ctx.at)),
    isHiding ? ctx.tx.query(settleReports(ctx, recordId, reason)) : null,
    isWhole(target) ? ctx.tx.query(showNotices(target.parent, isHiding ? ctx.at : null)) : null,
  ])
  const moderation = {
    ...data,
    action,
    hidden: isHiding,
    moderator: ctx.caller.wallet,
    at: ctx.at.toISOString(),
    seeds: entries.reduce((sum, { amount }) => sum + amount, 0),
  }
  return { show: sql`(${JSON.stringify({ moderation })}::text)` }
}

/** Where the mission goes whose waiting proof is hidden or shown again; null where nothing moves. */
function stateAfter({ parent }: Target, waiting: WaitingFacts | null, isHiding: boolean): MissionState | null {
  if (waiting === null || parent.kind !== 'mission') return null
  const to = isHiding ? stateWithout(waiting, parent.state) : stateWith(waiting, parent.state)
  return to === parent.state ? null : to
}

/** Where the challenge goes whose response link is shown again; null where nothing moves. */
function stateAfterReturn({ id, parent }: Target, side: SideFacts, at: Date): ChallengeState | null {
  if (parent.kind !== 'challenge') return null
  const to = stateWithLink(side, id, parent.state, at)
  return to === parent.state ? null : to
}

/** The event in the history of the record or of what it is a part of, first, and in that of whatever shows it. */
function changesOf(
  ctx: WriteContext,
  { parent, beside }: Target,
  to: Change['to'],
  isHiding: boolean,
  data: Record<string, unknown>,
): [Change, ...Change[]] {
  const kind = isHiding ? 'record-hidden' : 'record-restored'
  const moves = to === null ? {} : { from: parent.state, to }
  return [
    { record: parent, event: eventOf(parent, ctx, { kind, ...moves, data }), to },
    ...beside.map((record) => ({ record, event: eventOf(record, ctx, { kind, data }), to: null })),
  ]
}

/** Whoever made the record, and whoever reported it, is told. */
function noticesOf(target: Target, { recordType, action, reason }: Body, reporters: readonly string[]): Notice[] {
  const isHidden = action === 'hide'
  const record = isWhole(target) ? { ...target.parent, hidden: isHidden } : target.parent
  const what = RECORD_WORDS[recordType]
  const tell = isHidden ? recordHidden : recordRestored
  return [
    ...(target.author === null ? [] : [tell(target.author, what, record, reason)]),
    ...(isHidden ? reporters.map((wallet) => reportSettled(wallet, what, record, { isHidden, reason })) : []),
  ]
}
