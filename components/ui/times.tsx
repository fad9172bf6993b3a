import { LocalTime } from '@/components/ui/local-time'
import { DAY_MS } from '@/lib/durations'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

export function Moment({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {dayFormat.format(moment)}
      {dayOnly ? null : `, ${timeFormat.format(moment)}\u00a0UTC`}
    </time>
  )
}

/** A UTC date. It ends at 24:00 UTC, which is its machine-readable value. */
export function Day({ day }: { day: string }) {
  const start = new Date(`${day}T00:00:00.000Z`)
  return (
    <time
      dateTime={new Date(start.getTime() + DAY_MS).toISOString()}
      title={`${day}, until midnight UTC`}
      className="whitespace-nowrap"
    >
      {dayFormat.format(start)}
    </time>
  )
}

/**
 * A deadline in full: UTC from the server; the time left and the reader's local time once scripts run.
 * @param ended whether the record has ended: then only the day is shown.
 */
export function Deadline({ day, ended = false }: { day: string; ended?: boolean }) {
  if (ended) return <Day day={day} />
  const end = new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString()
  return (
    <>
      {weekdayFormat.format(new Date(end).getTime() - DAY_MS)} <Day day={day} />, midnight UTC
      <LocalTime at={end} />
    </>
  )
}

/** Downloads the deadlines as a calendar file. */
export function CalendarLink({ href }: { href: string }) {
  return (
    <span className="block text-sm print:hidden">
      <a href={href} className="link" download>
        Add to a calendar
      </a>
    </span>
  )
}
