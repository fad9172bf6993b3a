import type { WriteContext } from '@/lib/context'
import { iso, type Sql, sql } from '@/lib/db/sql'
import { chainEvent, type HistoryHead, type NewEvent } from '@/lib/history/chain'
import { growthLetters } from '@/lib/history/growth'
import type { HistoryEventView } from '@/lib/history/schemas'

/** An event bound to the record whose history it joins. */
export interface RecordedEvent extends HistoryEventView {
  readonly recordId: string
}

export interface Acting {
  /** Null: the service itself acts. */
  readonly caller: { readonly wallet: string } | null
  readonly at: Date
}

export function eventOf(
  record: HistoryHead & { readonly id: string },
  { caller, at }: Acting,
  newEvent: Omit<NewEvent, 'actor'>,
): RecordedEvent {
  return { recordId: record.id, ...chainEvent(record, { ...newEvent, actor: caller?.wallet ?? null }, at) }
}

export function firstEvent(recordId: string, ctx: WriteContext, newEvent: Omit<NewEvent, 'actor'>): RecordedEvent {
  return { recordId, ...chainEvent(null, { ...newEvent, actor: ctx.caller.wallet }, ctx.at) }
}

/** The INSERT of history events, to stand as a CTE of the statement that makes the change. */
export function insertHistory(...events: RecordedEvent[]): Sql {
  return sql`INSERT INTO "HistoryEvent" ("recordId", seq, kind, actor, at, "from", "to", data, "prevHash", hash)
    SELECT e."recordId", e.seq, e.kind, e.actor, e.at, e."from", e."to", e.data, e."prevHash", e.hash
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS e("recordId" uuid, seq int, kind text, actor text, at timestamptz, "from" text, "to" text, data jsonb, "prevHash" text, hash text)`
}

const eventFields = (data: string) => `'seq', h.seq, 'kind', h.kind, 'actor', h.actor, 'at', ${iso('h.at')},
    'from', h."from", 'to', h."to", 'data', ${data}, 'prevHash', h."prevHash", 'hash', h.hash`

/** What a moderator hid of a record, as a row of arrays. @param recordId trusted SQL that names the record's id. */
const hiddenParts = (recordId: string) => `(SELECT array_agg(x."recordId"::text) AS hidden,
    array_agg(to_jsonb(s.url)::text) FILTER (WHERE s.url IS NOT NULL) AS urls
  FROM "Hiding" x LEFT JOIN "Submission" s ON s.id = x."recordId"
  WHERE x."parentId" = ${recordId} AND x."recordId" <> x."parentId" AND x."restoredAt" IS NULL)`

/**
 * Whether the event `h` tells of a part of its record that is hidden, one of the row `parts`: names it as what it is of, or
 * in a list of what came with it. What was signed about others, and what somebody wrote, may mention its id and stays.
 */
const TELLS_OF_HIDDEN = `(parts.hidden IS NOT NULL AND h.kind NOT IN ('record-hidden', 'record-restored')
  AND (EXISTS (SELECT 1 FROM jsonb_each_text(h.data) named WHERE named.key LIKE '%Id' AND named.value = ANY(parts.hidden))
    OR h.kind IN ('challenge-created', 'proposals-imported')
      AND EXISTS (SELECT 1 FROM unnest(parts.hidden) part WHERE strpos(h.data::text, part) > 0)
    OR h.kind IN ('challenge-created', 'link-recorded', 'proposal-accepted')
      AND EXISTS (SELECT 1 FROM unnest(parts.urls) url WHERE strpos(h.data::text, url) > 0)))`

/** The event `h` as JSON. @param isWithheld trusted SQL: whether its data is left out. @param more trusted SQL of fields before its own. */
const eventJson = (isWithheld: string, more = '') => `CASE WHEN ${isWithheld}
  THEN json_build_object(${more}${eventFields(`'{}'::json`)}, 'withheld', true) ELSE json_build_object(${more}${eventFields('h.data')}) END`

/**
 * A record's history as JSON, oldest first. The data of an event of a part which a moderator hid is withheld
 * until the part is restored; its hash and its place in the chain stay. What the moderators did is told. Events from before
 * response links had ids name them by their URL.
 * @param recordId trusted SQL that names the record's id. @param which trusted SQL that is true for the events `h` wanted.
 */
export const historyJson = (recordId: string, which = 'true'): string =>
  `(SELECT coalesce(json_agg(${eventJson(TELLS_OF_HIDDEN)} ORDER BY h.seq), '[]')
    FROM ${hiddenParts(recordId)} parts, "HistoryEvent" h
    WHERE h."recordId" = ${recordId} AND ${which})`

/**
 * An event `h` of any record as JSON: withheld as in its record's history, and also while its record is hidden itself, but
 * for what the moderators did. @param more trusted SQL of fields before its own: `'recordId', h."recordId",`
 */
export const anyEventJson = (more: string): string =>
  `(SELECT ${eventJson(
    `(${TELLS_OF_HIDDEN} OR h.kind NOT IN ('record-hidden', 'record-restored') AND EXISTS (SELECT 1 FROM "Hiding" x
    WHERE x."recordId" = h."recordId" AND x."parentId" = h."recordId" AND x."restoredAt" IS NULL))`,
    more,
  )} FROM ${hiddenParts('h."recordId"')} parts)`

// What a page shows of a history: the newest events, and the others in blocks of as many. However long a history is, a page
// neither reads nor sends more of it.

export const EVENTS_SHOWN = 50

/** The fields of `ShownHistory`. @param r trusted alias of the record's row. */
export const shownHistoryFields = (
  r: string,
) => `'history', ${historyJson(`${r}.id`, `h.seq > ${r}."historySeq" - ${EVENTS_SHOWN}`)},
    'historySeq', ${r}."historySeq", 'growth', ${growthLetters(r)}, 'leftState', (SELECT h."from" FROM "HistoryEvent" h
      WHERE h."recordId" = ${r}.id AND h."to" = ${r}.state::text ORDER BY h.seq DESC LIMIT 1)`

/** How many blocks a history has. Each but the last is full, and never gets another event. */
export const blocksOf = (historySeq: number) => Math.ceil(historySeq / EVENTS_SHOWN)

/** The block that holds the newest event which a record's own page leaves out; null when it leaves out none. */
export const newestHidden = (historySeq: number) =>
  historySeq > EVENTS_SHOWN ? blocksOf(historySeq - EVENTS_SHOWN) : null
