import { LocalTime } from '@/components/ui/local-time'
import { endOfDay } from '@/lib/durations'

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

const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`)

/** A UTC date. It ends at 24:00 UTC, which is its machine-readable value. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={endOfDay(day).toISOString()} title={`${day}, until midnight UTC`} className="whitespace-nowrap">
      {dayFormat.format(startOf(day))}
    </time>
  )
}

/**
 * A deadline in full: UTC from the server; the time left and the reader's local time once scripts run.
 * @param ended whether the record has ended: then only the day is shown.
 */
export function Deadline({ day, ended = false }: { day: string; ended?: boolean }) {
  if (ended) return <Day day={day} />
  return (
    <>
      {weekdayFormat.format(startOf(day))} <Day day={day} />, midnight UTC
      <LocalTime at={endOfDay(day).toISOString()} />
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
