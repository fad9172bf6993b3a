import type { WriteContext } from '@/lib/context'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { insertHistory, type RecordedEvent } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import type { MissionState } from '@/lib/missions/states'
import { tableOf } from '@/lib/moderation/records'
import { type HeldRecord, isWhole, type Target } from '@/lib/moderation/target'

/** What becomes of a held challenge or mission: an event in its history, and the state that it moves to, if it does. */
export interface Change {
  readonly record: HeldRecord
  readonly event: RecordedEvent
  /** Only a mission moves: a proof of it is hidden, or shown again. */
  readonly to: MissionState | null
  /** The milestone that is verified by a proof no more, or again. */
  readonly milestone?: { readonly id: string; readonly verifiedProofId: string | null }
}

/** A moderator's action as it is written down. */
export interface Deed {
  readonly action: 'hide' | 'restore'
  readonly reason: string
}

/** The statement that hides a record or shows it again: its row, the heads and events of the histories, and the deed. */
export function recordChange(ctx: WriteContext, target: Target, changes: readonly Change[], deed: Deed): Sql {
  const hiddenAt = deed.action === 'hide' ? ctx.at : null
  const heads = changes.map(({ record, event, to }) => {
    const state = to === null ? sql`` : sql`, state = ${to}::"MissionState"`
    const shown = isWhole(target) && record === target.parent ? sql`, "hiddenAt" = ${hiddenAt}::timestamptz` : sql``
    return sql`${raw(record.kind)} AS (UPDATE ${raw(tableOf(record.kind))} SET "historySeq" = ${event.seq},
      "historyHead" = ${event.hash}, "updatedAt" = ${ctx.at} ${state} ${shown} WHERE id = ${record.id}::uuid)`
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
    ${deed.action === 'hide' ? insertHiding(ctx, target, deed) : endHiding(ctx, target, deed)}`
}

const insertHiding = (ctx: WriteContext, { type, id, parent }: Target, { reason }: Deed): Sql =>
  sql`INSERT INTO "Hiding" (id, "recordType", "recordId", "parentId", reason, "hiddenBy", "hiddenAt")
    VALUES (${uuidv7(ctx.at.getTime())}::uuid, ${type}::"RecordType", ${id}::uuid, ${parent.id}::uuid, ${reason},
      ${ctx.caller.wallet}, ${ctx.at})`

const endHiding = (ctx: WriteContext, { id, parent }: Target, { reason }: Deed): Sql =>
  sql`UPDATE "Hiding" SET "restoreReason" = ${reason}, "restoredBy" = ${ctx.caller.wallet}, "restoredAt" = ${ctx.at}
    WHERE "parentId" = ${parent.id}::uuid AND "recordId" = ${id}::uuid AND "restoredAt" IS NULL`
