'use client'

import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@/lib/durations'

export const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE_MS / 2)
  return () => clearInterval(timer)
}

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS)

/** The minute of the reader's clock, counted from 1970; null on the server and in the first render. */
export const useMinute = (): number | null => useSyncExternalStore(subscribe, thisMinute, () => null)

/** Below two days it is counted in hours. */
const DAYS_FROM_MINUTES = 2 * 1440

/**
 * How far a time is off, in whole units. Days are a number: “tomorrow” is a date of the reader's calendar, and 47 hours may end on
 * the day after it.
 * @param now the minute of the reader's clock, counted from 1970.
 */
export function distance(end: number, now: number): string {
  const minutes = Math.round((end - now * MINUTE_MS) / MINUTE_MS)
  if (minutes === 0) return 'just now'
  const units = Math.abs(minutes) < DAYS_FROM_MINUTES ? UNITS.slice(1) : UNITS
  const [unit, size] = units.find(([, size]) => Math.abs(minutes) >= size) ?? ['minute', 1]
  return new Intl.RelativeTimeFormat('en', { numeric: 'always' }).format(Math.trunc(minutes / size), unit)
}

/** The distance to a time, and the reader's local time if it is not UTC. The server's HTML shows only UTC. */
export function LocalTime({ at }: { at: string }) {
  const minute = useMinute()
  if (minute === null) return null
  const moment = new Date(at)
  const local = moment.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return (
    <span className="text-sm text-ink-soft">
      {' '}
      <span className="whitespace-nowrap">
        ({distance(moment.getTime(), minute)}
        {moment.getTimezoneOffset() === 0 ? ')' : ';'}
      </span>{' '}
      {moment.getTimezoneOffset() === 0 ? null : <span className="whitespace-nowrap">your time {local})</span>}
    </span>
  )
}
