import { DAY_MS, endOfDay } from '@/lib/durations'
import { eventLabel } from '@/lib/history/labels'
import type { ShownHistory } from '@/lib/history/schemas'

/** A day on the timeline: a deadline, or today. */
export interface TimelineDay {
  readonly word: string
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string
}

/** A point on the timeline. `along` is its position, from 0 at the record's creation to 1 on the last day. */
export interface TimelinePoint extends TimelineDay {
  readonly along: number
}

export interface Timeline {
  readonly begins: string
  /** The newest events, oldest first; `letter` is the one of the vine (lib/history/growth.ts). */
  readonly events: readonly (TimelinePoint & { readonly letter: string })[]
  readonly due: readonly TimelinePoint[]
  /** Null once the record has ended. */
  readonly today: TimelinePoint | null
  /** How far the record has come: until today, or until its last event if it has ended. */
  readonly reached: number
}

const endOf = (day: string) => endOfDay(day).getTime()

/**
 * Puts a record's creation, its events and its deadlines on one scale.
 * @param due the deadlines. @param today null for a record that has ended.
 * @example
 * timelineOf(mission, [{ word: 'Deadline', day: mission.deadline }], '2026-11-23')
 */
export function timelineOf(
  record: Pick<ShownHistory, 'history' | 'growth'> & { readonly createdAt: string },
  due: readonly TimelineDay[],
  today: string | null,
): Timeline {
  const { history, growth } = record
  const begin = Date.parse(record.createdAt)
  const last = Date.parse(history.at(-1)?.at ?? record.createdAt)
  // Noon, so that today stands between what was done today and what is due at its end.
  const reached = today === null ? last : endOf(today) - DAY_MS / 2
  const end = Math.max(...due.map(({ day }) => endOf(day)), last, reached)
  const along = (moment: number) => (end === begin ? 0 : Math.min(1, Math.max(0, (moment - begin) / (end - begin))))
  const letters = growth.slice(-history.length)
  return {
    begins: record.createdAt.slice(0, 10),
    events: history.map(({ at, kind }, index) => ({
      along: along(Date.parse(at)),
      word: eventLabel(kind),
      day: at.slice(0, 10),
      letter: letters[index] ?? 'l',
    })),
    due: due.map(({ word, day }) => ({ along: along(endOf(day)), word, day })),
    today: today === null ? null : { along: along(reached), word: 'Today', day: today },
    reached: along(reached),
  }
}
