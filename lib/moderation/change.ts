import { z } from 'zod'
import type { ChallengeState } from '@/lib/challenges/states'
import type { CommandResult, WriteContext } from '@/lib/context'
import type { Db } from '@/lib/db/db'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { insertHistory, type RecordedEvent } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { hasOpenTerms, MISSION_STATES, type MissionState } from '@/lib/missions/states'
import { tableOf } from '@/lib/moderation/records'
import type { ModerateRecord } from '@/lib/moderation/schemas'
import { type HeldRecord, isWhole, type Target } from '@/lib/moderation/target'

/** A change of a locked challenge or mission: an event in its history, and its new state, if any. */
export interface Change {
  readonly record: HeldRecord
  readonly event: RecordedEvent
  /** The new state, where it depends on the hidden or restored part: a proof, a draft's second link. */
  readonly to: MissionState | ChallengeState | null
  /** The milestone whose verifying proof changes. */
  readonly milestone?: { readonly id: string; readonly verifiedProofId: string | null }
}

const STATE_TYPES = { challenge: '"ChallengeState"', mission: '"MissionState"' } as const

type Moderation = z.output<typeof ModerateRecord>

/** @throws Refusal `conflict` when the action would change nothing. */
export function requireChange(hidden: boolean, isHiding: boolean): void {
  if (hidden === isHiding) throw conflict(isHiding ? 'This record is already hidden.' : 'This record is not hidden.')
}

/** The body `{"moderation": …}` of a moderator's action. @param seeds by how much the balances changed. */
export function showModeration(
  { caller, at }: WriteContext,
  { recordType, action, reason }: Moderation,
  recordId: string,
  seeds: number,
): CommandResult {
  const what = { recordType, recordId, reason, action, hidden: action === 'hide' }
  const moderation = { ...what, moderator: caller.wallet, at: at.toISOString(), seeds }
  return { show: sql`(${JSON.stringify({ moderation })}::text)` }
}

const isClaimable = (state: Change['to']): boolean => MISSION_STATES.some((is) => is === state && hasOpenTerms(is))

/**
 * A restored proof may verify a mission that nobody holds. It then names no contributor, so that nobody can hand in proof
 * without a claim or stands in the receipt. When it can be claimed again, it names whom it is reserved for.
 */
function contributorAfter({ record, to }: Change): Sql {
  if (record.kind !== 'mission' || to === null) return sql``
  if (isClaimable(to)) return sql`, "contributorWallet" = "designatedWallet"`
  if (!isClaimable(record.state)) return sql``
  return sql`, "contributorWallet" = NULL, "designatedWallet" = coalesce("designatedWallet", "contributorWallet")`
}

/** The statement that hides or restores a record: its row, the histories with their events, and the "Hiding" row. */
export function changeVisibility(
  ctx: WriteContext,
  target: Target,
  changes: readonly Change[],
  moderation: Moderation,
): Sql {
  const hiddenAt = moderation.action === 'hide' ? ctx.at : null
  const heads = changes.map((change) => {
    const { record, event, to } = change
    const state = to === null ? sql`` : sql`, state = ${to}::${raw(STATE_TYPES[record.kind])}`
    const shown = isWhole(target) && record === target.parent ? sql`, "hiddenAt" = ${hiddenAt}::timestamptz` : sql``
    return sql`${raw(record.kind)} AS (UPDATE ${raw(tableOf(record.kind))} SET "historySeq" = ${event.seq},
      "historyHead" = ${event.hash}, "updatedAt" = ${event.at} ${state} ${contributorAfter(change)} ${shown} WHERE id = ${record.id}::uuid)`
  })
  const part = isWhole(target)
    ? []
    : [
        sql`part AS (UPDATE ${raw(target.table)} SET "hiddenAt" = ${hiddenAt}::timestamptz WHERE id = ${target.id}::uuid)`,
      ]
  const milestones = changes.flatMap(({ milestone }) =>
    milestone
      ? [
          sql`milestone AS (UPDATE "Milestone" SET "verifiedProofId" = ${milestone.verifiedProofId}::uuid WHERE id = ${milestone.id}::uuid)`,
        ]
      : [],
  )
  return sql`WITH events AS (${insertHistory(...changes.map(({ event }) => event))}), ${join([...heads, ...part, ...milestones], ', ')}
    ${writeHiding(ctx, target.id, target.parent.id, moderation)}`
}

/** The INSERT of a "Hiding" row, or the UPDATE that ends it. @param id a UUID in lower case. */
export const writeHiding = (
  { at, caller }: WriteContext,
  id: string,
  parentId: string,
  { recordType, action, reason }: Moderation,
): Sql =>
  action === 'hide'
    ? sql`INSERT INTO "Hiding" (id, "recordType", "recordId", "parentId", reason, "hiddenBy", "hiddenAt")
        VALUES (${uuidv7(at.getTime())}::uuid, ${recordType}::"RecordType", ${id}::uuid, ${parentId}::uuid, ${reason},
          ${caller.wallet}, ${at})`
    : sql`UPDATE "Hiding" SET "restoreReason" = ${reason}, "restoredBy" = ${caller.wallet}, "restoredAt" = ${at}
        WHERE "parentId" = ${parentId}::uuid AND "recordId" = ${id}::uuid AND "restoredAt" IS NULL`

const ReporterRow = z.object({ reportedBy: z.string() })

/** Locks the open reports of a record. @returns the wallets that made them: each is told once. */
export async function holdReports(executor: Db, recordId: string): Promise<string[]> {
  const held = await executor.query(
    sql`SELECT "reportedBy" FROM "Report" WHERE "recordId" = ${recordId}::uuid AND state = 'open' ORDER BY id FOR UPDATE`,
    ReporterRow,
  )
  return held.map(({ reportedBy }) => reportedBy)
}

/** The UPDATE that settles the open reports of a record as `hidden`. */
export const settleReports = ({ caller, at }: WriteContext, recordId: string, reason: string): Sql =>
  sql`UPDATE "Report" SET state = 'hidden', "settledBy" = ${caller.wallet}, "settledAt" = ${at}, "settleReason" = ${reason}
    WHERE "recordId" = ${recordId}::uuid AND state = 'open'`
