import { z } from 'zod'
import { challengeMachine } from '@/lib/challenges/states'
import { now, utcDay } from '@/lib/clock'
import { DAY_COMES_MS } from '@/lib/contract/limits'
import { literals, raw, type Sql, sql } from '@/lib/db/sql'
import { type Transaction, transaction } from '@/lib/db/transaction'
import { DAY_MS } from '@/lib/durations'
import { allows, statesBefore } from '@/lib/machine/machine'
import {
  MISSION_STATES,
  type MissionState,
  type MissionTrigger,
  missionMachine,
  UNPROVEN_STATES,
} from '@/lib/missions/states'
import { recordHref, toEach } from '@/lib/notifications/notices'
import { insertNotices, type Notice } from '@/lib/notifications/notify'
import { quoted } from '@/lib/text/quoted'

// Notifications about deadlines that come near and that have passed, once each. A moved deadline is announced again.

/** Records per transaction. */
const BATCH_ROWS = 500

/** A kind of record with a deadline. All texts are constants. */
interface Kind {
  readonly table: string
  readonly day: string
  /** The states in which the deadline matters. The indexes of migration 0018 list them too. */
  readonly states: readonly string[]
  readonly contributor: string
  readonly notice: (record: z.infer<typeof DayRow>, isOver: boolean) => Omit<Notice, 'wallet'>
}

const DayRow = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  contributor: z.string().nullable(),
  state: z.string(),
  day: z.string(),
})

/** What can be done on a mission once its deadline has passed. */
function possibleOn(state: MissionState): string {
  const can = (trigger: MissionTrigger) => allows(missionMachine, state, trigger)
  const work = can('claim')
    ? 'Nobody may claim it now.'
    : can('submit-proof')
      ? 'Proof is still accepted, and marked late.'
      : 'The proof that waits is still reviewed.'
  const expiry = can('expire') ? ', and anybody may record that it expired' : ''
  return `${work} The owner may move the deadline or record the outcome${expiry}.`
}

const KINDS: readonly Kind[] = [
  {
    table: '"Challenge"',
    day: '"decisionDeadline"',
    states: statesBefore(challengeMachine, 'decide'),
    contributor: 'NULL::text',
    notice: ({ id, title, day }, isOver) => ({
      kind: isOver ? 'decision-overdue' : 'decision-due',
      title: isOver ? 'The decision is overdue' : 'The decision is due soon',
      body: isOver
        ? `The decision of ${quoted(title)} was due on ${day}. It is still accepted, and marked late; or give it more time.`
        : `The decision of ${quoted(title)} is due by the end of ${day} (UTC).`,
      href: recordHref({ kind: 'challenge', id }),
    }),
  },
  {
    table: '"Mission"',
    day: 'deadline',
    states: UNPROVEN_STATES,
    contributor: '"contributorWallet"',
    notice: ({ id, title, state, day }, isOver) => ({
      kind: isOver ? 'mission-overdue' : 'mission-due',
      title: isOver ? 'A deadline has passed' : 'A deadline comes near',
      body: isOver
        ? `The deadline of ${quoted(title)} was ${day}. ${possibleOn(z.enum(MISSION_STATES).parse(state))}`
        : `The deadline of ${quoted(title)} is the end of ${day} (UTC).`,
      href: recordHref({ kind: 'mission', id }),
    }),
  },
]

const STAGES = {
  coming: (day: string, at: Date) =>
    sql`${raw(day)} >= ${utcDay(at)}::date AND ${raw(day)} <= ${utcDay(new Date(at.getTime() + DAY_COMES_MS - DAY_MS))}::date`,
  overdue: (day: string, at: Date) => sql`${raw(day)} < ${utcDay(at)}::date`,
} as const
type Stage = keyof typeof STAGES

/** Notifies owners and contributors of deadlines. Each row is locked and marked, so several instances may run it. */
export async function tellDays(): Promise<void> {
  const at = now()
  for (const kind of KINDS) {
    for (const stage of ['overdue', 'coming'] as const) {
      let told = BATCH_ROWS
      while (told === BATCH_ROWS) told = await transaction((tx) => tellSome(tx, kind, stage, at))
    }
  }
}

/** @returns the number of records with a notification. */
async function tellSome(tx: Transaction, kind: Kind, stage: Stage, at: Date): Promise<number> {
  const { table, day, contributor } = kind
  const untold = await tx.query(
    sql`SELECT id, title, owner, ${raw(contributor)} AS contributor, state::text AS state, to_char(${raw(day)}, 'YYYY-MM-DD') AS day FROM ${raw(table)}
      WHERE state IN (${raw(literals(kind.states))}) AND "hiddenAt" IS NULL AND "${raw(stage)}Told" IS DISTINCT FROM ${raw(day)}
        AND ${STAGES[stage](day, at)} ORDER BY ${raw(day)}, id LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED`,
    DayRow,
  )
  if (untold.length === 0) return 0
  const notices = untold.flatMap((record) =>
    toEach([record.owner, record.contributor], kind.notice(record, stage === 'overdue')),
  )
  await tx.run(sql`WITH marked AS (UPDATE ${raw(table)} SET ${marks(stage, day)} WHERE id = ANY(${untold.map(({ id }) => id)}::uuid[]))
    ${insertNotices(notices, null, at)}`)
  return untold.length
}

/** An overdue deadline is also marked as announced, so that it is not announced as coming. */
const marks = (stage: Stage, day: string): Sql =>
  stage === 'coming' ? sql`"comingTold" = ${raw(day)}` : sql`"overdueTold" = ${raw(day)}, "comingTold" = ${raw(day)}`
