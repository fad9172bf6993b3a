import type { WriteContext } from '@/lib/context'
import { missingRow } from '@/lib/db/faults'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { conflict, type Refusal } from '@/lib/errors'
import type { HistoryHead, NewEvent } from '@/lib/history/chain'
import { type Acting, eventOf, insertHistory, type RecordedEvent } from '@/lib/history/record'
import { type Machine, next } from '@/lib/machine/machine'
import { insertNotices, type Notice } from '@/lib/notifications/notify'

/** A kind of record with states and a history. Texts are constants. */
export interface RecordKind<State extends string, Trigger extends string> {
  /** `"Challenge"` */
  readonly table: string
  /** The enum of its states: `"ChallengeState"` */
  readonly stateType: string
  readonly machine: Machine<State, Trigger>
  /** Whether its row has the time of the last change, in `updatedAt`. */
  readonly isDated: boolean
  /** The message when somebody else changed it a moment ago: a full sentence. */
  readonly changed: string
}

interface LoadedRecord<State extends string> extends HistoryHead {
  readonly id: string
  readonly state: State
}

/** The trigger that moves a record, with the target state if the trigger has several; null when the state stays. */
export type Move<State, Trigger> = Trigger | { readonly on: Trigger; readonly to: State | undefined } | null

/** Statements by CTE name. Names are lower-case constants. */
export type Rows = Readonly<Record<string, Sql>>

/** What is written besides the record's state and history. */
interface Beside {
  /** More columns of the record's row: `sql`, reason = ${reason}``. */
  readonly set?: Sql
  /** Statements that insert or update other rows. */
  readonly rows?: Rows
  /**
   * The statements of `rows` that must return a row, and what is thrown otherwise: the message of a conflict, or a refusal.
   */
  readonly requires?: Readonly<Record<string, string | (() => Refusal)>>
  readonly notify?: readonly Notice[]
}

export interface Change extends Beside {
  readonly event: Pick<NewEvent, 'kind' | 'data'>
}

/** Who changes a record, when, in which transaction. */
export type ChangeContext = Pick<WriteContext, 'tx'> & Acting

/**
 * Changes a record with one statement: it moves the record from the state that was loaded, appends an event to the history,
 * writes the rows and notifies people. All of it happens, or nothing. The statement is pipelined, not awaited: the next
 * statements and the commit travel with it, and the transaction throws if it is refused.
 * @param record the loaded record, locked if the checks made on it must still hold.
 * @throws Refusal `conflict` when the machine does not allow the move. The transaction throws the same when somebody else
 * changed the record first, or else what `requires` says.
 * @example
 * recordChange(ctx, CHALLENGE, challenge, 'cancel', {
 *   event: { kind: 'challenge-cancelled', data: { reason } },
 *   set: sql`, "cancelReason" = ${reason}`,
 * })
 */
export function recordChange<State extends string, Trigger extends string>(
  ctx: ChangeContext,
  kind: RecordKind<State, Trigger>,
  record: LoadedRecord<State>,
  move: Move<State, Trigger>,
  { event, ...beside }: Change,
): void {
  const moved = moveOf(ctx, kind, record, move, event)
  writeChange(ctx, kind, record, moved.to, [moved.event], beside)
}

/** The state that a move leads to, and its event: for callers that write something that depends on the event's hash. */
export function moveOf<State extends string, Trigger extends string>(
  by: Acting,
  { machine }: RecordKind<State, Trigger>,
  record: LoadedRecord<State>,
  move: Move<State, Trigger>,
  event: Change['event'],
): { readonly to: State; readonly event: RecordedEvent } {
  const { on, to: choice } = move !== null && typeof move === 'object' ? move : { on: move, to: undefined }
  const to = on === null ? record.state : next(machine, record.state, on, choice)
  const { kind, data } = event
  const newEvent = on === null ? { kind, data } : { kind, data, from: record.state, to }
  return { to, event: eventOf(record, by, newEvent) }
}

/** Like `recordChange`, with events that are already chained. The last one becomes the head of the record's history. */
export function writeChange<State extends string, Trigger extends string>(
  ctx: ChangeContext,
  kind: RecordKind<State, Trigger>,
  record: LoadedRecord<State>,
  to: State,
  events: readonly RecordedEvent[],
  beside: Beside,
): void {
  const { rows = {}, requires = {}, notify = [], set = sql`` } = beside
  const head = events.at(-1)
  if (!head) throw new Error('A change without an event is none.')
  const dated = kind.isDated ? sql`, "updatedAt" = ${head.at}` : sql``
  const all = {
    moved: sql`UPDATE ${raw(kind.table)} SET state = ${to}::${raw(kind.stateType)}, "historySeq" = ${head.seq},
        "historyHead" = ${head.hash} ${dated} ${set}
      WHERE id = ${record.id}::uuid AND state = ${record.state}::${raw(kind.stateType)} AND "historySeq" = ${record.historySeq}
      RETURNING id`,
    ...rows,
    event: insertHistory(...events),
    ...(notify.length > 0 ? { notified: insertNotices(notify, ctx.caller?.wallet ?? null, ctx.at) } : {}),
  }
  writeRows(ctx.tx, all, { ...requires, moved: kind.changed })
}

/**
 * Pipelines several statements as one.
 * @param requires the statements that must return a row, each with the refusal if it returns none.
 */
export function writeRows(tx: WriteContext['tx'], rows: Rows, requires: NonNullable<Beside['requires']>): void {
  const missing = Object.keys(requires).map((name) => `CASE WHEN NOT EXISTS (SELECT 1 FROM ${name}) THEN '${name}' END`)
  const named = sql`SELECT concat_ws(' ', ${raw(missing.join(', '))}) AS names`
  tx.pipeline(sql`WITH ${ctes(rows)} SELECT require_rows(names) FROM (${named}) missing WHERE names <> ''`, (fault) => {
    const refusal = requires[missingRow(fault) ?? '']
    if (refusal === undefined) return fault
    return typeof refusal === 'string' ? conflict(refusal) : refusal()
  })
}

/** Statements as the list of a WITH clause. */
export const ctes = (rows: Rows): Sql =>
  join(
    Object.entries(rows).map(([name, statement]) => sql`${raw(name)} AS (${statement})`),
    ', ',
  )
