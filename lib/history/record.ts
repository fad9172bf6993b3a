import type { WriteContext } from '@/lib/context'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { chainEvent, type HistoryHead, type NewEvent } from '@/lib/history/chain'
import { growthLetters } from '@/lib/history/growth'
import type { HistoryEventView } from '@/lib/history/schemas'

/** An event with the id of its record. */
export interface RecordedEvent extends HistoryEventView {
  readonly recordId: string
}

export interface Acting {
  /** Null when the service itself acts. */
  readonly caller: { readonly wallet: string } | null
  at: Date
}

/** The columns of `HistoryHead`. The row of a challenge or a mission is dated by its last event. */
export const HEAD_COLUMNS = raw('"historySeq", "historyHead", "updatedAt" AS "historyAt"')

/** The head of a history that ends with this event. */
export const headAfter = ({ seq, hash, at }: HistoryEventView): HistoryHead => ({
  historySeq: seq,
  historyHead: hash,
  historyAt: new Date(at),
})

/**
 * Moves the moment of a write behind the last event of a record that it has locked. The clocks of instances differ, and the
 * write that came first may get the lock last: what it writes has later times and ids nevertheless.
 * @param moment is changed.
 */
export function follow(moment: { at: Date }, { historyAt }: HistoryHead): void {
  if (moment.at <= historyAt) moment.at = new Date(historyAt.getTime() + 1)
}

/** The next event of a record, chained. Its time is none before that of the last one. */
export function eventOf(
  record: HistoryHead & { readonly id: string },
  { caller, at }: Acting,
  newEvent: Omit<NewEvent, 'actor'>,
): RecordedEvent {
  const moment = at < record.historyAt ? record.historyAt : at
  return { recordId: record.id, ...chainEvent(record, { ...newEvent, actor: caller?.wallet ?? null }, moment) }
}

export function firstEvent(recordId: string, ctx: WriteContext, newEvent: Omit<NewEvent, 'actor'>): RecordedEvent {
  return { recordId, ...chainEvent(null, { ...newEvent, actor: ctx.caller.wallet }, ctx.at) }
}

/** The INSERT of history events, for use as a CTE in the statement that makes the change. */
export function insertHistory(...events: RecordedEvent[]): Sql {
  return sql`INSERT INTO "HistoryEvent" ("recordId", seq, kind, actor, at, "from", "to", data, "prevHash", hash)
    SELECT e."recordId", e.seq, e.kind, e.actor, e.at, e."from", e."to", e.data, e."prevHash", e.hash
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS e("recordId" uuid, seq int, kind text, actor text, at timestamptz, "from" text, "to" text, data jsonb, "prevHash" text, hash text)`
}

const eventFields = (data: string) => `'seq', h.seq, 'kind', h.kind, 'actor', h.actor, 'at', ${iso('h.at')},
    'from', h."from", 'to', h."to", 'data', ${data}, 'prevHash', h."prevHash", 'hash', h.hash`

/** The parts of a record that a moderator hid, as one row of arrays. @param recordId trusted SQL for the record's id. */
const hiddenParts = (recordId: string) => `(SELECT array_agg(x."recordId"::text) AS hidden,
    array_agg(to_jsonb(s.url)::text) FILTER (WHERE s.url IS NOT NULL) AS urls
  FROM "Hiding" x LEFT JOIN "Submission" s ON s.id = x."recordId"
  WHERE x."parentId" = ${recordId} AND x."recordId" <> x."parentId" AND x."restoredAt" IS NULL)`

/**
 * Whether the event `h` is about a hidden part of its record, one of those in the row `parts`: its data names the part in
 * an id field, or in a list of what was created with the event. Signed texts about other things, and what people wrote, may
 * mention the part's id and stay.
 */
const TELLS_OF_HIDDEN = `(parts.hidden IS NOT NULL AND h.kind NOT IN ('record-hidden', 'record-restored')
  AND (EXISTS (SELECT 1 FROM jsonb_each_text(h.data) named WHERE named.key LIKE '%Id' AND named.value = ANY(parts.hidden))
    OR h.kind IN ('challenge-created', 'proposals-imported')
      AND EXISTS (SELECT 1 FROM unnest(parts.hidden) part WHERE strpos(h.data::text, part) > 0)
    OR h.kind IN ('challenge-created', 'link-recorded', 'proposal-accepted')
      AND EXISTS (SELECT 1 FROM unnest(parts.urls) url WHERE strpos(h.data::text, url) > 0)))`

/**
 * The event `h` as JSON.
 * @param isWithheld trusted SQL: whether its data is left out.
 * @param more trusted SQL for fields that come first.
 */
const eventJson = (isWithheld: string, more = '') => `CASE WHEN ${isWithheld}
  THEN json_build_object(${more}${eventFields(`'{}'::json`)}, 'withheld', true) ELSE json_build_object(${more}${eventFields('h.data')}) END`

/**
 * A record's history as JSON, oldest first. While a moderator hides a part of the record, the data of events about that
 * part is withheld; their hashes and positions in the chain stay. What the moderators did is always shown. Events from
 * before response links had ids identify links by their URL.
 * @param recordId trusted SQL for the record's id. @param which trusted SQL: a condition on the events `h`.
 */
export const historyJson = (recordId: string, which = 'true'): string =>
  `(SELECT coalesce(json_agg(${eventJson(TELLS_OF_HIDDEN)} ORDER BY h.seq), '[]')
    FROM ${hiddenParts(recordId)} parts, "HistoryEvent" h
    WHERE h."recordId" = ${recordId} AND ${which})`

/** SQL that is true when the event `h` is about a part of its record that a moderator hid. */
export const IS_OF_HIDDEN_PART = `(SELECT ${TELLS_OF_HIDDEN} FROM ${hiddenParts('h."recordId"')} parts)`

/**
 * An event `h` of any record as JSON. Its data is withheld as in the record's history, and also while the record itself is
 * hidden, except for what the moderators did.
 * @param more trusted SQL for fields that come first: `'recordId', h."recordId",`
 */
export const anyEventJson = (more: string): string =>
  `(SELECT ${eventJson(
    `(${TELLS_OF_HIDDEN} OR h.kind NOT IN ('record-hidden', 'record-restored') AND EXISTS (SELECT 1 FROM "Hiding" x
    WHERE x."recordId" = h."recordId" AND x."parentId" = h."recordId" AND x."restoredAt" IS NULL))`,
    more,
  )} FROM ${hiddenParts('h."recordId"')} parts)`

// A page shows the newest events of a history; further pages show the others in blocks of the same size. However long a
// history is, no page reads or sends more than that.

export const EVENTS_SHOWN = 50

/** The fields of `ShownHistory`. @param r trusted alias of the record's row. */
export const shownHistoryFields = (
  r: string,
) => `'history', ${historyJson(`${r}.id`, `h.seq > ${r}."historySeq" - ${EVENTS_SHOWN}`)},
    'historySeq', ${r}."historySeq", 'growth', ${growthLetters(r)}, 'leftState', (SELECT h."from" FROM "HistoryEvent" h
      WHERE h."recordId" = ${r}.id AND h."to" = ${r}.state::text ORDER BY h.seq DESC LIMIT 1)`

/** The number of blocks of a history. All but the last are full and never get another event. */
export const blocksOf = (historySeq: number) => Math.ceil(historySeq / EVENTS_SHOWN)

/** The block with the newest event that a record's own page leaves out; null when it leaves out none. */
export const newestHidden = (historySeq: number) =>
  historySeq > EVENTS_SHOWN ? blocksOf(historySeq - EVENTS_SHOWN) : null
