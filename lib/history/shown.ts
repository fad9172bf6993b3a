import { historyJson } from '@/lib/history/record'

// What a page shows of a history: the newest events, and the others in blocks of as many. However long a history is, a page
// neither reads nor sends more of it.

/** Events that one page shows. */
export const EVENTS_SHOWN = 50

/** The fields of `ShownHistory`. @param r trusted alias of the record's row. */
export const shownHistoryFields = (
  r: string,
) => `'history', ${historyJson(`${r}.id`, `h.seq > ${r}."historySeq" - ${EVENTS_SHOWN}`)},
    'historySeq', ${r}."historySeq", 'leftState', (SELECT h."from" FROM "HistoryEvent" h
      WHERE h."recordId" = ${r}.id AND h."to" = ${r}.state::text ORDER BY h.seq DESC LIMIT 1)`

/** How many blocks a history has. Each but the last is full, and never gets another event. */
export const blocksOf = (historySeq: number) => Math.ceil(historySeq / EVENTS_SHOWN)

/** The block that holds the newest event which a record's own page leaves out; null when it leaves out none. */
export const newestHidden = (historySeq: number) =>
  historySeq > EVENTS_SHOWN ? blocksOf(historySeq - EVENTS_SHOWN) : null
