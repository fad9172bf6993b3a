import { z } from 'zod'
import { resumeChecks } from '@/lib/chain/queue'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import type { CommandResult, WriteContext } from '@/lib/context'
import { RESTORES_MAX } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { CountRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf } from '@/lib/history/record'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import {
  type Change,
  changeVisibility,
  holdReports,
  requireChange,
  settleReports,
  showModeration,
} from '@/lib/moderation/change'
import {
  effectOfHiding,
  effectOfRestoring,
  findProofFacts,
  findSideFacts,
  type ProofFacts,
  type SideFacts,
  stateWithLink,
} from '@/lib/moderation/effects'
import { moderateMuseLink } from '@/lib/moderation/muse-link'
import { tombstoneReaders } from '@/lib/moderation/queries'
import { RECORD_WORDS, requireRecordId } from '@/lib/moderation/records'
import type { ModerateRecord } from '@/lib/moderation/schemas'
import { creditSeedsAnew, holdWallets, reverseSeeds } from '@/lib/moderation/seeds'
import { holdTarget, isWhole, type Target } from '@/lib/moderation/target'
import { partModerated, recordModerated, reportSettled, workModerated } from '@/lib/notifications/moderation-notices'
import { hideNotices, insertNotices, type Notice, showNotices, showReviewNotices } from '@/lib/notifications/notify'
import { quoted } from '@/lib/text/quoted'

type Body = z.output<typeof ModerateRecord>

const STATE_LABELS = { ...CHALLENGE_STATE_LABELS, ...MISSION_STATE_LABELS }

/**
 * A moderator hides or restores a record. Nothing is deleted: the row is marked as hidden, the history of its challenge
 * or mission holds the reason, and its Seeds are reversed or credited again (docs/decisions.md#moderation).
 */
export async function moderateRecord(ctx: WriteContext, { body }: { body: Body }): Promise<CommandResult> {
  const { recordType, action, reason } = body
  const recordId = requireRecordId(body)
  if (recordType === 'muse-link') return moderateMuseLink(ctx, recordId, body)
  const isHiding = action === 'hide'
  // Pipelined: the statements after a lock see what the lock waited for.
  const [target, proof, side, reporters] = await Promise.all([
    holdTarget(ctx, recordType, recordId, 'UPDATE'),
    recordType === 'proof' ? findProofFacts(ctx.tx, recordId) : null,
    recordType === 'submission' && !isHiding ? findSideFacts(ctx.tx, recordId) : null,
    isHiding ? holdReports(ctx.tx, recordId) : [],
    ctx.tx.run(holdWallets(recordType, recordId)),
  ])
  requireChange(target.hidden, isHiding)
  if (!isHiding) await requireRestorable(ctx, target)

  const data = { recordType, recordId, reason }
  const effect = side ? effectOfReturn(target, side, ctx.at) : effectOfProof(target, proof, isHiding)
  const changes = changesOf(ctx, target, effect, isHiding, data)
  // Pipelined in this order: the Seeds depend on what the first statement hides or restores.
  const [, seeds] = await Promise.all([
    ctx.tx.run(changeVisibility(ctx, target, changes, body)),
    followWithSeeds(ctx, body, recordId, effect, changes[0].event.hash),
    ctx.tx.run(insertNotices(noticesOf(target, effect, body, reporters), ctx.caller.wallet, ctx.at)),
    followWithNotices(ctx, target, isHiding),
    ctx.tx.run(isHiding ? settleReports(ctx, recordId, reason) : resumeChecks(recordId, ctx.at)),
  ])
  return showModeration(ctx, body, recordId, seeds)
}

/** Hides the notifications that would still tell of what is hidden, or shows them again. */
async function followWithNotices({ tx, at }: WriteContext, target: Target, isHiding: boolean): Promise<void> {
  const { id, type, parent } = target
  if (isWhole(target)) await tx.run(isHiding ? hideNotices(parent, tombstoneReaders(parent), at) : showNotices(parent))
  // Those of a hidden mission stay hidden.
  else if (type === 'proof' && !parent.hidden) await tx.run(showReviewNotices(id, isHiding ? at : null))
}

const EntryRow = z.object({ amount: z.int() })

