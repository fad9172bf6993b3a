'use client'

import { UNITS, useMinute } from '@/components/ui/local-time'
import { MINUTE_MS } from '@/lib/durations'

function words(minutes: number): string {
  const [unit, size] = UNITS.find(([, size]) => minutes >= size) ?? ['minute', 1]
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(minutes / size))
}

/** How long something has waited, by the reader's clock. The server's HTML shows only the time itself. */
export function Age({ at }: { at: string }) {
  const minute = useMinute()
  if (minute === null) return null
  const minutes = Math.max(0, minute - Math.floor(new Date(at).getTime() / MINUTE_MS))
  return <span className="whitespace-nowrap">{minutes === 0 ? 'just now' : `waiting for ${words(minutes)}`}, </span>
}
