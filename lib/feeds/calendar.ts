import { endOfDay } from '@/lib/durations'

/** A deadline: the end of a UTC day. */
export interface CalendarDeadline {
  /** A permanent id, so that a calendar that reads the file again updates its event instead of adding one. */
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly url: string
  /** `YYYY-MM-DD`; the deadline is at 24:00 UTC of this day. */
  readonly day: string
  /** Nothing is waited for any more where it is `over`. An event has no status for that (RFC 5545 §3.8.1.11), so it only stops ringing. */
  readonly state: 'due' | 'over' | 'cancelled'
}

export interface Calendar {
  readonly name: string
  /** The name of the product for PRODID. */
  readonly product: string
  /** When the record last changed, ISO 8601. It replaces the current time, so that one record gives the same bytes. */
  readonly updatedAt: string
  /** Grows with every change of the record. */
  readonly sequence: number
  readonly deadlines: readonly CalendarDeadline[]
}

const LINE_OCTETS_MAX = 75

/** An iCalendar file (RFC 5545). */
export function calendarDocument(calendar: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(calendar.product)}//Deadlines//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${calendarText(calendar.name)}`,
    `X-WR-CALNAME:${calendarText(calendar.name)}`,
    ...calendar.deadlines.flatMap((deadline) => eventLines(calendar, deadline)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function eventLines(calendar: Calendar, deadline: CalendarDeadline): string[] {
  const changed = utcStamp(new Date(calendar.updatedAt))
  const summary = calendarText(deadline.summary)
  return [
    'BEGIN:VEVENT',
    `UID:${calendarText(deadline.uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${calendar.sequence}`,
    `DTSTART:${utcStamp(endOfDay(deadline.day))}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${calendarText(deadline.description)}`,
    `URL:${deadline.url}`,
    `STATUS:${deadline.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    ...(deadline.state === 'due'
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${summary}`, 'TRIGGER:-P1D', 'END:VALARM']
      : []),
    'END:VEVENT',
  ]
}

/** `20261121T093000Z` (RFC 5545 §3.3.5, form 2). */
function utcStamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** A TEXT value (RFC 5545 §3.3.11): escaped, without control characters. */
function calendarText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a TEXT cannot hold.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

/** Folds a content line after at most 75 octets, never inside a character (RFC 5545 §3.1). */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > LINE_OCTETS_MAX) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