/** Reverses the Seeds of a hidden record, or credits them again. @returns by how much the balances changed. */
async function followWithSeeds(
  ctx: WriteContext,
  { recordType, action }: Body,
  recordId: string,
  { milestone }: Effect,
  evidenceHash: string,
): Promise<number> {
  const credit = (type: typeof recordType, id: string) => creditSeedsAnew(type, id, ctx.at)
  const successor = milestone?.verifiedProofId
  const statements =
    action === 'restore'
      ? [credit(recordType, recordId)]
      : [reverseSeeds(recordType, recordId, evidenceHash, ctx.at), ...(successor ? [credit('proof', successor)] : [])]
  const entries = await Promise.all(statements.map((statement) => ctx.tx.query(statement, EntryRow)))
  return entries.flat().reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Refuses to restore a duplicate of a visible record, and limits the number of restores, because each one adds an event
 * to the history. The parent's row must be locked.
 */
async function requireRestorable({ tx }: WriteContext, { type, parent, hasTwin }: Target): Promise<void> {
  if (hasTwin)
    throw conflict(
      `Its author recorded the same ${RECORD_WORDS[type]} again meanwhile, so this one cannot be restored beside it.`,
    )
  const { count } = await one(
    tx,
    sql`SELECT count(*)::int AS count FROM "HistoryEvent" WHERE "recordId" = ${parent.id}::uuid AND kind = 'record-restored'`,
    CountRow,
  )
  if (count >= RESTORES_MAX) throw conflict(`Records of one ${parent.kind} are restored ${RESTORES_MAX} times at most.`)
}

/** How hiding or restoring a part changes its challenge or mission. */
interface Effect {
  readonly to: Change['to']
  /** The milestone whose verifying proof changes, with the new proof; null for no milestone. */
  readonly milestone: { readonly id: string; readonly verifiedProofId: string | null } | null
}

const NO_EFFECT: Effect = { to: null, milestone: null }

/** How hiding or restoring a proof changes its milestone and mission. */
function effectOfProof({ id, parent }: Target, proof: ProofFacts | null, isHiding: boolean): Effect {
  if (proof === null || parent.kind !== 'mission') return NO_EFFECT
  const { to, verifiedProofId } = isHiding ? effectOfHiding(proof, parent) : effectOfRestoring(id, proof, parent)
  return { to, milestone: verifiedProofId === undefined ? null : { id: proof.milestoneId, verifiedProofId } }
}

/** How restoring a response link changes its challenge. */
function effectOfReturn({ id, parent }: Target, side: SideFacts, at: Date): Effect {
  if (parent.kind !== 'challenge') return NO_EFFECT
  const to = stateWithLink(side, id, parent.state, at)
  return { to: to === parent.state ? null : to, milestone: null }
}

/** The changes to record: first of the record or its parent, then of the records that show it. */
function changesOf(
  ctx: WriteContext,
  { id, parent, beside }: Target,
  { to, milestone }: Effect,
  isHiding: boolean,
  data: Record<string, unknown>,
): [Change, ...Change[]] {
  const kind = isHiding ? 'record-hidden' : 'record-restored'
  const moves = to === null ? {} : { from: parent.state, to }
  const whole = milestone ? { ...data, milestone: toldOf(id, milestone) } : data
  const event = eventOf(parent, ctx, { kind, ...moves, data: whole })
  const others = beside.map((record) => ({ record, event: eventOf(record, ctx, { kind, data }), to: null }))
  return [{ record: parent, event, to, milestone: milestone ?? undefined }, ...others]
}

/** A milestone in the event's data. It names the verifying proof when that is another one than the moderated record. */
const toldOf = (recordId: string, { id, verifiedProofId }: NonNullable<Effect['milestone']>) => ({
  id,
  verified: verifiedProofId !== null,
  ...(verifiedProofId !== null && verifiedProofId !== recordId ? { verifiedProofId } : {}),
})

/** The contributor of the mission that is moderated, or of the moderated part's mission; null where there is none. */
const contributorOf = ({ parent }: Target) => (parent.kind === 'mission' ? parent.contributorWallet : null)

/** A sentence on how the part changed its challenge or mission; null when it changed nothing. */
function consequenceOf({ parent }: Target, { to, milestone }: Effect, isHidden: boolean): string | null {
  if (to !== null) return `${quoted(parent.title)} is now “${STATE_LABELS[to].word}”.`
  if (milestone === null || (isHidden && milestone.verifiedProofId !== null)) return null
  return `A milestone of ${quoted(parent.title)} is ${isHidden ? 'not verified any more' : 'verified again'}.`
}

/**
 * Notifies the author of the record, the contributor of a mission that is hidden or restored as a whole, and the
 * wallets that reported it. When a part changes its challenge or mission, owner and contributor are notified too,
 * except the part's author.
 */
function noticesOf(target: Target, effect: Effect, body: Body, reporters: readonly string[]): Notice[] {
  const { author, parent } = target
  const decision = { isHidden: body.action === 'hide', reason: body.reason }
  // The page of a record that is hidden as a whole shows these wallets who hid it, and why.
  const record = isWhole(target) ? { ...parent, hidden: false } : parent
  const what = RECORD_WORDS[body.recordType]
  const contributor = contributorOf(target)
  const consequence = consequenceOf(target, effect, decision.isHidden)
  const parties = new Set([parent.owner, contributor].filter((wallet) => wallet !== null))
  return [
    ...(author === null ? [] : [recordModerated(author, what, record, decision)]),
    ...(consequence === null
      ? []
      : [...parties]
          .filter((wallet) => wallet !== author)
          .map((wallet) => partModerated(wallet, what, parent, consequence, decision))),
    ...(isWhole(target) && contributor !== null ? [workModerated(contributor, record, decision)] : []),
    ...reporters.map((wallet) => reportSettled(wallet, what, record, decision)),
  ]
}
