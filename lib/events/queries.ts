import { z } from 'zod'
import { decodePositionCursor, encodeCursor } from '@/lib/contract/cursor'
import { autocommit, db } from '@/lib/db/db'
import { StorageAway } from '@/lib/db/faults'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { withField } from '@/lib/db/view-cache'
import { findWriteState } from '@/lib/db/write-state'
import type { EventFilter, EventQuery } from '@/lib/events/schemas'
import { anyEventJson } from '@/lib/history/record'

// The log of all events (docs/decisions.md#events). The transaction that creates an event queues it. After the commit,
// the next reader or the schedule assigns its position.

/** The position before the first event. */
const FIRST = 0

/** An event of the log. */
export interface LoggedEvent {
  readonly position: number
  readonly recordType: string
  readonly recordId: string
  readonly actor: string | null
  /** The event as JSON. */
  readonly text: string
}

/** An empty page is one row whose event columns are null. */
const PageRow = z.object({
  /** The position of the last event in the log, whatever the filter. */
  head: z.int(),
  /** Whether events wait for a position, and this server may give them theirs. */
  isQueued: z.boolean(),
  position: z.int().nullable(),
  recordType: z.string().nullable(),
  recordId: z.string().nullable(),
  actor: z.string().nullable(),
  text: z.string().nullable(),
})

export interface EventPage {
  readonly events: readonly LoggedEvent[]
  /** Where the next page starts: after the last event of the page, or of the log. */
  readonly position: number
  readonly hasMore: boolean
}

export type Filter = Omit<EventFilter, 'since'>

/** Whether an event meets the filter, by the same rules as `conditions` in SQL. */
export const meets = ({ recordType, recordId, wallet }: Filter, event: LoggedEvent): boolean =>
  (!recordType || event.recordType === recordType) &&
  (!recordId || event.recordId === recordId) &&
  (!wallet || event.actor === wallet)

function conditions({ recordType, recordId, wallet }: Filter): Sql {
  const where: Sql[] = []
  if (recordType) where.push(sql`AND o."recordType" = ${recordType}::"RecordType"`)
  if (recordId) where.push(sql`AND o."recordId" = ${recordId}::uuid`)
  if (wallet) where.push(sql`AND o.actor = ${wallet}`)
  return where.length > 0 ? join(where, ' ') : sql``
}

/**
 * Whether the event `o` is of a challenge or a mission. Until migration 0027 the log took the events of posts too, as if they
 * were of missions. (For `EXISTS` Postgres might read all missions at once.)
 */
const IS_OF_RECORD = `(o."recordType" = 'challenge' OR (SELECT true FROM "Mission" m WHERE m.id = o."recordId"))`

const eventText = anyEventJson(`'recordType', o."recordType", 'recordId', o."recordId", `)

const rowsAfter = (position: number, filter: Filter, limit: number) =>
  db.query(
    sql`SELECT s.head, s."isQueued", e.* FROM (SELECT coalesce((SELECT max(position) FROM "EventLog"), 0)::float8 AS head,
        NOT pg_is_in_recovery() AND EXISTS (SELECT 1 FROM "EventQueue") AS "isQueued") s
      LEFT JOIN (SELECT o.position::float8 AS position, o."recordType"::text AS "recordType", o."recordId", o.actor, ${raw(eventText)}::text AS text
        FROM "EventLog" o JOIN "HistoryEvent" h ON h."recordId" = o."recordId" AND h.seq = o.seq
        WHERE o.position > ${position}::bigint AND ${raw(IS_OF_RECORD)} ${conditions(filter)} ORDER BY o.position LIMIT ${limit + 1}::int) e ON true
      ORDER BY e.position`,
    PageRow,
  )

const LoggedRow = z.object({ logged: z.int() })

/** The most events that get their positions in one statement. */
const BATCH = 5_000

/** Takes events from the queue and assigns positions to those of challenges and missions. @returns how many were taken. */
async function logBatch(): Promise<number> {
  const [row] = await autocommit.query(sql`SELECT log_events(${BATCH}::int) AS logged`, LoggedRow)
  return row?.logged ?? 0
}

/** Empties the queue. The schedule calls it, for when there are no readers. */
export async function logEvents(): Promise<void> {
  while ((await logBatch()) === BATCH);
}

/** The cursor of the events after a position. */
export const cursorOf = (position: number) => encodeCursor(String(position))

const eventIn = ({ position, recordType, recordId, actor, text }: z.infer<typeof PageRow>): LoggedEvent[] =>
  position === null || recordType === null || recordId === null || text === null
    ? []
    : [{ position, recordType, recordId, actor, text: withField(text, 'cursor', cursorOf(position)) }]

/** Less than whoever wants to write waits for a turn or a lock, so that what they have waited for shows. */
const STANDBY_WAIT = '1 second'

/**
 * Logs events before a read. Where the database takes no writes, the read tells what is already logged: the others get
 * later positions, so no reader misses them.
 * @returns how many were taken; null where it takes none.
 * @throws StorageAway where it takes writes and was only busy, or is away: an acknowledged write would be missing.
 */
async function logForRead(): Promise<number | null> {
  try {
    return await logBatch()
  } catch (fault) {
    if (fault instanceof StorageAway && (await findWriteState(STANDBY_WAIT)) !== 'ok') return null
    throw fault
  }
}

/** The events after a position that meet the filter, including every write acknowledged before if the database takes writes. */
export async function eventsAfter(position: number, filter: Filter, limit: number): Promise<EventPage> {
  let rows = await rowsAfter(position, filter, limit)
  // The queue matters only to readers at the end of the log. What was in it may have been taken by another reader, for whom
  // `log_events` has waited: it is in the log then.
  for (let isLogged = false; !isLogged && rows.length <= limit && rows[0]?.isQueued; ) {
    const taken = await logForRead()
    if (taken === null) break
    isLogged = taken < BATCH
    rows = await rowsAfter(position, filter, limit)
  }
  const found = rows.flatMap(eventIn)
  const events = found.slice(0, limit)
  const hasMore = found.length > limit
  return { events, hasMore, position: (hasMore ? events.at(-1)?.position : rows[0]?.head) ?? position }
}

/** The position that a cursor names. @throws Refusal `invalid_request` naming `since`. */
export async function positionOf(since: string | undefined): Promise<number> {
  if (since === undefined) return FIRST
  if (since !== 'now') return decodePositionCursor(since)
  return (await eventsAfter(Number.MAX_SAFE_INTEGER, {}, 1)).position
}

/** The body of `GET /api/v1/events` as JSON text. */
export async function eventsBody({ since, limit, ...filter }: EventQuery): Promise<string> {
  const page = await eventsAfter(await positionOf(since), filter, limit)
  const texts = page.events.map(({ text }) => text)
  return `{"events":[${texts.join(',')}],"nextCursor":${JSON.stringify(cursorOf(page.position))},"hasMore":${page.hasMore}}`
}
