import type { z } from 'zod'
import type { Shown, WriteContext } from '@/lib/context'
import { RESTORES_MAX } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf } from '@/lib/history/record'
import { type Change, recordChange } from '@/lib/moderation/change'
import {
  effectOfHiding,
  effectOfRestoring,
  findProofFacts,
  type ProofEffect,
  type ProofFacts,
} from '@/lib/moderation/proof-effect'
import { RECORD_WORDS, requireRecordId } from '@/lib/moderation/records'
import { listReporters, settleReports } from '@/lib/moderation/reports'
import type { ModerateRecord } from '@/lib/moderation/schemas'
import { creditSeedsAnew, holdWallets, reverseSeeds } from '@/lib/moderation/seeds'
import { holdTarget, isWhole, type Target } from '@/lib/moderation/target'
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
  // Sent in one flight; whatever follows a lock sees what the lock waited for.
  const [target, proof, reporters] = await Promise.all([
    holdTarget(ctx.tx, recordType, recordId, 'UPDATE'),
    recordType === 'proof' ? findProofFacts(ctx.tx, recordId) : null,
    listReporters(ctx.tx, recordId),
    ctx.tx.query(holdWallets(recordType, recordId)),
  ])
  const isHiding = action === 'hide'
  if (target.hidden === isHiding)
    throw conflict(isHiding ? 'This record is already hidden.' : 'This record is not hidden.')
  if (!isHiding) await requireRestorable(ctx, target)

  const data = { recordType, recordId, reason }
  const changes = changesOf(ctx, target, proof, isHiding, data)
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

/** Each hiding and restoring is an event of the history, which must not grow without end. The parent's row is held. */
async function requireRestorable({ tx }: WriteContext, { parent }: Target): Promise<void> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM "HistoryEvent" WHERE "recordId" = ${parent.id}::uuid AND kind = 'record-restored'`,
  )
  if (count >= RESTORES_MAX) throw conflict(`Records of one ${parent.kind} are restored ${RESTORES_MAX} times at most.`)
}

const NO_EFFECT: ProofEffect = { to: null, verifies: null }

/** What a proof's hiding or restoring does to its milestone and its mission. */
function effectOf({ parent }: Target, proof: ProofFacts | null, isHiding: boolean): ProofEffect {
  if (proof === null || parent.kind !== 'mission') return NO_EFFECT
  return isHiding ? effectOfHiding(proof, parent.state) : effectOfRestoring(proof, parent.state)
}

/** The event in the history of the record or of what it is a part of, first, and in that of whatever shows it. */
function changesOf(
  ctx: WriteContext,
  target: Target,
  proof: ProofFacts | null,
  isHiding: boolean,
  data: Record<string, unknown>,
): [Change, ...Change[]] {
  const { id, parent, beside } = target
  const { to, verifies } = effectOf(target, proof, isHiding)
  const kind = isHiding ? 'record-hidden' : 'record-restored'
  const moves = to === null ? {} : { from: parent.state, to }
  const others = beside.map((record) => ({ record, event: eventOf(record, ctx, { kind, data }), to: null }))
  if (proof === null || verifies === null)
    return [{ record: parent, event: eventOf(parent, ctx, { kind, ...moves, data }), to }, ...others]
  const told = { ...data, milestone: { id: proof.milestoneId, verified: verifies } }
  const milestone = { id: proof.milestoneId, verifiedProofId: verifies ? id : null }
  return [{ record: parent, event: eventOf(parent, ctx, { kind, ...moves, data: told }), to, milestone }, ...others]
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
